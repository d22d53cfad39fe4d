"""Compiles the rules for settling hands into a table with an outcome for each pair of hand classes.

The class of a hand covers everything that affects its payout. Statistics also depend on whether the hand won
or lost, which the payout does not always show: it can be 0, or a power may have settled the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from bj.catalogue import events as e
from bj.catalogue import house_rules as h
from bj.catalogue import occasions as on
from bj.catalogue import outcomes as o
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.ruleset.model.rules_and_payouts import Payouts, read_ratio

Ratio: TypeAlias = tuple[int, int]
"""A payout as a multiple of the stake: numerator and denominator in lowest terms. Negative for a loss."""

NOTHING: Ratio = (0, 1)
LOSS: Ratio = (-1, 1)
TIES: dict[str, Ratio] = {"push": NOTHING, "lose": LOSS, "win": (1, 1)}
EVENTS_OF_TIES = {"push": e.PUSH, "lose": e.DEALER_WINS | e.DEALER_ROLE, "win": e.PLAYER_WINS}
"""For ties that have their own rule, maps the result to the event that reports it."""
EVENTS_OF_TIED_NATURALS = {"push": e.NATURALS_TIE, "lose": e.NATURAL_BEATS | e.DEALER_ROLE, "win": e.NATURAL}
"""For tied naturals that are settled immediately, maps the result to the event that reports it."""


def add_settlement(writer: ProgramWriter) -> None:
    """Add the classes of hands and their outcomes to the program."""
    program, payouts = writer.program, writer.model.payouts
    program[p.CLASS_OF : p.CLASS_OF + 2 * p.VALUES] = classes_of(writer, writer.model.rules.target)
    program[p.RARE_CLASSES] = int(program[p.CHARLIE_CARDS] != 0 or bool(writer.model.own_targets))
    program[p.OWN_PAYOUTS] = int(bool(writer.model.own_payouts))
    outcomes = outcomes_of(writer, payouts)
    program[p.PAY_WIN : p.PAY_WIN + 2] = outcomes.win
    program[p.INSURANCE_PAYS : p.INSURANCE_PAYS + 2] = ratio_of(payouts.insurance)
    own = program[p.ADDITIONS : p.ADDITIONS + p.VALUES * p.RANKS]
    program[p.SURRENDER_WAITS] = upcards_of_naturals(writer, writer.model.rules.target, own)
    program[p.PAYS_NATURALS] = int("pay naturals" in writer.model.procedure.steps_named())
    distinct, of_pairs = distinct_outcomes(outcomes)
    program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES] = place_outcomes(writer, distinct, of_pairs)
    program[p.BONUSES] = _place_bonuses(writer, at_once=False)
    program[p.BONUSES_AT_ONCE] = _place_bonuses(writer, at_once=True)


def payouts_in(program: Sequence[int]) -> dict[int, set[Ratio]]:
    """For each kind of event that settles a hand, return the payouts that it can have in a compiled game."""
    found: dict[int, set[Ratio]] = {}
    for at in {*program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]} - {0}:
        ratio = program[at + p.OUTCOME_PAYS], program[at + p.OUTCOME_PAYS + 1]
        found.setdefault(program[at + p.OUTCOME_EVENT], set()).add(ratio)
    return found


def classes_of(writer: ProgramWriter, target: int) -> list[int]:
    """Return the class of each value that a hand can have, given the ``target``.

    The list covers all values twice: first for hands in general, and then for hands with two cards.
    """
    totals = [value >> 1 for value in range(p.VALUES)]
    classes = [p.TOTALS + total if total <= target else p.OVER_TARGET for total in totals]
    pushing = writer.model.dealer.push_on or 0
    if pushing > target:
        classes[2 * pushing : 2 * pushing + 2] = [p.PUSHING_TOTAL] * 2
    of_two_cards = [*classes]
    for value in values_of_naturals(writer, target):
        of_two_cards[value] = p.NATURAL
    return [*classes, *of_two_cards]


def values_of_naturals(writer: ProgramWriter, target: int) -> tuple[int, ...]:
    """Return the values that a natural can have. Naturals are soft unless no card in the pack counts high."""
    return (2 * target + 1,) if writer.checked.pack.has_high else (2 * target,)


def upcards_of_naturals(writer: ProgramWriter, target: int, additions: Sequence[int]) -> int:
    """Return a bit mask of the upcard ranks with which the dealer can have a natural.

    The mask is 0 if the dealer's naturals do not count. ``additions`` gives the values of hands after one
    more card, for this ``target``.
    """
    bits, values = 0, set(values_of_naturals(writer, target))
    for rank in range(p.RANKS) if writer.model.rules.has(h.DEALER_NATURAL) else ():
        row = p.RANKS * additions[rank]
        if not values.isdisjoint(additions[row : row + p.RANKS]):
            bits |= 1 << rank
    return bits


def _place_bonuses(writer: ProgramWriter, *, at_once: bool) -> int:
    """Add the bonuses that are paid immediately if ``at_once`` is true, or else those that are paid later.

    Return the index of their list, or 0 if the list is empty.
    """
    numbers: list[int] = []
    for name, bonus in writer.model.bonuses.items():
        if bonus.at_once == at_once:
            numbers += [writer.formula(("payouts", "bonuses", name, "when")), *ratio_of(bonus.pays), *NOTHING]
    return writer.place([*numbers, 0]) if numbers else 0


def outcomes_of(writer: ProgramWriter, payouts: Payouts) -> Outcomes:
    """Return the outcomes of hands under these ``payouts``."""
    rules, usual = writer.model.rules, writer.model.payouts
    lost, out_of = ratio_of(payouts.surrender)
    return Outcomes(
        target=rules.target,
        highest=writer.model.highest_target,
        pays_naturals=writer.model.pays_naturals,
        has_player_natural=rules.has(h.PLAYER_NATURAL),
        has_dealer_natural=rules.has(h.DEALER_NATURAL),
        stake_lost_to_natural=t.INITIAL if rules.has(h.ORIGINAL_BETS_ONLY) else t.WAGER,
        win=ratio_of(payouts.win),
        natural=ratio_of(payouts.natural),
        surrender=(-lost, out_of),
        has_wagers=rules.has_wagers,
        has_betting="betting round" in writer.model.procedure.steps_named(),
        tie=payouts.tie,
        tied_totals=tuple(payouts.tied_totals.items()),
        tied_naturals=payouts.tied_naturals,
        has_own_ties=payouts.tie != usual.tie,
        has_own_naturals=payouts.tied_naturals != usual.tied_naturals,
    )


class Outcomes(NamedTuple):
    """The rules that determine the outcomes of hands, for one set of payouts."""

    target: int
    highest: int
    pays_naturals: bool
    has_player_natural: bool
    has_dealer_natural: bool
    stake_lost_to_natural: int
    """The field that contains the amount that a hand loses to a dealer's natural."""
    win: Ratio
    natural: Ratio
    surrender: Ratio
    tie: str
    tied_totals: tuple[tuple[str, str], ...]
    tied_naturals: str | None
    has_betting: bool
    has_wagers: bool
    has_own_ties: bool
    """Whether a power changes what happens in a tie. If so, ties are reported as wins or losses."""
    has_own_naturals: bool
    """Whether a power changes the payout for tied naturals. If so, they are reported as wins or losses."""

    def classes(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the possible classes of players' hands, and the possible classes of dealers' hands."""
        totals = range(p.TOTALS, p.TOTALS + self.highest + 1)
        dealers = (p.OVER_TARGET, p.PUSHING_TOTAL, p.NATURAL, p.CHARLIE, *totals)
        folded = (p.FOLDED,) if self.has_betting else ()
        return (p.BUST, p.SURRENDERED, p.SURRENDERED_EARLY, *folded, p.PAID_AT_ONCE, *dealers), dealers

    def result(self, own: int, dealers: int) -> tuple[int, Ratio, int]:
        """Return the event that reports the result, the payout, and the field that contains the stake."""
        if own == p.BUST:
            return e.LOST_BY_BUST, LOSS, t.WAGER
        if own == p.FOLDED:
            return e.FOLDS, LOSS, t.WAGER
        if own == p.SURRENDERED_EARLY or (own == p.SURRENDERED and not self._has_strong_natural(dealers)):
            return e.LOST_BY_SURRENDER, self.surrender, t.WAGER
        if own == p.PAID_AT_ONCE:
            if self._has_strong_natural(dealers) or (dealers == p.NATURAL and self.tied_naturals is not None):
                way = self.tied_naturals or "push"
                event = EVENTS_OF_TIED_NATURALS[way] if self.has_own_naturals else e.NATURALS_TIE
                return event, self.natural if way == "win" else TIES[way], t.WAGER
            return e.NATURAL, self.natural, t.WAGER
        wins_first = dealers == p.PUSHING_TOTAL or (self.has_player_natural and dealers != p.NATURAL)
        if own == p.NATURAL and self.pays_naturals and wins_first:
            return e.NATURAL, self.natural, t.WAGER
        if dealers == p.PUSHING_TOTAL and own != p.NATURAL:
            return e.PUSH, NOTHING, t.WAGER
        if dealers in (p.OVER_TARGET, p.PUSHING_TOTAL):
            return e.WON_BY_BUST, self.win, t.WAGER
        if self._has_strong_natural(dealers) and own != p.NATURAL:
            return e.NATURAL_BEATS | e.DEALER_ROLE, LOSS, self.stake_lost_to_natural
        difference = self._rank(own) - self._rank(dealers)
        if difference < 0:
            return e.DEALER_WINS | e.DEALER_ROLE, LOSS, t.WAGER
        return (e.PLAYER_WINS, self.win, t.WAGER) if difference else self._tie(own, dealers)

    def _tie(self, own: int, dealers: int) -> tuple[int, Ratio, int]:
        """Return the outcome for a tie. A tie at a total with its own rule is reported as a win or a loss."""
        way, event = self.tie, e.PUSH
        totals = {} if own == p.CHARLIE else dict(self.tied_totals)
        if str(self._rank(own) // 2) in totals:
            way = totals[str(self._rank(own) // 2)]
            event = EVENTS_OF_TIES[way]
        if own == dealers == p.NATURAL and self.tied_naturals is not None:
            way, event = self.tied_naturals, e.PUSH
        if self.has_own_ties:
            event = EVENTS_OF_TIES[way]
        return event, TIES[way], t.WAGER

    def statistics(self, own: int, dealers: int) -> tuple[tuple[int, int, int], int]:
        """Return the category in which statistics count the hand if it loses, breaks even or wins.

        Also return the kind of hand to count for every result: A_NATURAL, A_BUST or 0 for neither.
        """
        kind = 0
        won = o.WON_BY_DEALERS_BUST if dealers in (p.OVER_TARGET, p.PUSHING_TOTAL) else o.WON_BY_TOTAL
        lost = o.LOST_TO_NATURAL if self._has_strong_natural(dealers) else o.LOST_BY_TOTAL
        if own in (p.NATURAL, p.PAID_AT_ONCE):
            won, kind = o.WON_BY_NATURAL, p.A_NATURAL
        if own in (p.OVER_TARGET, p.PUSHING_TOTAL, p.BUST):
            lost, kind = o.LOST_BY_BUST, p.A_BUST
        if own in (p.SURRENDERED, p.SURRENDERED_EARLY, p.FOLDED):
            lost = o.SURRENDERED
        return (lost, o.PUSHED, won), kind

    def _has_strong_natural(self, dealers: int) -> bool:
        """Return whether the dealer has a natural that beats everything but another natural."""
        return dealers == p.NATURAL and self.has_dealer_natural

    def _rank(self, class_: int) -> int:
        """Return a number for comparing hands by class.

        For a total, it is twice the total. A charlie ranks above every total, and a hand above the target
        ranks above a charlie.
        """
        if class_ in (p.OVER_TARGET, p.PUSHING_TOTAL):
            return 2 * self.highest + 2
        if class_ == p.CHARLIE:
            return 2 * self.highest + 1
        return 2 * (self.target if class_ == p.NATURAL else class_ - p.TOTALS)


@lru_cache(maxsize=64)
def distinct_outcomes(outcomes: Outcomes) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
    """Return the distinct outcomes and, for each pair of classes, the number of its outcome.

    A pair consists of the class of a player's hand and the class of the dealer's hand. Numbers start at 1,
    and 0 marks a pair that cannot occur.
    """
    numbers: dict[tuple[int, ...], int] = {}
    of_pairs = [0] * (p.CLASSES * p.CLASSES)
    for own, dealers in product(*outcomes.classes()):
        event, pays, stake = outcomes.result(own, dealers)
        occasions = (on.HAND_LOST, on.HAND_WON if event == e.NATURAL else on.PUSH, on.HAND_WON)
        counts, kind = outcomes.statistics(own, dealers)
        if not outcomes.has_wagers:  # without money, the payout decides how a hand counts
            place = 1 + (pays[0] > 0) - (pays[0] < 0)
            occasions, counts = (occasions[place],) * 3, (counts[place],) * 3
        outcome = (event, *pays, stake, *occasions, *counts, kind)
        of_pairs[p.CLASSES * own + dealers] = numbers.setdefault(outcome, len(numbers) + 1)
    return tuple(numbers), of_pairs


def place_outcomes(
    writer: ProgramWriter, outcomes: Sequence[Sequence[int]], of_pairs: Sequence[int]
) -> list[int]:
    """Add distinct outcomes to the program, and return the index of the outcome for each pair of classes."""
    indices = [0, *(writer.place([*outcome]) for outcome in outcomes)]
    return [indices[number] for number in of_pairs]


def ratio_of(text: str) -> Ratio:
    """Parse a payout such as ``3:2``."""
    return read_ratio(text).as_integer_ratio()
