from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="options",
            field=models.JSONField(default=list),
        ),
    ]
