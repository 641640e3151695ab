from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_bare(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Games that have begun have no positions yet; they get them with their next move."""
    apps.get_model("games", "Table").objects.filter(written__gt=0).update(bare=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_table_start"),
    ]

    operations = [
        migrations.AddField(
            model_name="move",
            name="position",
            field=models.BinaryField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="move",
            name="begins",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="ages",
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="bare",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="unplayed",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
        migrations.RunPython(mark_bare, migrations.RunPython.noop),
    ]
