import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import kaiping.web.plans.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0008_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Shared",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("keeper", models.CharField(blank=True, max_length=40)),
                (
                    "token",
                    models.CharField(
                        default=kaiping.web.plans.models.new_token, editable=False, max_length=40, unique=True
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shared_plans", to="games.table"
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
                        fields=("game", "user"),
                        name="one_shared_plan_a_person",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", True)),
                        fields=("game", "keeper"),
                        name="one_shared_plan_a_browser",
                    ),
                ],
            },
        ),
    ]
