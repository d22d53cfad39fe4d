"""The rules for hands against the dealer's face-up cards, found by driving the engine.

No rule of the game is reimplemented here. The engine plays each card and each action only once for all hands
that the rules do not distinguish. The rules do not depend on the cards left in the shoe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bj.analysis.exact_game import ExactGame
from bj.analysis.one_hand_search import Search
from bj.catalogue.actions import SPLIT
from bj.engine.face.view import Stop, View
from bj.engine.search.hand_graph_driving import HandRule, RuleKind, cell_of
from bj.engine.search.nodes import DecisionKind
from bj.engine.search.search_driving import Turn

Hidden: TypeAlias = tuple[int, ...]
"""The classes of the dealer's hidden cards."""

NOTHING = 0
"""The index of a dummy rule, which is used where there is no rule."""


class UnfitError(Exception):
    """Raised if the rules depend on anything beyond a single hand played against the dealer."""


class Shown(NamedTuple):
    """The dealer's face-up cards."""

    cards: tuple[int, ...]
    """The classes of the cards."""
    groups: Mapping[Hidden, int]
    """Maps each combination of hidden cards to its group.

    Until the dealer plays, the player cannot distinguish combinations in the same group.
    """


class HandEnd(NamedTuple):
    """The end of the player's hand, before the dealer plays."""

    situation: int
    answer: int
    """The card or action that ends the hand."""
    groups: frozenset[int]
    """The groups to which the dealer's hidden cards may belong."""
    dealer_draws: bool
    """Whether the dealer draws a card after the hand ends, for at least some of the possible hidden cards."""


class Dealt(NamedTuple):
    """The end of a hand that needed no decision."""

    members: Mapping[Hidden, Turn]
    """Maps each combination of the dealer's hidden cards to the state in which the engine next stops."""
    groups: frozenset[int]


class Mask(NamedTuple):
    """The groups to which the dealer's hidden cards may belong."""

    groups: frozenset[int]


RowSource: TypeAlias = HandEnd | Dealt | Mask


class PairSplit(NamedTuple):
    """The split of a pair, and the hands that it leads to."""

    first: int
    second: int
    """The classes of the two cards in the pair."""
    again: tuple[int, ...]
    """The classes of the cards that allow a split hand to be split again if dealt as its second card."""
    most: int
    """The maximum number of hands after all splits."""
    roots: Mapping[tuple[str, int], int]
    """Maps each hand that the split creates to its situation before its second card is dealt.

    A key consists of the hand's label and the class of its first card.
    """
    groups: frozenset[int]


class HandRules:
    """The rules for either dealt hands or split hands against the dealer's face-up cards."""

    def __init__(
        self, game: ExactGame, search: Search, alike: Sequence[int], shown: Shown, before: HandRules | None
    ) -> None:
        """``before`` contains the rules before the split, or is None for dealt hands."""
        self._game, self._search, self._alike, self._shown = game, search, alike, shown
        self._before = before
        self.rules: list[HandRule] = [HandRule(RuleKind.END)]
        self._known: dict[object, int] = {}
        self.rows: list[RowSource] = [Mask(frozenset())] if before is None else before.rows
        self._row_numbers: dict[object, int] = {} if before is None else before._row_numbers
        self.splits: list[PairSplit] = []

    def of_splits(self) -> HandRules:
        """Create an empty rule set for the hands that result from splitting these hands."""
        return HandRules(self._game, self._search, self._alike, self._shown, self)

    def rule_of_deal(self, members: Mapping[Hidden, Turn]) -> int:
        """Return the rule that applies after the first cards.

        ``members`` maps each combination of the dealer's hidden cards to the state in which the engine next
        stops.
        """
        parts = []
        for together in parts_of(self._search, members):
            if is_over(self._search, next(iter(together.values()))):
                groups = frozenset(self._shown.groups[hidden] for hidden in together)
                key = tuple(
                    sorted((hidden, turn.situation, turn.payoffs) for hidden, turn in together.items())
                )
                row = self._row(("dealt", key), Dealt(together, groups))
                parts.append(self._add(("end", row), HandRule(RuleKind.END, row=row)))
            else:
                parts.append(self._rule_of_open(together))
        if len(parts) == 1:
            return parts[0]
        return self._add(("fork", *parts), HandRule(RuleKind.FORK, dict(enumerate(parts))))

    def _rule_of_open(self, members: Mapping[Hidden, Turn]) -> int:
        """Return the rule that applies after the first cards if the player cannot distinguish ``members``."""
        groups = frozenset(self._shown.groups[hidden] for hidden in members)
        representative = min(members)
        situation = members[representative].situation
        facts = self._search.facts(situation)
        if not facts.is_decision or facts.question == DecisionKind.ACTION:
            return self.rule_of(situation, groups)
        key = ("offer", tuple(sorted((hidden, turn.situation) for hidden, turn in members.items())))
        if key in self._known:
            return self._known[key]
        number = self._add(key, self._decision(situation, groups))
        for answer in (0, 1):
            turned = {hidden: self._search.turn(turn.situation, answer) for hidden, turn in members.items()}
            self.rules[number].next[answer] = self.rule_of_deal(turned)
        return number

    def rule_of(self, situation: int, groups: frozenset[int], twin: int = NOTHING) -> int:
        """Return the index of the rule for a ``situation`` in which the dealer will not peek again.

        ``twin`` is the rule for the same hand before the split, or NOTHING.
        """
        key = situation, groups, twin
        if key in self._known:
            return self._known[key]
        facts = self._search.facts(situation)
        if facts.is_strange or (facts.is_decision and facts.question != DecisionKind.ACTION):
            raise UnfitError
        if facts.hands > 1:
            return self._rule_of_split(situation, groups)
        if facts.is_decision:
            number = self._add(key, self._decision(situation, groups, twin))
            steps = [answer for answer in range(facts.legal.bit_length()) if facts.legal >> answer & 1]
            if self._before is not None:
                steps = [answer for answer in steps if answer != SPLIT]
        else:
            number = self._add(key, HandRule(RuleKind.CARD, is_joined=facts.is_joined))
            self._search.deal(situation)
            kinds = range(len(self._alike))
            steps = [kind for kind in kinds if not facts.is_joined or self._alike[kind] == kind]
        for step in steps:
            other = self._before.rules[twin].next.get(step, NOTHING) if self._before and twin else NOTHING
            self.rules[number].next[step] = self._after(situation, step, groups, other)
        return number

    def rule_of_part(
        self,
        root: int,
        groups: frozenset[int],
        first: int,
        before: HandRules,
        dealt: Mapping[tuple[int, ...], int],
    ) -> int:
        """Return the rule for a split hand before its second card.

        ``first`` is the class of its first card. ``before`` contains the rules before the split. ``dealt``
        maps dealt hands to their rules.
        """
        is_joined = self._search.facts(root).is_joined
        self._search.deal(root)
        number = self._add((root, groups, "root", first), HandRule(RuleKind.CARD, is_joined=is_joined))
        for kind in range(len(self._alike)):
            if not is_joined or self._alike[kind] == kind:
                twin = before.decision_after(dealt.get(tuple(sorted((first, kind))), NOTHING), groups)
                self.rules[number].next[kind] = self._after(root, kind, groups, twin)
        return number

    def decision_after(self, rule: int, groups: frozenset[int]) -> int:
        """Return the rule for the first action after a deal, assuming that all offers are declined."""
        for _ in range(len(self.rules)):
            each = self.rules[rule]
            if each.kind == RuleKind.DECISION and each.question == DecisionKind.ACTION:
                return rule
            if each.kind == RuleKind.DECISION:
                rule = each.next[0]
            elif each.kind == RuleKind.FORK:
                rule = next(
                    (after for after in each.next.values() if self.rules[after].kind != RuleKind.END), NOTHING
                )
            else:
                break
        return NOTHING

    def _after(self, situation: int, step: int, groups: frozenset[int], twin: int) -> int:
        """Return the rule that applies after ``step``, which is a card or an action."""
        turn = self._search.turn(situation, step)
        if turn.status != Stop.ENOUGH:
            facts = self._search.facts(turn.situation)
            if facts.is_decision or not facts.is_dealers:
                return self.rule_of(turn.situation, groups, twin)
        key = ("end", turn.situation, groups) if turn.situation else ("end", situation, step, groups)
        if key in self._known:
            return self._known[key]
        row = self._row(key, HandEnd(situation, step, groups, turn.situation != 0))
        return self._add(
            key, HandRule(RuleKind.END, row=row, is_joined=self._search.facts(situation).is_joined)
        )

    def _decision(self, situation: int, groups: frozenset[int], twin: int = NOTHING) -> HandRule:
        """Return a new rule for a decision. The caller adds the rules that follow each answer."""
        facts = self._search.facts(situation)
        cell = cell_of(facts.question, facts.row, facts.upcard)
        row = self._row(("mask", groups), Mask(groups))
        if self._before is None or self._before.rules[twin].kind != RuleKind.DECISION:
            twin = NOTHING
        return HandRule(
            RuleKind.DECISION,
            row=row,
            question=facts.question,
            cell=cell,
            value=facts.value,
            is_joined=facts.is_joined,
            twin=twin,
        )

    def _rule_of_split(self, situation: int, groups: frozenset[int]) -> int:
        if self._before is not None:
            raise UnfitError
        key = "split", situation, groups
        if key not in self._known:
            self.splits.append(find_split(self._game, self._search, situation, groups))
            is_joined = self._search.facts(situation).is_joined
            self._add(key, HandRule(RuleKind.SPLIT, row=len(self.splits) - 1, is_joined=is_joined))
        return self._known[key]

    def _add(self, key: object, rule: HandRule) -> int:
        if key not in self._known:
            self._known[key] = len(self.rules)
            self.rules.append(rule)
        return self._known[key]

    def _row(self, key: object, source: RowSource) -> int:
        if key not in self._row_numbers:
            self._row_numbers[key] = len(self.rows)
            self.rows.append(source)
        return self._row_numbers[key]


def is_over(search: Search, turn: Turn) -> bool:
    """Return whether the player's hand is over, even if the dealer still has to play."""
    return turn.status == Stop.ENOUGH or search.facts(turn.situation).is_dealers


def parts_of(search: Search, members: Mapping[Hidden, Turn]) -> list[dict[Hidden, Turn]]:
    """Group ``members``, which differ only in the dealer's hidden cards, by what the player can see."""
    found: dict[object, dict[Hidden, Turn]] = {}
    for hidden, turn in members.items():
        key = None if is_over(search, turn) else turn.seen
        found.setdefault(key, {})[hidden] = turn
    return list(found.values())


def find_split(game: ExactGame, search: Search, situation: int, groups: frozenset[int]) -> PairSplit:
    """Find all hands that a split can lead to. Raises UnfitError if these hands depend on each other."""
    most = search.facts(situation).hands
    (first, *_), (second, *_) = hands_of(game, search, situation)[:2]
    again = splitting(search, situation)
    last, extra = situation, dict[int, int]()
    while following := splitting(search, last):
        if following.keys() != again.keys():
            raise UnfitError
        most += 1
        extra = {kind: search.alone(after, 1) for kind, after in following.items()}
        last = following[first] if first in following else next(iter(following.values()))
    roots = {
        ("first", first): search.alone(last, 0),
        ("second", second): search.alone(last, most - 1),
        **{("extra", kind): root for kind, root in extra.items()},
    }
    return PairSplit(first, second, tuple(again), most, roots, groups)


def splitting(search: Search, situation: int) -> dict[int, int]:
    """Return, for each second card that allows another split, the situation after that split."""
    found = {}
    facts = search.facts(situation)
    search.deal(situation)
    for kind in range(search.classes):
        turn = search.turn(situation, kind)
        if turn.status == Stop.ENOUGH:
            continue
        after = search.facts(turn.situation)
        if after.hands > facts.hands:
            found[kind] = turn.situation
        elif after.is_decision and after.legal >> SPLIT & 1 and after.place == facts.place:
            turn = search.turn(turn.situation, SPLIT)
            if turn.status != Stop.CHANCE:
                raise UnfitError
            found[kind] = turn.situation
    return found


def hands_of(game: ExactGame, search: Search, situation: int) -> list[list[int]]:
    """Return each of the player's hands in ``situation`` as a list of card classes."""
    view = View(game.program, search.table(situation))
    (player,) = view.players
    return [[game.kind_of[held.card] for held in hand.cards] for hand in view.hands(player)]
