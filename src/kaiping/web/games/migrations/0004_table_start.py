from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_table_seed"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="start",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
    ]
