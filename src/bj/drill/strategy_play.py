"""Finds out how a strategy plays a hand by letting the engine play the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bj.analysis.exact_game import go_to_first_card, without_side_bets
from bj.argument_values import Seat, Value
from bj.cards import rank_of
from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import MOST_ROUNDS
from bj.compiler.compile import compile_ruleset
from bj.engine.face import driving
from bj.engine.face.view import Kind, Stop, View
from bj.errors import UsageError
from bj.record.events import read
from bj.ruleset.check import Checked
from bj.ruleset.templates import parse_template
from bj.session.stepping import Stepper

ACTION_OF_EVENT = {f"player_{name}s": name for name in ACTIONS}
"""Maps the keys of events to the actions that the events record."""


class StrategyPlay:
    """Finds the first action that a strategy takes with a given hand, dealt from a fresh shoe.

    It considers the strategy's rules, indices and chart.
    """

    def __init__(self, checked: Checked, values: Mapping[str, Value], strategy: str) -> None:
        """Raise UsageError if the strategy asks the player for decisions."""
        model = checked.model
        seats = [seat.model_copy(update={"strategy": strategy}) for seat in model.players]
        recorded = {f"player_{name}s": parse_template("", ()) for name in ("hit", "stand")}
        checked = checked._replace(
            model=model.model_copy(update={"players": seats}),
            texts={**checked.texts, **recorded},
        )
        self._checked = without_side_bets(checked)
        given = {name: _seat(value, strategy) for name, value in values.items()}
        rounds = MOST_ROUNDS if "ask again" in model.procedure.steps_named() else 0
        self._compiled = compiled = compile_ruleset(self._checked, given, 0, rounds=rounds)
        driving.deal_by_hand(compiled.program, compiled.table, cards=True, cuts=False)
        go_to_first_card(compiled, compiled.table, 0)
        view = View(compiled.program, compiled.table)
        if not view.decides(view.players[0], Kind.ACTION):
            raise UsageError(
                f"the strategy `{strategy}` leaves decisions to the player",
                "choose one with rules or a chart",
            )

    def action(self, cards: Sequence[int], shown: Sequence[int]) -> str:
        """Return the action taken with ``cards`` against the dealer's ``shown`` cards, or "" without one.

        Raises GameError if a rule requires an impossible action.
        """
        for hidden in {rank_of(card): card for card in self._checked.pack.cards}.values():
            found = self._try(list(cards), list(shown), hidden)
            if found:
                return found
        return ""

    def _try(self, cards: list[int], shown: list[int], hidden: int) -> str:
        """Return the action if all of the dealer's hidden cards are ``hidden``, or "" without an action."""
        compiled = self._compiled
        stepper = Stepper(compiled.program, list(compiled.table))
        dealt = [
            cards.pop(0) if entry.startswith("player") else shown.pop(0) if entry.endswith("up") else hidden
            for entry in self._checked.model.procedure.deal
            if cards or not entry.startswith("player")
        ]
        numbers: list[int] = []
        while True:
            piece = stepper.step()
            numbers += piece.numbers
            if piece.status == Stop.CHANCE and dealt:
                driving.answer(stepper.table, dealt.pop(0))
            elif piece.status not in (Stop.EVENTS_FULL, Stop.PAUSED):
                break
        decided = (event.key for event in read(numbers, compiled.persons))
        return next((ACTION_OF_EVENT[key] for key in decided if key in ACTION_OF_EVENT), "")


def _seat(value: Value, strategy: str) -> Value:
    """Return ``value``, with ``strategy`` assigned to every seat that it contains."""
    if not isinstance(value, tuple):
        return value
    seats = tuple(each._replace(strategy=strategy) for each in value if isinstance(each, Seat))
    return seats or value
