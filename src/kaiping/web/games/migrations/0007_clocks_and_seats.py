import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_programs_and_tries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="clock",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="due",
            field=models.DateTimeField(db_index=True, default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="hand_back",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="table",
            name="patience",
            field=models.PositiveIntegerField(default=259200),
        ),
        migrations.AddField(
            model_name="table",
            name="previous",
            field=models.OneToOneField(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="games.table",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="seating",
            field=models.CharField(
                choices=[("drawn", "drawn by lot"), ("rotated", "everybody one seat on")],
                default="drawn",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="ticking",
            field=models.JSONField(default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="voting",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="move",
            name="how",
            field=models.CharField(
                choices=[("person", "Person"), ("bot", "Bot"), ("program", "Program"), ("clock", "Clock")],
                default="person",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="program",
            name="kind",
            field=models.CharField(
                choices=[
                    ("pass", "pass until something changes"),
                    ("buy", "buy shares until a condition"),
                    ("auction", "pass the rest of the auction"),
                    ("action", "one action when the turn comes"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting for players"),
                    ("running", "in play"),
                    ("finished", "finished"),
                    ("closed", "closed"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Departure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(max_length=40)),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("resigned", "has resigned"),
                            ("host", "was replaced by who opened the table"),
                            ("vote", "was replaced by vote"),
                            ("clock", "had no time left"),
                        ],
                        max_length=10,
                    ),
                ),
                ("played", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="departures", to="games.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="departures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField()),
                ("last", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Shelved",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shelved", to="games.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shelved", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "user"), name="shelved_once_a_person")],
            },
        ),
    ]
