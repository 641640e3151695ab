from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="note",
            name="drawing",
            field=models.TextField(blank=True, default=""),
        ),
    ]
