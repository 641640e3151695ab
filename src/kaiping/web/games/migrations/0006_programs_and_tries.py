import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_positions"),
    ]

    operations = [
        migrations.AddField(
            model_name="program",
            name="stopped",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AddField(
            model_name="table",
            name="asking",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tries",
                to="games.table",
            ),
        ),
    ]
