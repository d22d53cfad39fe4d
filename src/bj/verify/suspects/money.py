"""Other money: payouts, rounding, ties, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from bj.compiler.variations import pay, round_payouts, settle_as
from bj.engine.driving import correct_bankroll
from bj.engine.view import View
from bj.errors import KeyPath
from bj.verify.changes import Change, Draft, put
from bj.verify.hooks import AS_TOLD, OUTCOMES
from bj.verify.scene import Scene
from bj.verify.suspects.texts import other_names

TOGETHER = (("player_wins", "won_by_bust"), ("dealer_wins", "lost_by_bust"))
"""Events of which a program may pay both wrong."""

RATIOS = ("2", "1", "3/2", "6/5", "5/2", "0", "1/2", "3", "-1", "-2", "-1/2", "-3/2")

OTHER_OUTCOMES: tuple[dict[str, str], ...] = (
    {"push": "player_wins"},
    {"push": "dealer_wins"},
    {"player_wins": "push"},
    {"dealer_wins": "push"},
    {"player_wins": "dealer_wins"},
    {"dealer_wins": "player_wins"},
    {"player_wins": "dealer_wins", "dealer_wins": "player_wins"},
)


def other_money(scene: Scene) -> Iterator[Change]:
    """The last hand has been paid otherwise."""
    last = next((event for event in reversed(scene.before) if event.key in OUTCOMES), None)
    if last is None:
        return
    rule: KeyPath = ("payouts", OUTCOMES[last.key])
    if last.key in ("player_natural", "player_wins", "won_by_bust"):
        for how in ("up", "nearest", "down"):
            yield Change(
                f"rounding {how}",
                "rounding",
                ("payouts", "rounding"),
                "a payout is rounded otherwise",
                vary=round_payouts(how),
            )
    for decimals in (1, 2) if "." in scene.line else ():
        yield Change(
            f"{decimals} decimals",
            "rounding",
            ("payouts", "rounding"),
            "payouts are not rounded",
            data=partial(put, path=("money", "decimals"), value=decimals),
            draft=_allow_zeros,
            remembers="game",
        )
    message = "the bankroll stays as it is"
    yield Change("pays nothing", "payout", ("payouts",), message, vary=pay(OUTCOMES, 0))
    for ratio in dict.fromkeys((*_learned(scene), *map(Fraction, RATIOS))):
        for keys in ((last.key,), *(group for group in TOGETHER if last.key in group)):
            yield Change(
                f"pays {keys} {ratio}",
                "payout",
                rule,
                "a hand is paid otherwise",
                vary=pay(keys, ratio.numerator, ratio.denominator),
            )

    def pay_as_told(draft: Draft) -> None:
        draft.hooks.add(AS_TOLD[last.key])

    message = "a hand is paid otherwise"
    yield Change(AS_TOLD[last.key], "payout", rule, message, draft=pay_as_told)


def _allow_zeros(draft: Draft) -> None:
    draft.with_zeros = True


def other_bankroll(scene: Scene) -> Iterator[Change]:
    """A player begins a round with another bankroll than the hand before has left."""
    told, view = scene.told, View(scene.compiled.program, scene.table)
    if told is None or told.key != "hand" or told.bankroll is None or view.hand_number != 1:
        return
    player, bankroll = view.players[0], told.bankroll
    names = {member.name: name for name, member in scene.book.model.members.items()}
    name = names.get(scene.compiled.persons[player])

    def correct(table: list[int]) -> None:
        correct_bankroll(table, player, bankroll)

    rule: KeyPath = ("members", name, "bankroll") if name else ("players",)
    message = "somebody begins with another bankroll"
    change = f"bankroll {player} at {scene.halt.at}"
    yield Change(change, "bankroll", rule, message, once=True, correct=correct, group="bankrolls")


def _learned(scene: Scene) -> Iterator[Fraction]:
    """What the last hand has brought by the transcript's own account, as a part of the wager."""
    told = scene.told
    bets = [event for event in scene.before if event.key == "player_bets"]
    if told is not None and told.bankroll is not None and bets and bets[-1].wager and bets[-1].bankroll:
        yield Fraction(told.bankroll - bets[-1].bankroll, bets[-1].wager)


def other_outcomes(scene: Scene) -> Iterator[Change]:
    """A tie is none, or somebody else has won."""
    if not scene.keys & {"wins", "push", "busts", "won_by_bust", "lost_by_bust", "paid", "collected"}:
        return
    for others in OTHER_OUTCOMES:
        rule: KeyPath = ("payouts", "tie" if "push" in (*others, *others.values()) else "win")
        yield Change(f"settle {others}", "outcome", rule, "another outcome", vary=settle_as(others))
    yield from other_names(scene)
