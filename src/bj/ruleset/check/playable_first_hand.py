"""Check that the first hand can be played: players can wager, and the shoe has enough cards."""

from __future__ import annotations

from bj.catalogue import expression_names
from bj.catalogue.effects import EFFECTS, LOSE, RAISE, WIN
from bj.catalogue.limits import MOST_SEATS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import Use
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check.arguments import range_of
from bj.ruleset.check.cards import is_pack_sure
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.expressions_and_templates import decimals_of, read_use
from bj.ruleset.expression_ranges import EITHER, LARGEST, Interval, find_interval
from bj.ruleset.expressions.tree import ValueKind, names_used
from bj.ruleset.model import Step
from bj.ruleset.shoe_size import find_shortage, largest_cut

MANY = (0, LARGEST)

NEED_WAGERS = (LOSE, RAISE, WIN)
"""Effects that make sense only if players wager."""

Known = dict[str, Interval]
"""Maps names to the ranges of their values. A name that is missing can have any value."""


@needs("players", "procedure", "shoe")
def check_room(checking: Checking) -> None:
    """Check that the shoe has enough cards for the first deal to all players."""
    places = (("players",), ("procedure", "deal"), ("shoe",))
    if is_pack_sure(checking) and all(checking.is_sure(*path) for path in places):
        shortage = find_shortage(checking.ruleset, len(checking.ruleset.players))
        if shortage:
            checking.fault("BJ617", ("players",), *shortage, key=True)


@needs("arguments")
def check_jackpot_starts(checking: Checking) -> None:
    """Check that the amounts in jackpots cannot be below zero, either at the start or after a payout."""
    for name, bet in (checking.ruleset.side_bets or {}).items():
        for key, does in (("start", "begin"), ("reset", "be reset")) if bet.jackpot else ():
            path: KeyPath = ("side_bets", name, "jackpot", key)
            amount = getattr(bet.jackpot, key)
            if amount is None or not checking.is_sure(*path):
                continue
            if _amount(checking, path, amount)[1] < 0:
                message = f"a jackpot cannot {does} below zero"
                checking.fault("BJ205", path, message, "write 0 or more")


@needs("arguments", "rules")
def check_minimum(checking: Checking) -> None:
    """Check that the minimum wager can be above zero, and that the maximum wager can be at least as large."""
    path: KeyPath = ("rules", "minimum_wager")
    rules = checking.ruleset.rules
    if not rules.has_wagers:
        return
    amount = _amount(checking, path, rules.minimum_wager)
    if amount[1] <= 0 and checking.is_sure(*path):
        decimals = decimals_of(checking)
        least = f'"0.{"1":0>{decimals}}"' if decimals else "1"
        message = "the minimum wager must be more than zero"
        checking.fault("BJ205", path, message, f"write {least} or more, or `0` for a game without wagers")
    step: KeyPath = ("rules", "wager_step")
    multiple = rules.wager_step if checking.is_sure(*step) else None
    if multiple is not None and _amount(checking, step, multiple)[1] < 1:
        checking.fault("BJ205", step, "wagers cannot be multiples of 0 or less", "write 1 or more")
    largest = rules.maximum_wager
    top: KeyPath = ("rules", "maximum_wager")
    if largest is None or not (checking.is_sure(*path) and checking.is_sure(*top)):
        return
    if _amount(checking, top, largest)[1] < max(1, amount[0]):
        message = "the maximum wager is less than the minimum wager"
        checking.fault("BJ205", top, message, "write a larger amount, or remove it")


@needs("payouts", "procedure", "rules")
def check_wagers(checking: Checking) -> None:
    """Check that a game without wagers has no rule that needs them."""
    ruleset = checking.ruleset
    if ruleset.rules.has_wagers:
        return
    places: list[tuple[KeyPath, str]] = [
        ((*path, "do"), f"`{reaction.do}`")
        for path, reaction in ruleset.all_reactions()
        if EFFECTS[reaction.do].number in NEED_WAGERS
    ]
    if "betting round" in ruleset.procedure.steps_named():
        places.append((("rules", "minimum_wager"), "a betting round"))
    places += [
        (
            ("payouts", "bonuses", name, "at_once")
            if name in ruleset.payouts.bonuses
            else ("rules", "charlie"),
            "`at_once`",
        )
        for name, bonus in ruleset.bonuses.items()
        if bonus.at_once
    ]
    for path, what in places:
        remedy = "write `minimum_wager = 1` under [rules], or remove it"
        checking.fault(
            "BJ619", path, f"{what} needs wagers, but this game has none: `minimum_wager` is 0", remedy
        )


@needs("arguments", "members", "players", "procedure", "rules", "shoe", "teams")
def check_loops(checking: Checking) -> None:
    """Check that every `repeat` can be carried out at least once, for some choice of arguments."""
    always = _always(checking)
    in_round: Known = {**always, "round": (1, LARGEST)}
    _check_list(checking, "game", _at_start(checking, always), always)
    _check_list(checking, "round", {**in_round, "hand": (0, 0)}, in_round)


def _check_list(checking: Checking, name: str, known: Known, always: Known) -> None:
    """Check that each `repeat` in the list ``name`` can be carried out.

    ``known`` maps names to their possible values before the first `repeat`, and ``always`` to those after it.
    """
    steps: list[Step] = getattr(checking.ruleset.procedure, name) or []
    for index, step in enumerate(steps):
        for key, text in (("if", step.if_), ("while", step.while_)) if step.repeat else ():
            if text is not None:
                _check_condition(checking, ("procedure", name, index, key), text, str(step.repeat), known)
        if step.repeat is not None or not checking.is_sure("procedure", name):
            known = always
        if "ask again" in (step.step, step.else_):
            known = {**known, "again": EITHER}


def _check_condition(checking: Checking, path: KeyPath, text: str, repeated: str, known: Known) -> None:
    """Check that the condition for a `repeat` can be true when it is first checked."""
    condition = read_use(checking, Use(path, text, Place.TABLE, ValueKind.BOOLEAN))
    if condition is None or find_interval(condition, known, _unit(checking)) != (0, 0):
        return
    remedy = f"make it true at the start, as in `{repeated} < 3`"
    if repeated in names_used(condition) & _arguments(checking).keys():
        remedy = f"rename the argument `{repeated}`: here, this name means the number of the {repeated}"
    checking.fault(
        "BJ710", path, f"no {repeated} is ever played: this condition is false from the start", remedy
    )


def _always(checking: Checking) -> Known:
    ruleset, shoe = checking.ruleset, checking.ruleset.shoe
    known = {name: values for name, values in _arguments(checking).items() if name not in NAMES[Place.TABLE]}
    known |= {key: MANY for key, name in expression_names.NAMES.items() if name.is_count}
    path: KeyPath = ("rules", "minimum_wager")
    if checking.is_sure(*path):
        least, most = _amount(checking, path, ruleset.rules.minimum_wager)
        known["minimum"] = (max(1, least), max(1, most)) if ruleset.rules.has_wagers else (0, 0)
    is_sized = isinstance(shoe.packs, int) and shoe.players_per_pack is None
    if is_sized and checking.is_sure("shoe") and is_pack_sure(checking):
        known["cards_left"] = 0, largest_cut(ruleset)
    if ruleset.tournament is None and checking.is_sure("tournament"):
        known["players_left"] = known["dealers_left"] = known["match"] = known["matches_left"] = (0, 0)
        if ruleset.players and checking.is_sure("players") and checking.is_sure("arguments"):
            more = any(argument.type == "players" for argument in ruleset.command_line)
            known["players"] = len(ruleset.players), MOST_SEATS if more else len(ruleset.players)
    return known


def _at_start(checking: Checking, always: Known) -> Known:
    """Return the possible values of names when the game starts.

    ``always`` contains their possible values during the whole game.
    """
    ruleset = checking.ruleset
    known = {**always, "again": (1, 1)}
    known |= {key: (0, 0) for key, name in expression_names.NAMES.items() if name.starts_at_0}
    if always["cards_left"] != MANY:
        known["cards_left"] = always["cards_left"][1], always["cards_left"][1]
    if ruleset.tournament is not None:
        sizes = [len(team.members) for team in ruleset.teams]
        if sizes and all(checking.is_sure("teams", index, "members") for index in range(len(sizes))):
            known["players_left"] = known["dealers_left"] = min(sizes), max(sizes)
        if checking.is_sure("tournament", "matches"):
            known["matches_left"] = (len(ruleset.tournament.matches or [()]),) * 2
    elif ruleset.players and checking.is_sure("players") and checking.is_sure("players", 0):
        known["bankroll"] = _amount(checking, ("players", 0, "bankroll"), ruleset.players[0].bankroll)
    return known


def _unit(checking: Checking) -> int:
    unit: int = 10 ** decimals_of(checking)
    return unit


def _amount(checking: Checking, path: KeyPath, text: str) -> Interval:
    """Return the range of the amount of money at ``path``, in smallest units."""
    expression = read_use(checking, Use(path, text, Place.START, ValueKind.MONEY))
    if expression is None:
        return -LARGEST, LARGEST
    return find_interval(expression, _arguments(checking), _unit(checking))


def _arguments(checking: Checking) -> Known:
    return {
        argument.name: range_of(argument)
        for argument in checking.ruleset.command_line
        if argument.type == "integer" and checking.is_sure("arguments", argument.name)
    }
