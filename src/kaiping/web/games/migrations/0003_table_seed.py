from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_table_options"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="seed",
            field=models.JSONField(default=None, editable=False, null=True),
        ),
    ]
