from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_unread_and_kept"),
    ]

    operations = [
        migrations.AddField("remark", "aside", models.BooleanField(default=False)),
    ]
