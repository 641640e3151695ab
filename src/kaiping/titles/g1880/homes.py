"""Home tokens, and companies that choose a city of their home hex."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, LayTile, PlaceToken
from kaiping.board.board import StopId
from kaiping.board.tile import COLORS
from kaiping.board.track import shape_at
from kaiping.flow.operating.frame import president_of
from kaiping.flow.operating.station import place_home
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.state import Frame


class HomeChoice(Frame, frozen=True):
    """A company chooses the city for its home token (1880-2022:X.4.17)."""

    interrupts = "the home of {company} on {hex}"
    settles = "home"
    company: str
    hex: str


def place_homes(table: Play) -> None:
    """Companies that have floated place their home tokens (1880-2022:XII.6.4)."""
    state, definition = table.state, table.definition
    for company in definition.companies:
        home = next((place for place, owners in sorted(state.board.reserved.items()) if company in owners), None)
        if company not in state.floated or home is None:
            continue
        if definition.companies[company].chooses_home and _is_asked(table, home[0]):
            table.push(HomeChoice(company, home[0]))
        else:
            _go_to_track(table, company, home)
            place_home(table, company)


def _is_asked(table: Play, hex_id: str) -> bool:
    """A choice between two cities, on a tile of a colour that gives it (1880-2022:X.4.17)."""
    definition, laid = table.definition, table.state.board.tiles.get(hex_id)
    if laid is None:
        return False
    tile = definition.tiles[laid[0]]
    return definition.stations.asks_home_on_yellow or (tile.color != COLORS[0] and len(tile.stops) > 1)


def _go_to_track(table: Play, company: str, home: StopId) -> None:
    """On a tile with track at one city only the home is that city."""
    definition, board = table.definition, table.state.board
    shape = shape_at(definition.map, definition.tiles, board, home[0])
    with_track = [index for index, ends in enumerate(shape.by_stop) if ends]
    if with_track and home[1] not in with_track:
        table.state.board = board.with_reserved(company, (home[0], with_track[0]))


def choose_home_again(table: Play, action: LayTile) -> None:
    """A first tile on a home with several cities: a token that waits there chooses its city (1880-2022:X.4.17)."""
    state, definition = table.state, table.definition
    if definition.tiles[action.tile].color != COLORS[0] or not definition.stations.asks_home_on_yellow:
        return
    for company, entry in definition.companies.items():
        if not entry.chooses_home or entry.home_stop[0] != action.hex:
            continue
        if any(place[0] == action.hex for place in state.board.tokens_of(company)):
            state.board = state.board.without_token(company, action.hex)
            table.push(HomeChoice(company, action.hex))


class HomeChoiceRules:
    def actors(self, table: Play) -> tuple[str, ...]:
        return (president_of(table, table.frame(HomeChoice).company),)

    def _cities(self, table: Play, frame: HomeChoice) -> list[int]:
        definition, board = table.definition, table.state.board
        return list(range(len(shape_at(definition.map, definition.tiles, board, frame.hex).stops)))

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(HomeChoice)
        for stop in self._cities(table, frame):
            yield PlaceToken(frame.company, frame.hex, stop), None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(HomeChoice)
        if not isinstance(action, PlaceToken) or action.company != frame.company:
            table.refuse("home_choice_first", company=frame.company, hex=frame.hex)
        if action.hex != frame.hex or action.stop not in self._cities(table, frame):
            table.refuse("no_city_there", where="home", hex=action.hex, stop=action.stop)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, PlaceToken)
        state, company = table.state, action.company
        state.board = state.board.without_reservations(company)
        state.board = state.board.with_token(company, (action.hex, action.stop))
        table.log("home-token", company=company, hex=action.hex, stop=action.stop)
        table.pop()

    def advance(self, table: Play) -> bool:
        return False
