"""Provides edits to the rules about money: payouts, rounding, ties and outcomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from bj.catalogue.events import PLAYER
from bj.compiler.wrong_rules import move_limit, overlook_busts, pay, reverse_payouts, round_payouts, settle_as
from bj.engine.face.state_corrections import correct_bankroll
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.ruleset.templates import Template, TemplateField
from bj.verify.changes import Change, Data, look, put, setting
from bj.verify.deviation_names import (
    AS_SHOWN,
    BY_TOTALS,
    ENDS_EARLY,
    LIMITS,
    OUTCOMES,
    OUTCOMES_AS_SHOWN,
    TAKES_WAGERS,
)
from bj.verify.findings import WORDING
from bj.verify.leeway import NONE, Leeway
from bj.verify.matching import ANY_NUMBER, NUMBER
from bj.verify.message_texts import NOT_PAID, ROUNDED_WRONG, UNSETTLED, WRONG_LIMIT
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role
from bj.verify.suspects.texts import other_names
from bj.verify.wrong_results import RESULTS, wrong_bust

TOGETHER = (
    ("player_wins", "won_by_bust"),
    ("dealer_wins", "lost_by_bust"),
    ("dealer_wins", "lost_by_bust", "push"),
)
"""Groups of events whose payouts a program may get wrong together."""

COMPARED = (
    ("won_by_bust", "player_wins", "dealer_wins", "push"),
    ("player_wins", "dealer_wins", "push"),
    ("player_wins", "dealer_wins", "push", "dealer_natural"),
    ("player_wins", "dealer_wins"),
    ("dealer_wins", "push"),
    ("player_wins",),
    ("dealer_wins",),
)
"""Groups of results that a program may fail to settle, although it settles all others."""

RATIOS = ("2", "1", "3/2", "6/5", "5/2", "0", "1/2", "3", "-1", "-2", "-1/2", "-3/2")

PARTS = re.compile(r"\d\.\d")
"""A pattern that matches a decimal point between two digits."""

NEXT = ("hand", "bets", "shuffle", "standing", "victory")
"""Events that may follow a settled hand, as keys without the role prefix."""

OTHER_OUTCOMES: tuple[dict[str, str], ...] = (
    {"push": "player_wins"},
    {"push": "dealer_wins"},
    {"player_wins": "push"},
    {"dealer_wins": "push"},
    {"player_wins": "dealer_wins"},
    {"dealer_wins": "player_wins"},
    {"player_wins": "dealer_wins", "dealer_wins": "player_wins"},
)

TIES = {"lose": "dealer_wins", "win": "player_wins"}
"""The result that a tie has if ``payouts.tie`` does not return the wager."""

TIE_PAYS = "1:1"
"""The payout for a tie that wins."""


def other_decimals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that print amounts with trailing zeros, or that do not round payouts."""
    path: KeyPath = ("money", "decimals")
    if not PARTS.search(mismatch.line):
        return
    message, zeros = "amounts have the wrong number of decimals", Leeway(with_zeros=True)
    yield Change("decimals", WORDING, path, message, leeway=zeros)
    rule, message = ("payouts", "rounding"), "payouts are not rounded"
    for decimals in (1, 2):
        name, data = f"{decimals} decimals", partial(put, path=path, value=decimals)
        yield Change(name, "rounding", rule, message, data=data, leeway=zeros, remembers="game")


def other_money(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that pay a player's last hand incorrectly."""
    keys = [event.key for event in reversed(mismatch.before) if event.key in OUTCOMES]
    if mismatch.expected is not None and mismatch.expected.key in OUTCOMES:
        keys.insert(0, mismatch.expected.key)
    if not keys:
        return
    if mismatch.compiled.roles.count(PLAYER) > 1:
        keys = [event.key for event in reversed(mismatch.halt.before) if event.key in OUTCOMES] or keys
    else:
        keys = keys[:1]
    if not {"player_natural", "player_wins", "won_by_bust"}.isdisjoint(keys):
        for how in ("up", "nearest", "down"):
            yield Change(
                f"rounding {how}",
                "rounding",
                ("payouts", "rounding"),
                ROUNDED_WRONG,
                vary=round_payouts(how),
            )
    message = "the wager is taken immediately and not returned"
    yield Change(TAKES_WAGERS, "payout", ("payouts",), message, leeway=Leeway(hooks={TAKES_WAGERS}))
    yield Change("pays nothing", "payout", ("payouts",), NOT_PAID, vary=pay(OUTCOMES, 0))
    message = "wins are taken from the bankroll, and losses are added to it"
    yield Change(message, "payout", ("payouts",), message, vary=reverse_payouts())
    yield from _other_house(mismatch)
    for key in dict.fromkeys(keys):
        yield from _other_payouts(mismatch, key)


def _other_house(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that starts the game with the wrong bankroll for the house."""
    event, shown, path = mismatch.expected, mismatch.shown, ("dealer", "bankroll")
    begins = look(mismatch.variants.base, path)
    if event is None or shown is None or event.key != "dealer_standing" or not isinstance(begins, int):
        return
    if shown.bankroll is not None and event.bankroll is not None:
        difference, rest = divmod(shown.bankroll - event.bankroll, 10**mismatch.compiled.decimals)
        message = "the house begins with the wrong bankroll"
        if not rest:
            yield setting(path, begins + difference, "bankroll", message, remembers="game")


def _other_payouts(mismatch: Mismatch, key: str) -> Iterator[Change]:
    """Yield changes that make the outcome ``key`` pay a wrong amount.

    Some of the changes accept any bankroll of the house.
    """
    rule: KeyPath = ("payouts", OUTCOMES[key])
    message = "the payout is wrong"
    shows_house = "dealer_standing" in mismatch.reference.checked.texts
    without_house = Leeway(loose={("dealer_standing", "bankroll")})
    groups = ((key,), *(group for group in TOGETHER if key in group))
    for ratio in dict.fromkeys((*mismatch.brought, *map(Fraction, RATIOS))):
        for keys in groups:
            for leeway in (NONE, without_house) if shows_house else (NONE,):
                yield Change(
                    f"pays {keys} {ratio}" + (" apart from the house" if leeway is without_house else ""),
                    "payout",
                    rule,
                    message,
                    vary=pay(keys, ratio.numerator, ratio.denominator),
                    leeway=leeway,
                )

    for keys in groups:
        as_shown = Leeway(hooks={AS_SHOWN[each] for each in keys})
        yield Change(f"{' and '.join(keys)} as shown", "payout", rule, message, leeway=as_shown)


def other_bankroll(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that alters a player's bankroll between two rounds."""
    shown, view = mismatch.shown, View(mismatch.compiled.program, mismatch.table)
    if shown is None or shown.key != "hand" or shown.bankroll is None or view.hand_number != 1:
        return
    player, bankroll = view.players[0], shown.bankroll
    names = {member.name: name for name, member in mismatch.book.model.members.items()}
    name = names.get(mismatch.compiled.persons[player])

    def correct(table: list[int]) -> None:
        correct_bankroll(table, player, bankroll)

    rule: KeyPath = ("members", name, "bankroll") if name else ("players",)
    message = "{shown} begins with the wrong bankroll"
    change = f"bankroll {player} at {mismatch.halt.at}"
    yield Change(change, "bankroll", rule, message, once=True, correct=correct, group="bankrolls")


def other_outcomes(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let the wrong side win, or that judge ties incorrectly."""
    if not mismatch.keys & {"wins", "push", "busts", "won_by_bust", "lost_by_bust", "paid", "collected"}:
        return
    if _is_said_too(mismatch):
        return
    if _is_paid_the_same(mismatch):
        yield from other_names(mismatch)
        return
    message = "the outcome of the hand is wrong"
    bust = wrong_bust(mismatch)
    win: KeyPath = ("rules", "target") if bust is not None and bust.counts else ("payouts", "win")
    yield from _other_limits(mismatch)
    yield from _unsettled(mismatch)
    for others in OTHER_OUTCOMES:
        rule = ("payouts", "tie") if "push" in (*others, *others.values()) else win
        yield Change(f"settle {others}", "outcome", rule, message, vary=settle_as(others))
    for totals, busts in ((True, False), (True, True), (False, True)):
        name, vary = f"busts overlooked {totals} {busts}", overlook_busts(totals=totals, busts=busts)
        overlooked = Change(name, "outcome", win, message, vary=vary)
        yield overlooked
        data = _reacting_when_lost(mismatch)
        if data is not None:
            yield replace(overlooked, name=f"{name} by players, too", data=data)
    yield from other_names(mismatch)
    yield from _ties_that_push(mismatch)
    yield from _dealer_naturals(mismatch)
    target, ties = mismatch.book.model.rules.target, ("payouts", "tied_totals")
    for total, way in product(
        range(target, target - 5, -1), ("lose", "win") if "push" in mismatch.keys else ()
    ):
        change = partial(put, path=(*ties, str(total)), value=way)
        yield Change(
            f"ties of {total} {way}",
            "outcome",
            ("payouts", "tie"),
            message,
            data=change,
        )
    rule = ("payouts", "tie") if "push" in mismatch.keys else win
    yield Change(OUTCOMES_AS_SHOWN, "outcome", rule, message, leeway=Leeway(hooks={OUTCOMES_AS_SHOWN}))
    too_soon = "a hand ends too soon"
    yield Change(ENDS_EARLY, "order", ("procedure", "hand"), too_soon, leeway=Leeway(hooks={ENDS_EARLY}))


def _unsettled(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that neither announce nor pay some of the results that depend on comparing totals."""
    key = "" if mismatch.expected is None else mismatch.expected.key
    if mismatch.shown is None or without_role(mismatch.shown.key) != "standing":
        return
    for keys in [each for each in COMPARED if key in each]:
        rule, silent = ("procedure", "hand"), Leeway(texts=dict.fromkeys(keys))
        yield Change(f"{keys} not settled", "order", rule, UNSETTLED, vary=pay(keys, 0), leeway=silent)


def _is_said_too(mismatch: Mismatch) -> bool:
    """Return whether the line only repeats, in different words, the result that was already announced."""
    expected, shown = mismatch.expected, mismatch.shown
    if shown is None or expected is None or without_role(expected.key) not in NEXT:
        return False
    settled = [event.key for event in mismatch.before if event.key in OUTCOMES]
    return shown.key in RESULTS and [RESULTS[key] for key in settled[-1:]] == [RESULTS[shown.key]]


def _is_paid_the_same(mismatch: Mismatch) -> bool:
    """Return whether one of the two lines announces a tie, and the other a result that pays the same."""
    payouts = mismatch.book.model.payouts
    keys = {event.key for event in (mismatch.expected, mismatch.shown) if event is not None}
    is_same = payouts.tie == "lose" or payouts.win == TIE_PAYS
    return is_same and keys == {"push", TIES.get(payouts.tie)}


def _ties_that_push(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that turns ties into pushes.

    The rules have no message for a push, so the actual line is used.
    """
    event, path, line = mismatch.expected, ("payouts", "tie"), mismatch.lines_there
    if "push" in mismatch.reference.checked.texts or mismatch.shown is not None or not line.strip():
        return
    before, name, after = NUMBER.sub(ANY_NUMBER, line).partition(event.name if event is not None else "\n")
    words = Template((before, TemplateField("name"), after) if name else (before,))
    message, said = "a tie counts as a push against the rules", Leeway(texts={"push": words})
    data = partial(put, path=path, value="push")
    yield Change(f"ties push in the words {words}", "outcome", path, message, data=data, leeway=said)


def _reacting_when_lost(mismatch: Mismatch) -> Callable[[Data], None] | None:
    """Return a function that makes players react when a hand is lost instead of when it busts.

    Return None if no player reacts to a bust.
    """
    model = mismatch.book.model
    reactions = (each for strategy in model.strategies.values() for each in strategy.reactions or ())
    return (
        partial(_react_when_lost, model.rules.target)
        if any(each.on == "bust" for each in reactions)
        else None
    )


def _react_when_lost(target: int, data: Data) -> None:
    """Change every reaction to a bust into a reaction to a lost hand whose total exceeds ``target``."""
    for strategy in data["strategies"].values():
        for reaction in strategy.get("reactions", ()):
            if reaction["on"] == "bust":
                when = f"total > {target}"
                reaction |= {"on": "hand lost", "when": f"{when} and ({reaction.get('when', True)})"}


def _dealer_naturals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that lets the dealer's natural beat any other hand with the same total.

    If the rules have no message for this, the line that announces the dealer's win is used.
    """
    rule, said = ("rules", "dealer_natural"), mismatch.reference.checked.texts
    if look(mismatch.variants.base, rule) or "dealer_wins" not in said:
        return
    message = "the dealer's natural beats other hands with the same total"
    data = partial(put, path=rule, value=True)
    words = Leeway(texts={"dealer_natural": said.get("dealer_natural", said["dealer_wins"])})
    yield Change("dealer's naturals", "outcome", rule, message, data=data, leeway=words)


def _other_limits(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that move the total above which hands bust.

    Nothing else changes.
    """
    rule, message = ("rules", "target"), WRONG_LIMIT
    for name, (_, dealer) in LIMITS.items() if "busts" in mismatch.keys else ():
        limit = Change(name, "rule", rule, message, vary=move_limit(dealer), leeway=Leeway(hooks={name}))
        yield limit  # this applies at settlement as well; the next change applies only during turns
        in_turns, data = Leeway(hooks={name, BY_TOTALS}), _reacting_when_lost(mismatch)
        yield replace(limit, name=f"{name} in turns", vary=None, data=data, leeway=in_turns)
