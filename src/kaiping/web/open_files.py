"""How many files a process may have open: every connection is one."""

from __future__ import annotations

from types import ModuleType

resource: ModuleType | None
try:
    import resource
except ImportError:  # not on Windows
    resource = None

#: files that a process needs besides connections
_RESERVED = 128
#: more than this nobody needs
_ENOUGH = 65_536


def more_files() -> None:
    """Let this process and those that it starts have as many open as they may."""
    if resource is None:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH if most == resource.RLIM_INFINITY else min(most, _ENOUGH)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def most_connections() -> int:
    """As many as there may be files, less those that the process needs itself."""
    if resource is None:
        return 400
    allowed, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _ENOUGH if allowed == resource.RLIM_INFINITY else max(32, allowed - _RESERVED)
