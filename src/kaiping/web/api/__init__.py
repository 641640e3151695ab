"""The table for programs: what the page does, a program can do. OpenAPI stands at ``/api/openapi.json``."""

from kaiping.web.api.application import api

__all__ = ["api"]
