import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def as_it_was(apps, schema_editor):
    """Nobody is told again what was said before; whoever was asked to play again is still asked."""
    seats = apps.get_model("games", "Seat").objects.filter(user__isnull=False, table__said__gt=0)
    heard = apps.get_model("games", "Heard")
    rows = seats.values_list("table", "user", "table__said").iterator()
    heard.objects.bulk_create((heard(table_id=table, user_id=user, said=said) for table, user, said in rows), 500)
    asked = apps.get_model("games", "Guest").objects.filter(table__status="waiting", table__previous__isnull=False)
    again = asked.filter(user=F("table__previous__seats__user")).values_list("pk", flat=True)
    asked.filter(pk__in=list(again)).update(kept=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_lessons"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="guest",
            name="kept",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Heard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("keeper", models.CharField(blank=True, max_length=40)),
                ("said", models.PositiveIntegerField(default=0)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hearers", to="games.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("table", "user"),
                        name="heard_once_a_person",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", True)),
                        fields=("table", "keeper"),
                        name="heard_once_a_browser",
                    ),
                ],
            },
        ),
        migrations.RunPython(as_it_was, migrations.RunPython.noop, elidable=True),
    ]
