"""Companies, shares and prices by the 2010 book: in every phase, for every size and number of players."""

from __future__ import annotations

import pytest

from kaiping.action import (
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificates
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, offered, plays, refused

PHASES = ("A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3")


def operating(game: Game) -> OperatingRound:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame


# --- directors and shares (III, VIII) ---------------------------------------------------------------------


def wuhan(edition: str) -> Position:
    """WNR, of Bo, in Wuhan, L10, with track to the city of J12, a train and money; BCR is Ann's."""
    position = Position(edition).phase("B1").company("BCR", par=90, Ann=30, cash=500, trains=("3",))
    position.company("WNR", par=100, Ann=30, Bo=40, cash=900, trains=("3",))
    return position.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)


@rule_1880(in_2010=["X.1.1", "X.1.3", "X.1.4", "X.1.5", "X.1.6", "X.1.7", "III.1.13", "IX.1.2", "VIII.2.4"])
def test_a_turn_from_its_first_step_to_its_last(edition: str) -> None:
    """At each step nothing of the others can be done, and Bo, who leads WNR, decides."""
    game = wuhan(edition).begin_round("WNR", "BCR")
    kinds = (LayTile, PlaceToken, RunRoutes, Dividend, BuyTrain)
    cells = [game.state.cells["WNR"]]
    for kind in kinds:
        assert game.acting == ("Bo",)
        assert [one for one in kinds if offered(game, one)] == [kind]
        plays(game, offered(game, kind)[0])
        if kind in (LayTile, BuyTrain):
            plays(game, Pass("WNR"))
        cells.append(game.state.cells["WNR"])
    right = game.definition.market.right(cells[0])
    assert cells == [cells[0]] * 4 + [right] * 2, "the price moves with the dividend"
    assert (operating(game).company, game.acting) == ("BCR", ("Ann",))


@rule_1880(in_2010=["VIII.1.1", "III.1.11", "X.8.9"])
def test_who_buys_a_share_has_a_tenth_more_of_the_company(edition: str) -> None:
    position = wuhan(edition).cash(Cy=500)
    game = plays(position.stock("Cy", inside="WNR"), BuyShare("Cy", "WNR", "ipo"))
    assert [game.state.held(owner, "WNR") for owner in ("Ann", "Bo", "Cy", "ipo")] == [30, 40, 10, 20]
    position.state, cash = game.state, game.state.cash["Cy"]
    plays(position.operate("WNR", "dividend", after=("BCR",), revenue=90), Dividend("WNR", "pay"))
    assert game.state.cash["Cy"] == cash + 9


@rule_1880(in_2010=["X.8.1", "X.8.8", "X.8.9", "X.8.10"])
def test_income_comes_from_the_bank_though_the_treasury_is_full(edition: str) -> None:
    """WNR has 900; Ann and Bo own 30 and 40 per cent, an investor has one share and the bank two."""
    position = wuhan(edition).investor("A3", "Cy")
    position.state.holdings["A3", "WNR"] = 10
    position.state.holdings["ipo", "WNR"] = 20
    owners = ("Ann", "Bo", "Cy", "A3", "WNR")
    for kind, parts in (("pay", [36, 48, 0, 0, 0]), ("withhold", [0, 0, 0, 0, 120])):
        game = position.operate("WNR", "dividend", after=("BCR",), revenue=120).copy()
        assert list(game.legal_actions()) == [Dividend("WNR", "pay"), Dividend("WNR", "withhold")]
        cash, bank = dict(game.state.cash), game.state.bank
        plays(game, Dividend("WNR", kind))  # type: ignore[arg-type]
        assert [game.state.cash[owner] - cash[owner] for owner in owners] == parts
        assert game.state.bank == bank - sum(parts)


@rule_1880(in_2010=["IV.3.4", "XI.4", "XIII.3.6", "IV.3.5"])
@pytest.mark.parametrize(("percent", "others"), [(20, 3), (30, 2), (40, 1)])
def test_before_the_first_3_train_half_of_a_company_is_on_offer(edition: str, percent: int, others: int) -> None:
    """Above the card for the capital lie three shares and the certificate, of which a larger one takes their place."""
    for phase in ("A1", "A2"):
        position = Position(edition).phase(phase).cash(Ann=600, Bo=600, Cy=600)
        game = plays(position.stock("Ann"), Par("Ann", "WNR", 70, 0), Choose("Ann", "certificate", str(percent)))
        plays(game, offered(game, Choose)[0])
        bought = 0
        while game.why_not(BuyShare(game.acting[0], "WNR", "ipo")) is None:
            plays(game, BuyShare(game.acting[0], "WNR", "ipo"))
            bought += 1
        assert bought == others
        assert refused(game, BuyShare(game.acting[0], "WNR", "ipo")).code == "shares_locked"
        assert game.state.held("ipo", "WNR") == 50


@rule_1880(in_2010=["XI.4", "XI.8"])
@pytest.mark.parametrize("phase", PHASES)
def test_the_second_half_is_on_offer_from_the_first_3_train_on(edition: str, phase: str) -> None:
    for ann, early in ((40, True), (50, False), (90, False)):
        position = Position(edition).phase(phase).company("BCR", Cy=60).company("WNR", par=70, Ann=ann)
        game = position.cash(Bo=500).stock("Bo", inside="BCR")
        assert (game.why_not(BuyShare("Bo", "WNR", "ipo")) is None) == (early or phase[0] != "A")


@rule_1880(in_2010=["VIII.1.4", "XII.5.4", "VIII.1.3"])
@pytest.mark.parametrize("percent", [20, 30, 40])
def test_a_directors_certificate_of_any_size_counts_as_one(edition: str, percent: int) -> None:
    position = Position(edition).phase("B1").company("WNR", par=70, percent=percent, Ann=60, Bo=20)
    game = position.private("P1", "Ann").investor("A3", "Ann").stock("Ann", inside="WNR")
    assert certificates(game.table(), "Ann") == 1 + 6 - percent // 10
    assert certificates(game.table(), "Bo") == 2


@rule_1880(in_2010=["XII.5.1", "XII.5.2", "XII.5.3", "XII.5.5", "XII.5.6", "XII.5.7", "XII.5.8", "XII.5.9"])
@pytest.mark.parametrize(("players", "limit"), [(3, 20), (4, 16), (5, 14), (6, 12), (7, 11)])
def test_the_certificate_limit_by_the_number_of_players(edition: str, players: int, limit: int) -> None:
    position = Position(edition, players).phase("B1").company("BCR", par=100, Cy=30, trains=("3",))
    position.private("P1", "Ann").private("P2", "Ann").investor("A3", "Ann").cash(Ann=1000)
    missing = limit - 1
    for name in ("WNR", "NXR", "HKR"):
        if missing:
            position.company(name, par=70, Ann=10 * (min(missing, 8) + 1))
            missing -= min(missing, 8)
    game = position.stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "BCR", "ipo"))
    assert certificates(game.table(), "Ann") == limit
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    assert refused(game, BuyShare("Ann", "BCR", "ipo")).code == "certificate_limit"


@rule_1880(in_2010=["XII.5.12", "XII.5.1"])
def test_who_is_over_the_limit_by_two_sells_two_shares(edition: str) -> None:
    """Nothing else is open to them, in their first turn as in any."""
    position = Position(edition).phase("B1").company("BCR", Cy=60).cash(Bo=500)
    for name in ("WNR", "NXR", "HKR"):
        position.company(name, par=70, Bo=80)
    game = position.company("LHR", par=70, Ann=40, Bo=10).stock("Bo", inside="BCR")
    assert certificates(game.table(), "Bo") == 22
    for _ in range(2):
        assert {type(action) for action in game.legal_actions()} == {SellShares}
        assert refused(game, BuyShare("Bo", "BCR", "ipo")).code == "over_certificate_limit"
        plays(game, SellShares("Bo", "WNR", 10))
    plays(game, Pass("Bo"))


@rule_1880(in_2010=["VIII.1.8", "XII.2.1"])
def test_shares_change_hands_in_share_rounds_alone(edition: str) -> None:
    """Shares of WNR, and of NXR, which has been founded but does not operate yet."""
    position = wuhan(edition).cash(Bo=500).company("NXR", par=80, floated=False, Cy=20, Bo=10)
    trade = [BuyShare("Bo", name, "ipo") for name in ("WNR", "NXR")] + [
        SellShares("Bo", name, 10) for name in ("WNR", "NXR")
    ]
    for step in ("track", "token", "run", "trains"):
        game = position.operate("WNR", step, after=("BCR",))
        assert all(refused(game, action) for action in trade)
        assert not offered(game, BuyShare) + offered(game, SellShares)
    game = position.stock("Bo", inside="WNR")
    assert all(game.why_not(action) is None for action in trade)


@rule_1880(in_2010=["XII.2.4", "XII.2.5", "XII.8.4"])
def test_first_all_sales_and_then_one_purchase(edition: str) -> None:
    """Five shares of one company and two of another; who buys has no sale and no purchase after that."""
    position = wuhan(edition).company("NXR", par=80, Cy=30, Ann=50).company("HKR", par=70, Cy=40, Ann=20)
    game = position.cash(Ann=500, Bo=500, Cy=500).stock("Ann", inside="WNR")
    bought = plays(game.copy(), BuyShare("Ann", "WNR", "ipo"))
    assert bought.acting == ("Bo",)
    for action in (SellShares("Ann", "HKR", 10), BuyShare("Ann", "WNR", "ipo")):
        assert refused(bought, action).code == "not_your_turn"
    plays(game, SellShares("Ann", "NXR", 50), SellShares("Ann", "HKR", 20), BuyShare("Ann", "WNR", "ipo"))
    assert [game.state.held("Ann", name) for name in ("NXR", "HKR", "WNR")] == [0, 0, 40]
    assert game.acting == ("Bo",)


@rule_1880(in_2010=["III.2.12", "XII.7.4", "XII.7.5"])
@pytest.mark.parametrize("company", list(definition("1880", "2010").companies))
def test_the_second_half_is_paid_once_to_each_company(edition: str, company: str) -> None:
    """A share comes back to the bank and is bought again."""
    position = Position(edition, 4).phase("B1").company(company, par=70, Ann=30, Bo=10).cash(Cy=500, Di=500)
    game = position.stock("Cy", inside=company)
    plays(game, BuyShare("Cy", company, "ipo"), Pass("Di"), Pass("Ann"), SellShares("Bo", company, 10), Pass("Bo"))
    plays(game, BuyShare("Cy", company, "ipo"))
    assert (game.state.held("ipo", company), game.state.cash[company]) == (50, 350)


@rule_1880(in_2010=["XII.3.3", "XII.4.13", "XII.3.2"])
def test_the_round_is_over_when_all_have_passed_after_the_last_deal(edition: str) -> None:
    """Who has sold and wants nothing more has not passed by that."""
    position = wuhan(edition).company("NXR", par=80, Cy=30, Bo=20).cash(Ann=500, Bo=500, Cy=500)
    game = position.stock("Ann", inside="WNR")
    plays(game, Pass("Ann"), SellShares("Bo", "NXR", 10), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.acting == ("Bo",)
    plays(game, BuyShare("Bo", "BCR", "ipo"), Pass("Cy"), Pass("Ann"))
    assert isinstance(game.state.stack[-1], StockRound)
    plays(game, Pass("Bo"))
    assert isinstance(game.state.stack[-1], OperatingRound)


@rule_1880(in_2010=["VIII.3.2", "VIII.3.3", "III.1.12"])
def test_after_a_sale_who_has_the_most_shares_is_director(edition: str) -> None:
    """Cy has more than Bo, who sits next to Ann; and who has only as many as Ann does not lead."""
    position = Position(edition, 4).phase("B1").company("BCR", Di=60).company("WNR", par=90, Ann=40, Bo=20, Cy=30)
    few = plays(position.stock("Ann", inside="BCR").copy(), SellShares("Ann", "WNR", 10))
    assert few.state.presidents["WNR"] == "Ann"
    many = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 30))
    assert many.state.presidents["WNR"] == "Cy"
    assert [many.state.held(player, "WNR") for player in ("Ann", "Bo", "Cy")] == [10, 20, 30]


@rule_1880(in_2010=["VIII.3.8", "VIII.3.7"])
def test_the_charter_goes_to_the_new_director_with_all_that_is_on_it(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", Cy=60).cash(Ann=500)
    position.company("WNR", par=70, percent=30, Bo=30, Ann=30, president="Bo", cash=330, trains=("3",), permits="BC")
    position.token("WNR", "J12")
    game = position.stock("Ann", inside="BCR")
    before = game.state.copy()
    plays(game, BuyShare("Ann", "WNR", "ipo"))
    state = game.state
    assert (state.presidents["WNR"], state.certificates["WNR"]) == ("Ann", 30)
    assert (certificates(game.table(), "Ann"), certificates(game.table(), "Bo")) == (2, 3)
    assert (state.trains["WNR"], state.own.permits["WNR"]) == (("3",), "BC")
    assert state.board.tokens_of("WNR") == before.board.tokens_of("WNR")
    assert state.cash["WNR"] - before.cash["WNR"] == sum(event["amount"] for event in events(game, "second-capital"))
    position.state = state
    assert position.operate("WNR", after=("BCR",)).acting == ("Ann",)


@rule_1880(in_2010=["VIII.4.1", "VIII.4.2", "VIII.4.3", "X.2.4", "X.3.1"])
@pytest.mark.parametrize("phase", PHASES)
def test_a_permit_holds_in_its_own_phases_alone(edition: str, phase: str) -> None:
    """Neither before nor after them; it is needed for a yellow tile and for an upgrade."""
    for permits in ("ABC", "BCD", "AB", "BC", "CD", "A", "B", "C", "D"):
        position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=500, permits=permits)
        game = position.tile("L10", "57", 0).operate("WNR")
        owned = phase[0] in permits
        assert (game.why_not(LayTile("WNR", "K11", "9", 0)) is None) == owned
        assert (game.why_not(LayTile("WNR", "L10", "14", 0)) is None) == (owned and phase[0] != "A")


# --- capital and prices (XII, XIII) -------------------------------------------------------------------------


@rule_1880(in_2010=["XII.7.1", "XII.6.11", "XI.3", "XII.6.4", "X.4.3", "XII.6.5", "XII.4.14"])
@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_the_capital_is_five_times_the_starting_price(edition: str, par: int) -> None:
    position = Position(edition).company("BCR", par=100, Bo=40, cash=200, permits="")
    game = position.company("WNR", par=par, floated=False, Ann=20).stock("Ann", inside="BCR")
    bank = game.state.bank
    all_pass(game)
    assert (game.state.cash["WNR"], game.state.bank) == (5 * par, bank - 5 * par)
    assert game.state.board.tokens_of("WNR") == [("L10", 0)]
    assert game.state.cells["WNR"] == game.definition.market.par_cells[par]
    assert operating(game).order == ("BCR", "WNR")


@rule_1880(in_2010=["XII.6.3", "XII.4.14", "V.35", "X.4.2", "XII.6.4", "XII.6.11"])
def test_a_company_opens_at_the_end_of_the_share_round_and_not_before(edition: str) -> None:
    """In phase B1 it takes 30 %: what Ann owns in the end counts, not what she had in between."""
    position = Position(edition).phase("B1").company("BCR", par=100, Bo=40, cash=200, permits="")
    position.company("WNR", par=70, floated=False, Ann=20, permits="").cash(Ann=500)
    game = plays(position.stock("Ann", inside="BCR"), BuyShare("Ann", "WNR", "ipo"))
    assert ("WNR" in game.state.floated, game.state.cash["WNR"], game.state.board.tokens_of("WNR")) == (False, 0, [])
    sold = plays(game.copy(), Pass("Bo"), Pass("Cy"), SellShares("Ann", "WNR", 10))
    all_pass(sold)
    assert ("WNR" in sold.state.floated, sold.state.cash["WNR"], sold.state.board.tokens_of("WNR")) == (False, 0, [])
    all_pass(game)
    assert ("WNR" in game.state.floated, game.state.cash["WNR"]) == (True, 350)
    assert game.state.board.tokens_of("WNR") == [("L10", 0)]


@rule_1880(in_2010=["XII.7.2", "XII.7.3", "XI.12"])
def test_the_share_of_an_investor_is_not_the_banks(edition: str) -> None:
    """The first 3-train: WNR and HKR get their second halves in the operating round, NXR does not."""
    position = Position(edition).left("3", 5).investor("A3", "Cy").set(phase="A2")
    position.company("BCR", par=100, cash=400, Ann=20).company("WNR", par=70, Bo=30, Cy=10, A3=10)
    position.company("NXR", par=80, Cy=40).company("HKR", par=90, Bo=40, Cy=20)
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "3", "bank", 180))
    assert [game.state.cash[name] for name in ("BCR", "WNR", "NXR", "HKR")] == [220, 350, 0, 450]
    assert operating(game).company == "BCR"


BOARD = """
  -    -   100   105   110   115/5  120/5  125/5  130/10 140/10 150/15 160/15 180/20 200/40
  -   85    95   100   105   110/5  115/5  120/5  125/10 135/10 145/15 155/15 170/20 190/20
 70   80    90    95   100   105/5  110/5  115/5  120/10 130/10 140/15 150/15 165/20 180/20
 65   75    85    90    95   100/5  105/5  110/5  115/10 125/10 135/15 145/15
 60   70    80    85    90    95/5  100/5  105/5  110/10 120/10
 55   65    75    80    85    90/5   95/5  100/5
 50   60    70    75    80    85/5   90/5
 45   55    65    70    75    80/5
 40   50    60    65    70
"""


@rule_1880(in_2010=["XIII.1.1", "X.9.1", "XIII.2.3", "XIII.2.6"])
def test_the_whole_price_board(edition: str) -> None:
    cells = definition("1880", edition).market.cells
    wanted = {}
    for row, line in enumerate(BOARD.strip("\n").splitlines()):
        for column, word in enumerate(line.split()):
            if word != "-":
                price, _, bonus = word.partition("/")
                wanted[row, column] = (int(price), int(bonus or 0))
    assert {place: (cell.price, cell.bonus) for place, cell in cells.items()} == wanted


@rule_1880(in_2010=[f"XIII.2.{number}" for number in range(1, 7)] + ["XIII.3.1", "XIII.3.2", "XIII.3.3", "XIII.3.4"])
@pytest.mark.parametrize("row", range(9))
def test_every_move_from_every_place_of_a_row(edition: str, row: int) -> None:
    """BCR pays, withholds, is sold and is sold out."""
    cells = definition("1880", edition).market.cells

    def first(*places: tuple[int, int]) -> tuple[int, int]:
        return next(place for place in places if place in cells)

    for column in (column for line, column in cells if line == row):
        here = (row, column)
        above, below = first((row - 1, column), here), first((row + 1, column), here)
        position = Position(edition).phase("B1").company("BCR", par=100, cell=here, Ann=60, Bo=40, cash=500)
        for kind, then in (("pay", first((row, column + 1), above)), ("withhold", first((row, column - 1), below))):
            game = position.operate("BCR", "dividend", revenue=100).copy()
            plays(game, Dividend("BCR", kind))  # type: ignore[arg-type]
            assert game.state.cells["BCR"] == then
        lowest = max(line for line, same in cells if same == column)
        for sold in (1, 2, 3, 4):
            game = plays(position.stock("Bo", inside="BCR").copy(), SellShares("Bo", "BCR", 10 * sold))
            assert game.state.cells["BCR"] == (min(row + sold, lowest), column)
        assert all_pass(position.stock("Bo", inside="BCR")).state.cells["BCR"] == above


@rule_1880(in_2010=["XIV.3.2", "XI.26", "XIV.1.3"])
@pytest.mark.parametrize("phase", ["C2", "C3", "D1", "D2"])
def test_all_prices_move_again_from_the_first_6_train_on(edition: str, phase: str) -> None:
    """With a dividend and without one, by sales, and of companies that are sold out."""
    position = Position(edition).phase(phase).company("BCR", par=90, Cy=60, cash=1000, trains=("6",), permits="")
    position.company("WNR", par=80, Ann=40, Bo=30).company("NXR", par=70, Ann=60, Bo=40)
    for kind, cell in (("pay", (3, 4)), ("withhold", (3, 2))):
        game = position.operate("BCR", "dividend", after=("WNR",), revenue=50).copy()
        plays(game, Dividend("BCR", kind))  # type: ignore[arg-type]
        assert game.state.cells["BCR"] == cell
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10))
    all_pass(game)
    assert (game.state.cells["WNR"], game.state.cells["NXR"]) == ((6, 3), (6, 3))
