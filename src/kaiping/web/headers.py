"""Headers that tell the browser to trust nothing but our own files."""

# Policies are for what a browser opens as a page. A script or a style sheet obeys those of the page that asks for it;
# on each of a table's two dozen files they would be most of what comes over the wire.

from __future__ import annotations

from collections.abc import Callable

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase

#: scripts, styles and connections from this server only; nothing inline, nothing framed
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


#: kinds of files that no browser opens as a page
_FOR_PAGES = ("text/javascript", "text/css")
#: what every answer has and such a file does not need; when it changed is told by its tag, too
_OF_PAGES = ("Referrer-Policy", "Cross-Origin-Opener-Policy", "Last-Modified")


def _at_once(response: FileResponse) -> HttpResponse:
    """Static files are small: sent in one piece they need no thread that waits for the reader."""
    whole = HttpResponse(b"".join(response), status=response.status_code, headers=response.headers)
    response.close()
    return whole


class SecurityHeaders:
    """Puts the policies on every answer; Django's own middleware adds the older headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, FileResponse):
            response = _at_once(response)
            if response.headers.get("Content-Type", "").startswith(_FOR_PAGES):
                for name in _OF_PAGES:
                    response.headers.pop(name, None)
                response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
                return response
        response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
