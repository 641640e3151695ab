"""The screens on which the table is tried: two desks and a phone, each in the light and in the dark."""

from __future__ import annotations

from typing import Literal, NamedTuple

from playwright.sync_api import ViewportSize

Scheme = Literal["light", "dark"]


class Screen(NamedTuple):
    name: str
    width: int
    height: int
    scheme: Scheme = "light"

    def __str__(self) -> str:
        return f"{self.name}-{self.scheme}"

    @property
    def phone(self) -> bool:
        return self.width < 700

    @property
    def size(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


DESK = Screen("desk", 1440, 900)
#: the smallest desk
LOW = Screen("low", 1280, 720)
PHONE = Screen("phone", 390, 844)

DESKS = tuple(screen._replace(scheme=scheme) for screen in (DESK, LOW) for scheme in ("light", "dark"))
PHONES = tuple(PHONE._replace(scheme=scheme) for scheme in ("light", "dark"))
SCREENS = (*DESKS, *PHONES)
