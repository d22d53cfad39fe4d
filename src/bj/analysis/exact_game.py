"""Prepares one hand of a game for analysis, or explains why the game cannot be analyzed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bj.analysis.card_classes import classes_of, distinguishes_pairs
from bj.analysis.columns_by_total import column_of
from bj.analysis.mixed_strategies import MixedStrategy, mixed_strategy_of
from bj.analysis.refused_games import refuse_history
from bj.analysis.relevant_hand_properties import names_of, read_in_hands, reads_of
from bj.argument_values import Value
from bj.cards import card_code, rank_of
from bj.catalogue.limits import MOST_ROUNDS
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.driving import no_record
from bj.engine.face.side_bet_judging import facts_of
from bj.engine.face.tallied_games import moves_money
from bj.engine.face.view import Kind, Stop, View
from bj.engine.search.search_setup import (
    CardKind,
    Reads,
    ask,
    deals_one_hand,
    divisor_of_wagers,
    is_endless,
    may_split,
    set_cards_left,
    want_next_hand,
    with_dead_hand,
)
from bj.errors import GameError, UsageError
from bj.ruleset.check import Checked
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN
from bj.simulation.participants import strategies_of


@dataclass(frozen=True)
class ExactGame:
    """A game that lasts one hand, in the state just before the first card is dealt."""

    checked: Checked
    compiled: Compiled
    table: list[int]
    kinds: tuple[CardKind, ...]
    observer: int | None
    """The human player, or the only player. None if several strategies play."""
    decides: bool
    """Whether the observer is a human player, for whom the best play is computed."""
    wager: int
    """The first player's wager, in the smallest unit of money."""
    reads: Reads
    """The properties of hands that the rules read."""
    is_by_hand: bool
    """Whether the value of a split is the sum of the values of its hands.

    This requires that only one hand is dealt, and that no rule except the rule for splitting depends on more
    than one of the hands split from it.
    """
    mixed: MixedStrategy | None
    """The observer's strategy if it chooses at random, and otherwise None."""
    seen: tuple[int, ...]
    """The cards seen earlier, which are no longer in the shoe."""

    @property
    def program(self) -> list[int]:
        """The compiled rules."""
        return self.compiled.program

    @property
    def view(self) -> View:
        """The table before the first card is dealt."""
        return View(self.compiled.program, self.table)

    @property
    def deck(self) -> tuple[int, ...]:
        """The different cards in the shoe."""
        return self.compiled.deck

    def code(self, card: int) -> str:
        """Return the code for a card, such as `7C`."""
        return card_code(card, self.checked.pack.codes)

    def rank_of(self, kind: CardKind) -> int:
        """Return the rank of cards of this ``kind``."""
        return rank_of(kind.card)

    @cached_property
    def kind_of(self) -> Mapping[int, int]:
        """Maps each card to the index of its kind."""
        return {card: number for number, kind in enumerate(self.kinds) for card in kind.cards}

    @property
    def is_endless(self) -> bool:
        """Whether the shoe is infinite."""
        return is_endless(self.compiled.program)

    @property
    def moves_money(self) -> bool:
        """Whether powers move money that is not included in the values."""
        return moves_money(self.compiled.program, self.table)

    @property
    def shows_upcard(self) -> bool:
        """Whether the dealer gets a face-up card."""
        return "dealer up" in self.checked.model.procedure.deal

    def column_of_total(self, shown: Sequence[int]) -> int:
        """Return the chart column for the total of ``shown``, the dealer's face-up cards."""
        facts = facts_of(self.program, self.table, [self.rank_of(self.kinds[kind]) for kind in shown])
        return column_of(facts["total"], is_soft=bool(facts["soft"]))

    def sees_hidden(self, person: int | None) -> bool:
        """Return whether the observer can see ``person``'s face-down cards.

        If there is no observer, all cards count as seen.
        """
        return self.observer in (None, person)

    def explain(self, status: int, table: list[int]) -> str:
        """Explain why the engine, which has stopped with ``status``, cannot continue."""
        view = View(self.program, table)
        return explain_stop(
            status, view, self.compiled.persons, self.compiled.decimals, self.compiled.described
        )


def make_game(
    checked: Checked,
    values: Mapping[str, Value],
    *,
    fresh: bool,
    wager: int = 0,
    solved: bool = False,
    seen: Sequence[int] = (),
) -> ExactGame:
    """Prepare a ruleset for analysis, with the given argument ``values``.

    If ``fresh`` is true, every hand is dealt from a fresh shoe, even if the rules say otherwise. If
    ``solved`` is true, the only player is asked for decisions instead of following a strategy. The cards in
    ``seen`` are removed from the shoe. Side bets are ignored. Raises UsageError if hands depend on each
    other, and GameError if a rule requires something impossible.
    """
    if type(wager) is not int or wager < 0:
        raise UsageError(f"{wager!r} is not a wager", "pass a whole number in the smallest unit, or 0")
    checked = without_side_bets(checked)
    players = [name for name in strategies_of(checked.model, values) if name]
    if solved and checked.model.tournament is None and len(players) > 1:
        raise UsageError("bj finds the best play for only one player", "keep only one seat")
    mixed = None if solved else mixed_strategy_of(checked, values)
    refuse_history(checked, values, fresh=fresh, mixed=mixed)
    rounds = MOST_ROUNDS if "ask again" in checked.model.procedure.steps_named() else 0
    compiled = compile_ruleset(checked, values, 0, rounds=rounds, tallied=True)
    if compiled.power_questions:
        raise UsageError(
            "bj cannot decide for a player whether to use a power",
            "analyze a strategy: strategies always use their powers",
        )
    driving.deal_by_hand(compiled.program, compiled.table, cards=True, cuts=False)
    table = compiled.table
    view = View(compiled.program, table)
    if solved or mixed is not None:
        ask(table, view.players[0])
    deciding = [person for person in view.players if not view.decides(person, Kind.ACTION)]
    if len(deciding) > 1:
        raise UsageError(
            f"{len(deciding)} human players make decisions",
            "keep only one, and give the other seats a strategy",
        )
    staked = go_to_first_card(compiled, table, wager)
    want_next_hand(compiled.program, table)
    kinds = tuple(classes_of(checked, values, compiled))
    if is_endless(compiled.program):
        seen = ()
    if seen:
        kinds = without_seen(kinds, seen)
        set_cards_left(table, sum(kind.copies for kind in kinds))
    elif not fresh:
        refuse_used_shoe(checked, compiled, table)
    reads = reads_of(checked, values)
    if distinguishes_pairs(compiled, kinds):
        reads = reads._replace(first=(True, True), bounds=())
    observer = deciding[0] if deciding else view.players[0] if len(view.players) == 1 else None
    return ExactGame(
        checked,
        compiled,
        with_dead_hand(table),
        kinds,
        observer,
        bool(deciding) and mixed is None,
        staked,
        reads,
        adds_up(checked, values, table),
        mixed,
        tuple(seen),
    )


def without_side_bets(checked: Checked) -> Checked:
    """Return the ruleset without its side bets, which do not affect the value of a hand."""
    kept = {path: each for path, each in checked.expressions.items() if path[0] != "side_bets"}
    return checked._replace(model=checked.model.model_copy(update={"side_bets": {}}), expressions=kept)


def without_seen(kinds: Sequence[CardKind], seen: Sequence[int]) -> tuple[CardKind, ...]:
    """Return ``kinds`` without the cards in ``seen``.

    Raises UsageError if the shoe does not contain all of them.
    """
    left = []
    for kind in kinds:
        copies = kind.copies - sum(card in kind.cards for card in seen)
        if copies < 0:
            raise UsageError("the shoe does not contain all of the seen cards", "list fewer of them")
        left.append(kind._replace(copies=copies))
    return tuple(left)


def adds_up(checked: Checked, values: Mapping[str, Value], table: list[int]) -> bool:
    """Return whether only one hand is dealt and the results of its split hands can be added up.

    The results can be added up if there are no reactions and no rule except the rule for splitting reads the
    number of split hands.
    """
    if not deals_one_hand(table) or any(True for _ in checked.model.all_reactions()):
        return False
    if not may_split(table):
        return True
    counting = [
        path
        for path, expression in read_in_hands(checked, values)
        if "split_hands" in names_of(expression) and path != ("rules", "split")
    ]
    return not counting


def go_to_first_card(compiled: Compiled, table: list[int], wager: int) -> int:
    """Play until the first card is about to be dealt, and return the first player's wager.

    If ``wager`` is 0, each player makes the usual wager. Raises GameError if no hand is dealt.
    """
    view, events = View(compiled.program, table), no_record()
    while True:
        status = PLAIN.play(compiled.program, table, events)
        question = view.question
        if status == Stop.CHANCE:
            return view.hands(view.players[0])[0].wager
        if status != Stop.DECISION or question is None:
            break
        driving.answer(
            table, 1 if question.kind == Kind.AGAIN else wager or usual_wager(compiled, question.wagers)
        )
    if status == Stop.DONE:
        ended = GameError("the game ends before a hand is played")
        ended.remedy = "raise the bankroll, or lower the smallest wager"
        raise ended
    raise GameError(explain_stop(status, view, compiled.persons, compiled.decimals, compiled.described))


def usual_wager(compiled: Compiled, wagers: range) -> int:
    """Return the smallest of ``wagers`` for which every payout is a whole number.

    If no such wager is legal, return the smallest legal wager. Raises GameError if ``wagers`` is empty.
    """
    if not wagers:
        raise GameError("the bankroll is too small for a wager")
    unit = divisor_of_wagers(compiled.program)
    fine = -(-wagers[0] // unit) * unit
    return fine if fine in wagers else wagers[0]


def refuse_used_shoe(checked: Checked, compiled: Compiled, table: list[int]) -> None:
    """Raise UsageError if the next hand may be dealt from a shoe that is not full."""
    if is_endless(compiled.program):
        return
    after = list(table)
    view, events = View(compiled.program, after), no_record()
    while (status := PLAIN.play(compiled.program, after, events)) in (Stop.CHANCE, Stop.DECISION):
        question = view.question
        driving.answer(after, max(question.actions, default=0) if question else compiled.deck[-1])
    if status != Stop.ENOUGH:
        return
    for left in range(view.shoe_size):
        following = list(after)
        set_cards_left(following, left)
        try:
            go_to_first_card(compiled, following, 0)
        except GameError:
            return
        if View(compiled.program, following).cards_left < view.shoe_size:
            raise UsageError(
                "the shoe is not shuffled before every hand, so hands depend on each other",
                "use `bj simulate`, or choose `fresh` to deal every hand from a fresh shoe",
            )
