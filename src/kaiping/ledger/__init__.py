"""The read model: what stands on the table as a seat may know it, in typed rows.

Everything that shows a game is rendered from these: the position as data and as text, the API, the terminal's tables,
the page. A figure is worked out here and nowhere else, so that no two readers can disagree. What is hidden from a seat
is None: a game's view has cut it (see ``kaiping.view``), and nothing is worked out from what is not known.
"""

from __future__ import annotations

from kaiping.ledger.auction import Bid as Bid
from kaiping.ledger.auction import Contest as Contest
from kaiping.ledger.auction import Lot as Lot
from kaiping.ledger.auction import bids_on as bids_on
from kaiping.ledger.auction import contest as contest
from kaiping.ledger.auction import for_sale as for_sale
from kaiping.ledger.auction import in_auction as in_auction
from kaiping.ledger.auction import lots as lots
from kaiping.ledger.board import Tokens as Tokens
from kaiping.ledger.board import tiles_left as tiles_left
from kaiping.ledger.board import tiles_to_come as tiles_to_come
from kaiping.ledger.board import tokens as tokens
from kaiping.ledger.course import Round as Round
from kaiping.ledger.course import company_on_turn as company_on_turn
from kaiping.ledger.course import decides_for as decides_for
from kaiping.ledger.course import operating_order as operating_order
from kaiping.ledger.course import operating_turn as operating_turn
from kaiping.ledger.course import order_left as order_left
from kaiping.ledger.course import players_in_turn as players_in_turn
from kaiping.ledger.course import round_now as round_now
from kaiping.ledger.course import steps_left as steps_left
from kaiping.ledger.course import through as through
from kaiping.ledger.course import uninterrupted as uninterrupted
from kaiping.ledger.facts import Fact as Fact
from kaiping.ledger.facts import facts as facts
from kaiping.ledger.only import only_answer as only_answer
from kaiping.ledger.only import rest_of_turn as rest_of_turn
from kaiping.ledger.owners import Company as Company
from kaiping.ledger.owners import Holding as Holding
from kaiping.ledger.owners import Minor as Minor
from kaiping.ledger.owners import Player as Player
from kaiping.ledger.owners import Private as Private
from kaiping.ledger.owners import companies as companies
from kaiping.ledger.owners import company_order as company_order
from kaiping.ledger.owners import holding as holding
from kaiping.ledger.owners import minors as minors
from kaiping.ledger.owners import players as players
from kaiping.ledger.owners import privates as privates
from kaiping.ledger.owners import worths as worths
from kaiping.ledger.prices import dividend_paid as dividend_paid
from kaiping.ledger.prices import floating as floating
from kaiping.ledger.prices import lay_cost as lay_cost
from kaiping.ledger.prices import par_place as par_place
from kaiping.ledger.prices import sale_proceeds as sale_proceeds
from kaiping.ledger.prices import saleable as saleable
from kaiping.ledger.prices import share_cost as share_cost
from kaiping.ledger.prices import token_cost as token_cost
from kaiping.ledger.prices import train_shortfall as train_shortfall
from kaiping.ledger.trains import Depot as Depot
from kaiping.ledger.trains import TrainRow as TrainRow
from kaiping.ledger.trains import depot as depot
