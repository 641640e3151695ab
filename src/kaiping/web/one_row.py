"""A row of a model by a statement that is written once: every request begins with some.

Django builds a query anew each time, and for a written one still works out columns and conversions; together that takes
several times as long as the database does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.expressions import Expression

_M = TypeVar("_M", bound=Model)


class _Plan(NamedTuple):
    """How a row becomes an object."""

    #: the columns that the database gives
    columns: tuple[str, ...]
    #: names of fields, and where their values stand
    names: list[str]
    places: list[int]
    #: what must be made of values as they come: where, how
    conversions: list[tuple[int, list[Callable[..., Any]], Expression]]
    #: what else is asked for, by name
    others: list[tuple[str, int]]


class OneRow(Generic[_M]):
    """Finds the row that a statement asks for."""

    def __init__(self, model: type[_M], statement: str) -> None:
        self._model, self._statement = model, statement
        self._plan: _Plan | None = None

    def find(self, *given: str | int | None) -> _M | None:
        """The object, with what else the statement asks for as its attributes; None if there is no such row."""
        with connection.cursor() as cursor:
            cursor.execute(self._statement, given)
            row = cursor.fetchone()
            columns = tuple(column[0] for column in cursor.description)
        if row is None:
            return None
        plan = self._plan
        if plan is None or plan.columns != columns:  # the second only while migrations are tried back and forth
            plan = self._plan = self._planned(columns)
        values = list(row)
        for place, convert, expression in plan.conversions:
            for one in convert:
                values[place] = one(values[place], expression, connection)
        found = self._model.from_db(DEFAULT_DB_ALIAS, plan.names, [values[place] for place in plan.places])
        for name, place in plan.others:
            setattr(found, name, values[place])
        return found

    def _planned(self, columns: tuple[str, ...]) -> _Plan:
        fields = [field for field in self._model._meta.concrete_fields if field.column in columns]
        places = [columns.index(field.column) for field in fields]
        conversions = list[tuple[int, list[Callable[..., Any]], Expression]]()
        for field, place in zip(fields, places, strict=True):
            expression = field.get_col(self._model._meta.db_table)
            own = expression.get_db_converters(connection)
            convert = [*connection.ops.get_db_converters(expression), *own]
            if convert:
                conversions.append((place, convert, expression))
        others = [(name, place) for place, name in enumerate(columns) if place not in places]
        return _Plan(columns, [field.attname for field in fields], places, conversions, others)
