"""The numbered shares, tiles and trains of 18xx.games: which copy is where."""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.flow.shares import PRESIDENT, SHARE
from kaiping.state import BANK, IPO, POOL, State

#: number of the president's certificate
CERTIFICATE = 0


class Shares:
    """Certificates by number, in the order in which each owner got them."""

    def __init__(self, companies: list[str]) -> None:
        ordinary = (100 - PRESIDENT) // SHARE
        self.owned: dict[tuple[str, str], list[int]] = {
            (IPO, company): list(range(ordinary + 1)) for company in companies
        }

    def of(self, owner: str, company: str) -> list[int]:
        return self.owned.setdefault((owner, company), [])

    def ordinary(self, owner: str, company: str) -> list[int]:
        return [number for number in self.of(owner, company) if number != CERTIFICATE]

    def move(self, company: str, numbers: list[int], source: str, target: str) -> None:
        for number in numbers:
            self.of(source, company).remove(number)
            self.of(target, company).append(number)

    def to_sell(self, player: str, company: str, percent: int) -> list[int]:
        """Ordinary shares first; the president's certificate goes with all of them if they are not enough."""
        ordinary, wanted = self.ordinary(player, company), percent // SHARE
        return ordinary[:wanted] if wanted <= len(ordinary) else [*ordinary, CERTIFICATE]

    def bought(self, company: str, number: int, source: str, player: str, old: str, new: str) -> None:
        """A share is bought, whereupon the president may change from ``old`` to ``new``."""
        self.move(company, [number], source, player)
        if new != old:
            self._swap(company, old, new, old)

    def sold(self, company: str, numbers: list[int], percent: int, player: str, new: str) -> None:
        """Shares are sold, whereupon ``new`` is president; for part of their certificate the seller gets change."""
        was_president = CERTIFICATE in self.of(player, company)
        self.move(company, numbers, player, POOL)
        if not was_president or new == player:
            return
        holder = POOL if CERTIFICATE in numbers else player
        self._swap(company, holder, new, holder)
        listed = sum(PRESIDENT if number == CERTIFICATE else SHARE for number in numbers)
        change = (listed - percent) // SHARE
        self.move(company, self.ordinary(POOL, company)[:change], POOL, player)

    def _swap(self, company: str, holder: str, new: str, swap_to: str) -> None:
        """The new president takes the certificate for as many of their ordinary shares."""
        self.move(company, self.ordinary(new, company)[: PRESIDENT // SHARE], new, swap_to)
        self.move(company, [CERTIFICATE], holder, new)


class Tiles:
    """Copies of each tile on the map; a tile that is replaced goes back and may be used again."""

    def __init__(self) -> None:
        self.on_hex: dict[str, tuple[str, int]] = {}

    def lay(self, hex_id: str, tile: str) -> str:
        self.on_hex.pop(hex_id, None)
        used = {copy for name, copy in self.on_hex.values() if name == tile}
        copy = next(number for number in range(len(used) + 1) if number not in used)
        self.on_hex[hex_id] = tile, copy
        return f"{tile}-{copy}"

    def city(self, hex_id: str, stop: int) -> str:
        """A city by the tile that lies there; on a printed hex by the hex."""
        tile, copy = self.on_hex.get(hex_id, (hex_id, 0))
        return f"{tile}-{copy}-{stop}"


class Trains:
    """Copies of each kind of train, numbered as they leave the bank's stack, and who owns which."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.owned: dict[str, list[str]] = {}
        #: how many of each kind without limit have been sold
        self.sold: dict[str, int] = {}

    def owned_by(self, owner: str, kind: str) -> str:
        return next(train for train in self.owned[owner] if train.rpartition("-")[0] == kind)

    def on_stack(self, kind: str, state: State, *, aside: bool = False) -> str:
        """The copy on top of the stack (or the one set aside); what was exported has taken its number with it."""
        count = self.definition.trains[kind].count
        number = self.sold.get(kind, 0) if count is None else count - state.depot.get(kind, 0) - aside
        return f"{kind}-{number}"

    def move(self, train: str, source: str, target: str) -> None:
        if source == BANK:
            kind = train.rpartition("-")[0]
            self.sold[kind] = self.sold.get(kind, 0) + 1
        else:
            self.owned[source].remove(train)
        self.owned.setdefault(target, []).append(train)
