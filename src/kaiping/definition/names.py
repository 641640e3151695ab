"""Names in the language of the country that a title is about; which language it is, the data says."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class NativeName(NamedTuple):
    """A name and its language, as HTML marks languages."""

    language: str
    name: str


class Named(Protocol):
    """What may have such a name: places, companies, minors, privates."""

    @property
    def chinese(self) -> str | None: ...

    @property
    def japanese(self) -> str | None: ...


def native_name(entry: Named) -> NativeName | None:
    """The name that the printed game has besides the English one."""
    if entry.chinese:
        return NativeName("zh", entry.chinese)
    return NativeName("ja", entry.japanese) if entry.japanese else None
