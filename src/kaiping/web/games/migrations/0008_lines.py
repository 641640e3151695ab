import django.db.models.deletion
from django.db import migrations, models


def tries_become_lines(apps, schema_editor):
    """A try of a try hangs on the game itself from now on, and each knows where it leaves what it was tried from."""
    table_model, move_model = apps.get_model("games", "Table"), apps.get_model("games", "Move")
    parents = dict(table_model.objects.filter(origin__isnull=False).values_list("pk", "origin_id"))
    played = dict(table_model.objects.filter(pk__in={*parents, *parents.values()}).values_list("pk", "played"))

    def actions(table):
        moves = move_model.objects.filter(table_id=table, number__lte=played[table]).order_by("number")
        return moves.values_list("action", flat=True).iterator(500)

    for line, parent in parents.items():
        root = parent
        while root in parents:
            root = parents[root]
        common = 0
        for one, other in zip(actions(line), actions(parent), strict=False):
            if one != other:
                break
            common += 1
        branch = parent if parent in parents else None
        table_model.objects.filter(pk=line).update(origin_id=root, branch_id=branch, begins=common)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_clocks_and_seats"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="begins",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="branch",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="branches",
                to="games.table",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lines",
                to="games.table",
            ),
        ),
        migrations.RunPython(tries_become_lines, migrations.RunPython.noop),
    ]
