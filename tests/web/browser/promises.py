"""What the table promises to whoever sits at it, each proven in a real browser on every screen.

A test that proves one names it: `@pytest.mark.promise("the buttons of the map zoom")`. Such a test runs once for each
screen of the promise (`screens.py`), where `sit` opens its pages: the first of them in the fast suite, the others among
the slow tests. `test_promises.py` fails for a promise that no test names.
"""

from __future__ import annotations

from tests.web.browser.screens import DESKS, SCREENS, Screen

#: what misleads nobody
_CLEAR = (
    "pointing at a button says what a click would do, and no longer than that",
    "a bid says what it does, and nothing of that is cut",
    "who cannot act is promised nothing",
    "the buttons of the map zoom",
    "whatever can be pressed does something",
    "a server that is gone is told, a click is given back, and its return is seen",
    "a program that stops is told to its owner alone",
    "the route editor opens in sight, rings what can be reached, and refuses in names of places",
    "what is tried from here is not taken for the game, and bots stay bots in it",
    "what cannot be had for 18xx.games is grey, with the reason",
    "one's own latest action is taken back at once, and it stands in the log",
    "what others have done since is taken back with their consent",
    "a table may let everybody take back",
    "what falls is said before it does, and comes again at once",
    "a form that is refused keeps what was typed",
    "a company that is pointed at is not taken for the one that acts",
    "the lines of a chart have a colour for each of seven players",
    "bankruptcy is the last choice, and what is missing stands above",
    "a bank below nothing says what that means",
    "what starts a game, opens a table or joins one is in sight",
    "whoever has games going on finds them first",
)

#: what fits a screen
_ROOM = (
    "Confirm and Pass are in sight without scrolling",
    "companies that run come first, and shares are sold step by step",
    "a company is started in one place: company, price, what it costs, when it floats",
    "hexes are large and names on the map can be read",
    "the sheet of seven players stays on the screen",
    "a lot has its bids and bidders in its row",
    "a private tells its power in the auction, on the sheet and on cards",
    "companies tell what is peculiar to them",
    "letters and signs have words",
    "tiles tell what they can become",
    "trains tell what they rust",
    "what others did since one's last turn is listed and marked on the map, until it is dismissed",
    "one's own seat is marked",
    "what has only one answer is not asked, unless one wishes it",
    "focus stays where one acts",
    "two operating rounds of three companies need 24 clicks",
    "axe-core finds nothing serious",
)

#: playing with others
_TOGETHER = (
    "who waits for a game may leave, and who opened the table may close it",
    "a seat is given up to a bot, and taken again",
    "a seat is given up to another person",
    "a seat that waits is found in the lobby, and who plays it is named beside its name",
    "who opened the table replaces who does not come",
    "the others vote on who does not come",
    "all agree to close a table, and it goes on the shelf",
    "another game with the same people is one click away",
    "a seat is kept for whoever is asked to play again, until they accept or decline",
    "what was said and done at the table is told until one has seen it",
    "a table is opened with a clock, and the lobby tells its pace",
    "time is counted down, and told when little is left",
    "everybody's time left stands beside their names",
    "when time runs out the table passes or a bot sits down",
    "vacations are entered and ended",
    "where it is one's turn is listed with the time left, and the next table is offered after acting",
    "a turn at another table is told while one sits and waits",
    "a turn at another table is told while one has a turn at this one",
    "an open table has a link for onlookers",
    "a profile has games, results and a rating for each title",
    "notes are kept for oneself",
    "drawings on the map are kept for oneself",
    "one action is played when the turn comes, if nothing has changed",
    "a forgotten password is set again by a letter",
    "an e-mail address is changed by a letter",
    "an account is deleted: its games stay, with somebody in its place",
    "all one's data can be downloaded",
    "signing in takes two steps where that is wished",
    "games around one screen are named, moved by a link and deleted",
)

#: planning and looking back
_AFTERWARDS = (
    "a line is begun, named, played for all seats and left with one click",
    "what one would try now is one press away",
    "two lines stand side by side",
    "lines say whether they still hold when the game has moved on",
    "a plan is shared by a link when the game is over",
    "a report tells who won by what, round by round, and where it turned",
    "a report is printed on paper",
    "the archive finds games by title, people, day, length and winner",
    "each title has statistics of seats, prices, lengths and companies",
)

#: learning
_LEARNING = (
    "a lesson says what to do, tells right from wrong, takes back, shows and goes on",
    "what a lesson speaks of is marked and in sight",
)

#: what a phone cannot have, and why
_ON_A_DESK = {
    "map, decision and sheet stand side by side": "a phone shows one of them at a time",
    "tabs and reasons give way to a decision that needs their room": "a phone shows one panel and scrolls it",
    "the edge between map and panels is where one left it": "a phone shows one panel: there is no edge",
}

PROMISES: dict[str, tuple[Screen, ...]] = {
    **dict.fromkeys((*_CLEAR, *_ROOM, *_TOGETHER, *_AFTERWARDS, *_LEARNING), SCREENS),
    **dict.fromkeys(_ON_A_DESK, DESKS),
}
