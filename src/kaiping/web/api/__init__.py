"""The table for programs: what the page does, a program can do. OpenAPI: ``/api/v1/openapi.json``."""

from kaiping.web.api.application import api

__all__ = ["api"]
