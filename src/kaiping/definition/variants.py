"""A variant of somebody's own: what they lay over an edition, without a change of the installed package."""

from __future__ import annotations

from typing import Any

import msgspec

from kaiping.definition.data import Data


class Variant(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What one game is played by besides its edition and its options; a game's file carries it along."""

    #: what it is called
    name: str
    #: one sentence for whoever plays it
    summary: str = ""
    #: the editions it is for; any if it says none
    editions: tuple[str, ...] = ()
    #: what is laid over the edition, as an option's ``changes`` are
    changes: dict[str, Any] = msgspec.field(default_factory=dict)
