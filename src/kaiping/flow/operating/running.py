"""Running trains: the routes claimed, their revenue, and whether it is the highest there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kaiping.action import AnyAction, Route, RunRoutes
from kaiping.board.board import Board
from kaiping.definition import BestRun, Definition, FreeFerries, StopBonus
from kaiping.flow.operating.connections import has_route, note_connections, passes_of, token_owner
from kaiping.flow.operating.frame import OperatingRound, president_of, update
from kaiping.flow.operating.step import Earns, TurnStep
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.trains import next_train
from kaiping.routes.check import fault, incomes
from kaiping.routes.income import NO_PRIVILEGES, Privileges, RunProblem, problem
from kaiping.routes.search import Run, best_runs_by_calls, unbeaten


def trains_of(table: Play, company: str) -> tuple[str, ...]:
    """The trains that run: a company's own; a minor at work leases the one on top of the bank's stack."""
    if company in table.definition.minors and not table.definition.train_rules.minors_own:
        return (next_train(table.definition, table.state).name,) if table.phase.minors_work else ()
    return table.state.trains.get(company, ())


def problem_of(
    table: Play, company: str, trains: Sequence[str] | None = None, board: Board | None = None
) -> RunProblem:
    """What there is to run for a company now, with its trains or with others, on the board or on another."""
    owner, privileges = token_owner(table.definition, company), privileges_of(table, company)
    trains, board = trains_of(table, company) if trains is None else trains, board or table.state.board
    return problem(table.definition, board, owner, trains, table.phase.value_index, privileges)


def privileges_of(table: Play, company: str) -> Privileges:
    """What the privates of whoever decides for a company bring its trains, and what it may pass itself."""
    owner = president_of(table, company) if company in table.state.presidents or company in table.state.minors else None
    privates = table.state.privates
    powers = [power for name, power in _powers_to_run(table.definition) if name in privates and privates[name] == owner]
    values = tuple([((power.hex, 0), power.amount) for power in powers if isinstance(power, StopBonus)])
    no_fees = any(isinstance(power, FreeFerries) for power in powers)
    passes = passes_of(table, company)
    if values or no_fees or passes:
        return Privileges(values=values, passes=passes, no_fees=no_fees)
    return NO_PRIVILEGES


def _powers_to_run(definition: Definition) -> list[tuple[str, StopBonus | FreeFerries]]:
    """The privates that bring trains something, with their powers."""
    found: list[tuple[str, StopBonus | FreeFerries]] | None = definition.memo.get("powers to run")
    if found is None:
        all_powers = ((name, private.power) for name, private in definition.privates.items())
        found = [(name, power) for name, power in all_powers if isinstance(power, StopBonus | FreeFerries)]
        definition.memo["powers to run"] = found
    return found


def best_runs(table: Play, company: str) -> dict[int, Run]:
    """The best run for each number of calls that pay the treasury; worked out once for each board."""
    state = table.state
    trains = tuple(sorted(trains_of(table, company)))
    key = ("runs", company, trains, table.phase.value_index, privileges_of(table, company))
    runs: dict[int, Run] | None = state.board.memo.get(key)
    if runs is None:
        runs = state.board.memo[key] = best_runs_by_calls(problem_of(table, company))
    return runs


def subsidy_calls(what: RunProblem, route: Route) -> int:
    """How often a route calls where the treasury is paid."""
    stops = (stop.split(".") for stop in route.stops)
    return sum(what.network.numbers[hex_id, int(index)] in what.subsidies for hex_id, index in stops)


class ForeseenRun(SilentStep):
    """A run of which only its income is thought of."""

    name = "run"

    def __init__(self, earns: Earns) -> None:
        self.earns_by = earns

    def skip(self, table: Play, frame: OperatingRound) -> None:
        company = frame.company
        if not trains_of(table, company):
            return
        revenue, subsidy = self.earns_by(table, company)
        table.state.revenue = {**table.state.revenue, company: revenue}
        if revenue or not table.definition.running.price_bonus_by_run:
            revenue += frame.price_bonus
        update(table, revenue=revenue, subsidy=subsidy)


class RunStep(TurnStep):
    """Each train runs once; the claim must be as high as the edition demands."""

    name = "run"
    kinds = (RunRoutes,)

    def __init__(self, ran: Callable[[Play, RunRoutes], None] | None = None) -> None:
        #: what follows a run
        self.ran = ran

    def open(self, table: Play, frame: OperatingRound) -> bool:
        company, rules = frame.company, table.definition.running
        if not trains_of(table, company):
            return False
        if rules.keeps_route_flag:
            return company in table.state.routed or has_route(table, company)
        return has_route(table, company) and any(run.routes for run in best_runs(table, company).values())

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """By a first train, or by track that joins a second stop."""
        return True

    def earns(self, table: Play, frame: OperatingRound) -> bool:
        """The share price may bring the owner of a train something without a run."""
        by_run = table.definition.running.price_bonus_by_run
        return frame.price_bonus > 0 and not by_run and bool(trains_of(table, frame.company))

    def foreseen(self, earns: Earns) -> TurnStep:
        return ForeseenRun(earns)

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        table.refuse("must_run", company=frame.company)

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing is earned but what the share price brings to the owner of a train."""
        if trains_of(table, frame.company):
            note_connections(table, frame.company)
            if self.earns(table, frame):
                table.log("price-bonus", company=frame.company, amount=frame.price_bonus)
                update(table, revenue=frame.price_bonus)

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        company = frame.company
        if not self.open(table, frame):
            return
        runs = best_runs(table, company)
        if table.definition.running.best_run is BestRun.UNBEATEN:
            runs = unbeaten(runs)
        else:
            best = max(run.revenue for run in runs.values())
            runs = {calls: run for calls, run in runs.items() if run.revenue == best}
        for run in runs.values():
            yield RunRoutes(company, run.routes), None

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, RunRoutes)
        if not action.routes and not self.open(table, frame):
            table.refuse("nothing_to_run", company=action.company)
        if not action.routes and table.definition.running.one_must_run:
            table.refuse("must_run", company=action.company)
        what = problem_of(table, action.company)
        wrong = fault(what, action.routes)
        if wrong is not None:
            minor = action.company in table.definition.minors
            table.refuse(wrong.code, where="minor" if minor else None, **wrong.figures)
        self._check_best(table, what, action)

    def _check_best(self, table: Play, what: RunProblem, action: RunRoutes) -> None:
        """Where the edition demands it, nobody may be able to show a better run."""
        rule, company = table.definition.running.best_run, action.company
        if rule is BestRun.ANY:
            return
        runs = best_runs(table, company)
        if not action.routes and any(run.routes for run in runs.values()):
            table.refuse("must_run", company=company)
        revenue = sum(income.revenue for income in incomes(what, action.routes))
        calls = sum(subsidy_calls(what, route) for route in action.routes)
        if rule is BestRun.DIVIDEND:
            best = max(runs, key=lambda number: runs[number].revenue)
            better = [best] if runs[best].revenue > revenue else []
        else:
            front = unbeaten(runs).items()
            better = [more for more, run in front if more >= calls and run.revenue >= revenue + (more == calls)]
        if not better:
            return
        most = better[0]
        run = "; ".join(f"{route.train}: {' – '.join(route.stops)}" for route in runs[most].routes)
        claim: dict[str, Any] = {"company": company, "revenue": revenue, "best": runs[most].revenue, "run": run}
        if rule is BestRun.UNBEATEN and most > calls:
            table.refuse("run_beaten", **claim, calls=calls, most=most)
        table.refuse("not_the_best_run", where="subsidy" if calls else None, **claim)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, RunRoutes)
        state, company = table.state, action.company
        note_connections(table, company)
        what = problem_of(table, company)
        earned = incomes(what, action.routes)
        revenue = sum(income.revenue for income in earned)
        subsidy = sum(income.subsidy for income in earned)
        fame = table.definition.companies[company].fame if company in table.definition.companies else None
        if fame is not None and any(name == fame.name for income in earned for name, _ in income.bonuses):
            subsidy += fame.treasury
        state.revenue = {**state.revenue, company: revenue}
        table.log(
            "run",
            company=company,
            revenue=revenue,
            subsidy=subsidy,
            routes=[
                {"train": route.train, "path": list(route.path), "revenue": income.revenue}
                for route, income in zip(action.routes, earned, strict=True)
            ],
        )
        if frame.price_bonus:
            table.log("price-bonus", company=company, amount=frame.price_bonus)
        update(table, revenue=revenue + frame.price_bonus, subsidy=subsidy, step=frame.step + 1)
        if self.ran is not None:
            self.ran(table, action)
