"""Questions behind an address: what a call does not know is refused, as it is in the body of a call."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import ValidationError
from ninja.operation import Operation


def only_known_queries(router: Router) -> None:
    """Let every call of a router look at the names of what it is asked."""
    for path in router.path_operations.values():
        for operation in path.operations:
            operation.view_func = _looking(operation.view_func, _known(operation))


def _known(operation: Operation) -> set[str]:
    names: set[str] = set()
    for model in operation.models:
        if model.__ninja_param_source__ == "query":
            names |= set(model.__ninja_flatten_map__)
    return names


def _looking(view: Callable[..., Any], known: set[str]) -> Callable[..., Any]:
    @wraps(view)
    def look(request: HttpRequest, *args: Any, **named: Any) -> Any:
        foreign = [name for name in request.GET if name not in known]
        if foreign:
            raise ValidationError([{"loc": ("query", name), "type": "extra_forbidden", "msg": ""} for name in foreign])
        return view(request, *args, **named)

    return look
