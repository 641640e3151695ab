from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_analyses"),
    ]

    operations = [
        migrations.AddField("table", "lesson", models.CharField(blank=True, default="", editable=False, max_length=60)),
        migrations.AddField("table", "lesson_step", models.PositiveSmallIntegerField(default=0, editable=False)),
        migrations.AddField("table", "lesson_done", models.BooleanField(default=False, editable=False)),
    ]
