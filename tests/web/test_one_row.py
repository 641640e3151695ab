"""A row by a written statement is what Django makes of it, field by field, with what else was asked for."""

from __future__ import annotations

from datetime import UTC, datetime


def test_a_row_is_what_django_reads(memory: None) -> None:
    from kaiping.web.games.models import Table
    from kaiping.web.one_row import OneRow

    asking = {"seat": "Ann", "to": 3, "waits": ["Bo"]}
    made = Table.objects.create(key="onerow1", title="1888", edition="2022", size=3, options=["x"], asking=asking)
    Table.objects.filter(pk=made.pk).update(moved=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    rows = OneRow(Table, "SELECT *, 3 AS many FROM games_table WHERE key = %s AND played = %s")
    for _again in range(2):
        found, usual = rows.find("onerow1", 0), Table.objects.get(key="onerow1")
        assert found is not None
        assert found == usual
        for field in Table._meta.concrete_fields:
            assert getattr(found, field.attname) == getattr(usual, field.attname), field.name
        assert found.asking == asking
        assert vars(found)["many"] == 3
        assert not found._state.adding
        found.name = "another"
        found.save(update_fields=["name"])
        assert Table.objects.get(key="onerow1").name == "another"
    assert rows.find("onerow2", 0) is None
