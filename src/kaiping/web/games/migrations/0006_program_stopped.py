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
    ]
