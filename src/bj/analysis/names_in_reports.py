"""Provides names for cards, answers, shoes and methods in reports."""

from __future__ import annotations

from collections.abc import Mapping

from bj.analysis.exact_game import ExactGame
from bj.analysis.results import StrategyClass
from bj.cards import rank_of
from bj.catalogue.actions import ACTIONS
from bj.engine.search.nodes import DecisionKind
from bj.text.sentences import count_of

INFINITE_SHOE = "an infinite shoe"

WITHOUT_POWERS = "the values exclude money moved by powers, which `bj simulate` reports"

NAMES: Mapping[int, str] = {row.number: name for name, row in ACTIONS.items()}


METHODS: Mapping[StrategyClass, str] = {
    StrategyClass.GIVEN: "the strategies in the ruleset",
    StrategyClass.COMPOSITION_DEPENDENT: "the best composition-dependent play",
    StrategyClass.AS_BEFORE_SPLIT: "the best composition-dependent play, unchanged by a split (CDZ-)",
    StrategyClass.ALL_CARDS: "the best play, considering the cards in all split hands",
}


def describe_method(game: ExactGame, strategies: StrategyClass) -> str:
    """Describe the class of ``strategies`` that was evaluated, and the money that the values exclude."""
    who = "the best play" if game.decides and game.is_endless else METHODS[strategies]
    return f"{who}; {WITHOUT_POWERS}" if game.moves_money else who


def class_of(game: ExactGame, *, splits: bool, by_own_cards: bool) -> StrategyClass:
    """Return the class of strategies to which the best play belongs.

    ``splits`` says whether hands may be split, and ``by_own_cards`` whether a split hand is played without
    regard to the other hands.
    """
    if not game.decides:
        return StrategyClass.GIVEN
    if not splits or game.is_endless:
        return StrategyClass.COMPOSITION_DEPENDENT
    return StrategyClass.AS_BEFORE_SPLIT if by_own_cards else StrategyClass.ALL_CARDS


def against(hand: str, shown: str) -> str:
    """Return a label for ``hand`` played against the dealer's face-up cards ``shown``.

    If the dealer shows no cards, the label is just ``hand``.
    """
    return f"{hand} against {shown}" if shown else hand


def name_of_answer(question: int, answer: int) -> str:
    """Return the name of an answer to a question (see ``DecisionKind``)."""
    if question == DecisionKind.ACTION:
        return NAMES[answer]
    offer = "insurance" if question == DecisionKind.INSURANCE else "surrender"
    return offer if answer else f"no {offer}"


def code_of(game: ExactGame, kind: int) -> str:
    """Return the code for the first card of the kind with the index ``kind`` (see ``code_of_card``)."""
    return code_of_card(game, game.kinds[kind].card)


def code_of_card(game: ExactGame, card: int) -> str:
    """Return the code for a card, or just for its rank if the rules do not distinguish cards of that rank."""
    rank = rank_of(card)
    kinds = {game.kind_of[each] for each in game.deck if rank_of(each) == rank}
    return game.code(card) if len(kinds) > 1 else game.checked.pack.codes[rank]


def describe_shoe(game: ExactGame) -> str:
    """Describe the shoe, for example "a fresh shoe of 6 packs"."""
    if game.is_endless:
        return INFINITE_SHOE
    packs = count_of(game.view.shoe_size // len(game.checked.pack.cards), "pack")
    missing = " ".join(code_of_card(game, card) for card in game.seen)
    return f"a fresh shoe of {packs}{missing and f' without {missing}'}"
