"""What reports call cards, answers, shoes and methods."""

from __future__ import annotations

from collections.abc import Mapping

from bj.analysis.game import Game
from bj.cards import rank_of
from bj.catalogue.actions import ACTIONS
from bj.engine.search.nodes import Question
from bj.text.numbers import count_of

INFINITE_SHOE = "an infinite shoe"

WITHOUT_POWERS = "the values leave out the money that powers move: `bj simulate` reports it"

NAMES: Mapping[int, str] = {row.number: name for name, row in ACTIONS.items()}
"""What actions are called."""


def describe_method(game: Game, *, splits: bool) -> str:
    """The strategies that are valued, and what the values leave out; where hands are split, it ``splits``."""
    who = "strategies as they stand"
    if game.decides:
        who = "the best play" if game.is_endless else "the best play by composition"
    parts = [who]
    if game.is_apart and splits:
        close = "" if game.is_endless else ", without each other's cards: close, but not exact"
        parts.append(f"hands from splits are valued apart{close}")
    if game.moves_money:
        parts.append(WITHOUT_POWERS)
    return "; ".join(parts)


def is_exact(game: Game, *, splits: bool) -> bool:
    """Whether values are exact, where hands are split or not: hands valued apart lack each other's cards."""
    return not (game.is_apart and splits) or game.is_endless


def against(hand: str, shown: str) -> str:
    """A hand against what the dealer shows, if that is anything."""
    return f"{hand} against {shown}" if shown else hand


def name_of_answer(question: int, answer: int) -> str:
    """The name of an answer to a question, see ``Question``."""
    if question == Question.ACTION:
        return NAMES[answer]
    offer = "insurance" if question == Question.INSURANCE else "surrender"
    return offer if answer else f"no {offer}"


def code_of(game: Game, kind: int) -> str:
    """The code of the first card of a kind, see ``code_of_card``."""
    return code_of_card(game, game.kinds[kind].card)


def code_of_card(game: Game, card: int) -> str:
    """The code of a card: its rank alone if the rules treat all cards of that rank alike."""
    rank = rank_of(card)
    kinds = {game.kind_of[each] for each in game.deck if rank_of(each) == rank}
    return game.code(card) if len(kinds) > 1 else game.checked.pack.codes[rank]


def describe_shoe(game: Game) -> str:
    """What every hand is dealt from."""
    if game.is_endless:
        return INFINITE_SHOE
    packs = count_of(game.view.shoe_size // len(game.checked.pack.cards), "pack")
    return f"a fresh shoe of {packs}"
