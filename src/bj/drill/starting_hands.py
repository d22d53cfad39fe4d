"""Finds the positions for a drill: starting hands against upcards, with legal actions and values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from bj.analysis.exact_game import ExactGame
from bj.analysis.names_in_reports import NAMES, against, code_of
from bj.analysis.one_hand_search import Progress
from bj.analysis.solver_choice import explore_hands
from bj.cards import rank_of
from bj.catalogue.actions import ACTIONS, PLAYS
from bj.errors import UsageError
from bj.ruleset.charts import NO_UPCARD
from bj.ruleset.check import Checked
from bj.session.engines import Speed


class DrillPosition(NamedTuple):
    """A starting hand for which the player must choose an action."""

    hand: str
    """The codes of the player's cards, such as ``8 8``."""
    upcard: str
    """The codes of the dealer's face-up cards. Empty if the dealer shows no card."""
    cards: tuple[int, ...]
    shown: tuple[int, ...]
    """The dealer's face-up cards."""
    total: int
    chance: float
    """The probability that this hand is dealt and needs a decision."""
    actions: tuple[str, ...]
    """The legal actions or, without exact values, all actions that may be legal in some situation."""
    values: Mapping[str, float]
    """Maps actions to their values in initial wagers, the best action first. Empty if unknown."""
    play: str = ""
    """The action that the chart prescribes, or an empty string if the position does not come from a chart."""

    @property
    def name(self) -> str:
        """The player's and the dealer's cards, such as ``8 8 against T``."""
        return against(self.hand, self.upcard)


def exact_positions(game: ExactGame, engine: Speed, progress: Progress | None) -> list[DrillPosition]:
    """List all starting hands in a game, with their exact values.

    Raises UsageError or GameError if the game cannot be analyzed.
    """
    solution = explore_hands(game, engine, progress, ("received",))
    if solution is None:
        raise UsageError("several hands depend on each other", "choose a strategy with a chart")
    found: dict[tuple[str, str], DrillPosition] = {}
    for first, chance, answers in solution.first_decisions():
        hand, upcard = (" ".join(code_of(game, kind) for kind in side) for side in (first.hand, first.shown))
        cards, shown = (tuple(game.kinds[kind].card for kind in side) for side in (first.hand, first.shown))
        ordered = sorted(answers.items(), key=lambda item: (-item[1], item[0]))
        values = {NAMES[answer]: value / game.wager for answer, value in ordered}
        actions = tuple(name for name in ACTIONS if name in values)
        total = total_of(game.checked, [rank_of(card) for card in cards])[1]
        found[hand, upcard] = DrillPosition(hand, upcard, cards, shown, total, chance, actions, values)
    return list(found.values())


def total_of(checked: Checked, ranks: Sequence[int]) -> tuple[bool, int]:
    """Return whether a hand is soft, and its best total: the highest total that does not bust.

    If every total is a bust, the best total is the lowest one.
    """
    worths = checked.pack.worths
    totals = {0}
    for rank in ranks:
        totals = {total + worth for total in totals for worth in worths[rank]}
    least = min(totals)
    best = max((total for total in totals if total <= checked.model.rules.target), default=least)
    return best != least, best


def chart_positions(checked: Checked, strategy: str) -> list[DrillPosition]:
    """List all starting hands in a strategy's chart, with their probabilities in an infinite shoe.

    Raises UsageError if the strategy has no chart.
    """
    if strategy not in checked.playing:
        raise UsageError(f"the strategy `{strategy[:40]}` has no chart", "choose one with a chart")
    return list(_chart_positions(checked, strategy))


def _chart_positions(checked: Checked, strategy: str) -> Iterator[DrillPosition]:
    playing, rules, codes = checked.playing[strategy], checked.model.rules, checked.pack.codes
    cards = {rank_of(card): card for card in checked.pack.cards}
    copies = Counter(map(rank_of, checked.pack.cards))
    upcards = sorted({rank for row in playing.rows.values() for rank in row if rank in copies})
    shares = {rank: number / len(checked.pack.cards) for rank, number in copies.items()}
    for one, other in combinations_with_replacement(sorted(copies), 2):
        hand = total_of(checked, (one, other))
        often = shares[one] * shares[other] * (1 if one == other else 2)
        is_pair = checked.pack.worths[one] == checked.pack.worths[other]
        actions = tuple(
            name
            for name, action in ACTIONS.items()
            if (not action.rule or rules.may_ever(action.rule)) and (name != "split" or is_pair)
        )
        for up in upcards or [NO_UPCARD]:
            row = playing.pairs.get(one, {}) if is_pair and "split" in actions else {}
            code = row.get(up) or playing.rows.get(hand, {}).get(up)
            if code is None or hand[1] == rules.target:
                continue
            play = next((each.name for each in PLAYS[code].actions if each.name in actions), "")
            if play:
                yield DrillPosition(
                    f"{codes[one]} {codes[other]}",
                    codes[up] if upcards else "",
                    (cards[one], cards[other]),
                    (cards[up],) if upcards else (),
                    hand[1],
                    often * (shares[up] if upcards else 1.0),
                    actions,
                    {},
                    play,
                )
