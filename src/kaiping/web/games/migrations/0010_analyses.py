import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_drawings"),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="games.table",
                    ),
                ),
                ("last", models.BigIntegerField()),
                ("asked", models.DateTimeField(auto_now_add=True)),
                ("holder", models.CharField(blank=True, default="", max_length=40)),
                ("beat", models.DateTimeField(default=None, null=True)),
                ("under_way", models.PositiveSmallIntegerField(default=None, null=True, unique=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("whole", models.PositiveIntegerField(default=0)),
                ("found", models.TextField(blank=True, default="")),
                ("wrong", models.CharField(blank=True, default="", max_length=300)),
            ],
        ),
    ]
