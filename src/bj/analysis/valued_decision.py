"""A player's decision about a hand, with the value of each answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bj.cards import card_code
from bj.engine.face.view import Kind, Question, View
from bj.errors import UsageError
from bj.ruleset.model.prompts import ActionPrompts
from bj.ruleset.pack import cards_of

if TYPE_CHECKING:
    from bj.analysis.action_values import Positions
    from bj.analysis.exact_game import ExactGame

VALUED = (Kind.ACTION, Kind.INSURANCE, Kind.SURRENDER)
"""The kinds of questions for which exact values can be computed."""


class Values(NamedTuple):
    """The values of the answers to a question."""

    of_answers: Mapping[int, float]
    """Maps each answer to its value in initial wagers, the best answer first."""
    strategies: str
    """The class of strategies considered for the rest of the hand."""
    is_exact: bool


class ValuedDecision(NamedTuple):
    """A decision that a player must make about a hand."""

    kind: Kind
    cards: tuple[str, ...]
    shown: tuple[str, ...]
    """The dealer's face-up cards."""
    others: tuple[str, ...]
    """The first cards of the other hands from the same split."""
    answers: tuple[int, ...]

    def hand(self, game: ExactGame) -> str:
        """Return a label for the player's and the dealer's cards.

        Suits are included only if rules read them.
        """
        from bj.analysis.names_in_reports import against, code_of_card

        codes = game.checked.pack.codes
        sides = (
            " ".join(code_of_card(game, cards_of(card, codes)[0]) for card in side)
            for side in (self.cards, self.shown)
        )
        return against(*sides)

    def name(self, answer: int, prompts: ActionPrompts) -> str:
        """Return the name of ``answer``. The name of an action is taken from the ruleset's ``prompts``."""
        from bj.analysis.names_in_reports import name_of_answer

        name = name_of_answer(self.kind, answer)
        return prompts.word_for(name) if self.kind == Kind.ACTION else name

    def values(self, positions: Positions) -> Values:
        """Return the value of each answer. Raises BjError if the question has no exact values."""
        from bj.analysis.names_in_reports import name_of_answer

        found = positions.find(self.cards, self.shown, self.others)
        values = found.actions if self.kind == Kind.ACTION else found.offers
        names = {name_of_answer(self.kind, answer): answer for answer in self.answers}
        return Values(
            {names[name]: value for name, value in values.items() if name in names},
            found.strategies,
            found.is_exact,
        )


def decision_about(view: View, question: Question, codes: str) -> ValuedDecision:
    """Return the decision that the current ``question`` is about.

    Raises UsageError if the decision has no exact values.
    """
    hands, place, (dealt,) = view.hands(question.person), view.asked_hand, view.hands(view.dealer)
    shown = [held.card for held in dealt.cards if not held.is_hidden]
    if question.hand.is_doubled:
        raise UsageError("the hand was doubled")
    return ValuedDecision(
        question.kind,
        tuple(card_code(held.card, codes) for held in question.hand.cards),
        tuple(card_code(card, codes) for card in shown),
        tuple(card_code(hand.cards[0].card, codes) for hand in (*hands[:place], *hands[place + 1 :])),
        question.actions if question.kind == Kind.ACTION else (1, 0),
    )
