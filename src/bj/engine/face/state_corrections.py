"""Corrects the state of a game so that `bj verify` can follow a program that breaks the rules.

The numbers come from a transcript and can be anything. Impossible corrections are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bj.catalogue import steps as s
from bj.catalogue.limits import LARGEST_NUMBER

from ..cards.dealing import note_upcard, update_value
from ..cards.payments_and_stakes import LARGEST_BANKROLL
from ..cards.random_generators import shoe_number
from ..cards.rules_in_force import additions_of, highest_of, outcome_by_powers
from ..cards.seats import block_of_person, persons_of
from ..cards.shoe import can_riffle, is_card, riffle
from ..game.dealers_turn import dealer_is_needed
from ..game.hands_and_rounds import begin_round
from ..game.settlement import class_of, settle_hand
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints


def enter_hand(program: Ints, table: Ints) -> None:
    """Move the game into the hand loop of a different ``program``.

    A hand must just have started, with no events so far (see ``Pause.HANDS``).
    """
    at = program[p.START]
    while program[at] != p.BEGIN_HAND:
        at += p.STEP_SIZE
    table[t.PC] = table[t.RESTART] = at + p.STEP_SIZE
    table[t.HAND_END] = program[at + 1]
    first_hands = [table[person + t.FIRST_HAND] for person in persons_of(table)]
    for hand in (*first_hands, *table[t.HANDS : t.HANDS + table[t.HANDS_IN_PLAY]]):
        table[hand + t.OVERRIDE] = 0  # an index into the old program


def correct_bankroll(table: Ints, person: int, bankroll: int) -> None:
    """Set the bankroll of ``person`` to ``bankroll``."""
    if abs(bankroll) <= LARGEST_BANKROLL:
        table[block_of_person(person) + t.BANKROLL] = bankroll


def correct_count(table: Ints, person: int, difference: int) -> None:
    """Add ``difference`` to the running count of ``person``."""
    table[block_of_person(person) + t.COUNT] += difference


def count_card(program: Ints, table: Ints, person: int, card: int, times: int) -> None:
    """Make ``person`` count a card this many ``times``. A value of -1 undoes one count."""
    block = block_of_person(person)
    if table[block + t.TAGS] and is_card(card):
        table[block + t.COUNT] += times * program[table[block + t.TAGS] + program[p.RANK_OF + card]]


def correct_upcard(program: Ints, table: Ints, card: int) -> None:
    """Make ``card`` the upcard."""
    if is_card(card):
        note_upcard(program, table, card)


def correct_kick_out(table: Ints, fresh: Ints, *, was_dealer: bool) -> None:
    """Kick out the winner of the round instead of the loser.

    ``was_dealer`` says whether the loser was the dealer. Do nothing if a team would have fewer than 0
    members, or more than in ``fresh``, the table at the start of the game.
    """
    loser, winner = (t.DEALERS_LEFT, t.PLAYERS_LEFT) if was_dealer else (t.PLAYERS_LEFT, t.DEALERS_LEFT)
    if table[loser] < fresh[loser] and table[winner] > 0:
        table[loser] += 1
        table[winner] -= 1


def kick_out_member(program: Ints, table: Ints, *, is_dealer: bool) -> None:
    """Kick out the player or the dealer, and start a new round. The last member of a team stays."""
    left = t.DEALERS_LEFT if is_dealer else t.PLAYERS_LEFT
    if table[left] > 1:
        table[left] -= 1
        seat_members(program, table)


def seat_members(program: Ints, table: Ints) -> None:
    """Start a round with the next member of each team."""
    begin_round(program, table)


def end_contest(table: Ints, team: int) -> None:
    """If ``team`` has members left, make it win by removing all members of the other team."""
    sides = t.PLAYERS_LEFT, t.DEALERS_LEFT
    winner, loser = sides if team == table[t.TEAM] else sides[::-1]
    table[loser] = 0 if table[winner] else table[loser]


def call_in(table: Ints, fresh: Ints, person: int, *, is_dealer: bool) -> bool:
    """Make ``person`` the next member of a team to enter. Return whether this changes the order.

    A member who has already left replaces the member who would enter last.
    """
    roster, left = (t.DEALER_ROSTER, t.DEALERS_LEFT) if is_dealer else (t.ROSTER, t.PLAYERS_LEFT)
    begin, waiting = table[roster], max(table[left], 1)
    table[left] = waiting
    members = [int(block) for block in table[begin : begin + fresh[left]]]
    block = block_of_person(person)
    place = members.index(block) if block in members else waiting - 1
    if place == waiting - 1:
        return False
    if place < waiting:
        members.insert(waiting - 1, members.pop(place))
    else:
        members[place] = members[0]
        del members[0]
        members.insert(waiting - 1, block)
    table[begin : begin + fresh[left]] = members
    return True


def correct_hand(table: Ints, hand: int) -> None:
    """Change the number of the current hand to ``hand``."""
    if 0 < hand <= LARGEST_NUMBER:
        table[t.HAND] = hand


def make_sum(program: Ints, table: Ints, card: int, value: int) -> tuple[int, int] | None:
    """Change a sum in the program so that the hand waiting for a card gets ``value`` when ``card`` is dealt.

    Return the index of the sum and its old value, which must be restored after the deal. Return None if
    ``card`` is not a card or no hand can have this ``value``.
    """
    if not is_card(card) or not 0 <= value < p.VALUES:
        return None
    hand = table[t.ASKED]
    at = int(additions_of(table, hand) + table[hand + t.VALUE] * p.RANKS + program[p.RANK_OF + card])
    was = int(program[at])
    program[at] = value
    return at, was


def move_in_shoe(table: Ints, by: int) -> None:
    """Skip ``by`` cards in the shoe, or go back if ``by`` is negative."""
    table[t.CARDS_LEFT] = max(0, min(table[t.SHOE_SIZE], table[t.CARDS_LEFT] - by))


def cut_again(program: Ints, table: Ints, cut: int) -> None:
    """Riffle the shoe at ``cut`` if possible, and use up a number from the generator for the shoe."""
    shoe_number(program[p.SHUFFLE_GENERATOR], table)
    if can_riffle(table, cut):
        riffle(table, cut, 0)


def gather_cards(table: Ints) -> None:
    """Return all cards to the shoe, as in a shuffle."""
    table[t.CARDS_LEFT] = table[t.SHOE_SIZE]
    table[t.SHUFFLES] += 1


def take_shoe_back(table: Ints, before: Ints) -> None:
    """Restore the shoe and the generators from an earlier table of the same game."""
    table[t.SHUFFLES], table[t.CARDS_LEFT] = before[t.SHUFFLES], before[t.CARDS_LEFT]
    renew_shoe(table, before)
    for place in range(t.GENERATORS, t.GENERATORS + t.GENERATORS_SIZE):
        table[place] = before[place]


def move_limits(program: Ints, table: Ints, fresh: Ints, players: int, dealer: int) -> None:
    """Shift the target for the next step, relative to the target in ``fresh``.

    The difference is ``players`` if the players act next, and ``dealer`` if the dealer does. It affects
    neither other steps nor which hands are soft.
    """
    by = {s.PLAYERS_ACT: players, s.DEALER_ACTS: dealer}
    table[t.TARGET] = fresh[t.TARGET] + by.get(int(program[table[t.PC]]), 0)


def settle_by_totals(program: Ints, table: Ints) -> None:
    """If the next step settles hands, mark each player's hand as bust or standing, according to its total."""
    if int(program[table[t.PC]]) != s.SETTLE:
        return
    for hand in table[t.HANDS : t.HANDS + table[t.HANDS_IN_PLAY]]:
        if table[hand + t.STATE] in (t.STOOD, t.BUST):
            has_bust = table[hand + t.VALUE] > highest_of(program, table, hand)
            table[hand + t.STATE] = t.BUST if has_bust else t.STOOD


def lend(program: Ints, table: Ints, fresh: Ints, *, raises: bool, wagers: bool) -> None:
    """Allow players to bet on credit: while they act if ``raises``, and when they wager if ``wagers``."""
    step = int(program[table[t.PC]])
    is_lent = (raises and step == s.PLAYERS_ACT) or (wagers and step == s.TAKE_WAGERS)
    table[t.CREDIT] = 1 if is_lent else fresh[t.CREDIT]


def take_hole_card_late(program: Ints, table: Ints) -> None:
    """If the hole card is about to be turned up, replace it with the next card in the shoe."""
    if int(program[table[t.PC]]) != s.REVEAL_HOLE_CARD or not dealer_is_needed(program, table):
        return
    hand = table[t.DEALER_HAND]
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] >= t.FACE_DOWN and table[t.CARDS_LEFT]:
            table[at] = table[table[t.SHOE] + table[t.SHOE_SIZE] - table[t.CARDS_LEFT]] + t.FACE_DOWN
            table[t.CARDS_LEFT] -= 1
    update_value(program, table, hand)


def renew_shoe(table: Ints, fresh: Ints) -> None:
    """Restore the order of the cards from ``fresh``, an earlier table of the same game."""
    begin, new, size = table[t.SHOE], fresh[t.SHOE], fresh[t.SHOE_SIZE]
    for place in range(size if size == table[t.SHOE_SIZE] else 0):
        table[begin + place] = fresh[new + place]


def riffle_otherwise(table: Ints, cut: int, mix: Callable[[Sequence[int], int], Sequence[int]]) -> None:
    """Arrange the cards so that the riffle at ``cut`` gives the same result as ``mix``."""
    begin, size = table[t.SHOE], table[t.SHOE_SIZE]
    if not can_riffle(table, cut):
        return
    wanted = mix([int(card) for card in table[begin : begin + size]], cut)
    trial = [int(number) for number in table]
    trial[begin : begin + size] = range(size)
    riffle(trial, cut, 0)
    for place in range(size):
        table[begin + trial[trial[t.SHOE] + place]] = wanted[place]


def deny_naturals(program: Ints, table: Ints) -> None:
    """If naturals are about to be paid, make every player's natural count as an ordinary hand."""
    if int(program[table[t.PC]]) != s.PAY_NATURALS:
        return
    for hand in list(_naturals(program, table)):
        table[hand + t.SWITCHED] = table[t.NEEDS_RESET] = 1


def need_dealer_for_naturals(program: Ints, table: Ints, *, plays: bool) -> None:
    """Turn up the hole card even if a natural was paid. If ``plays``, make the dealer play, too."""
    step = int(program[table[t.PC]])
    if step != s.REVEAL_HOLE_CARD and (plays or step != s.DEALER_ACTS):
        return
    if any(table[each + t.STATE] == t.SETTLED for each in _naturals(program, table)):
        table[t.LIVE] += 1 if step == s.REVEAL_HOLE_CARD else -1


def pay_naturals_late(program: Ints, table: Ints, *, plays: bool) -> None:
    """Pay naturals late, after the hole card is turned up or, if ``plays``, after the dealer has played."""
    step, later = int(program[table[t.PC]]), s.SETTLE if plays else s.DEALER_ACTS
    if step not in (s.PAY_NATURALS, later):
        return
    open_hands = (each for each in _naturals(program, table) if table[each + t.STATE] <= t.STOOD)
    if any(table[each + t.VALUE] | 1 == highest_of(program, table, each) for each in open_hands):
        now, first, end = int(table[t.PC]), int(program[p.START]), len(program)
        other, steps = s.PAY_NATURALS, range(first, now, p.STEP_SIZE)
        if step == s.PAY_NATURALS:  # skip ahead, but never go back
            other, steps = s.REVEAL_HOLE_CARD, range(now, end, p.STEP_SIZE)
        table[t.PC] = next((at for at in steps if program[at] == other), now)


def _naturals(program: Ints, table: Ints) -> Iterator[int]:
    """Yield the players' hands that count as naturals."""
    hands = (table[at] for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]))
    return (each for each in hands if class_of(program, table, each) == p.NATURAL)


def settle_as_recorded(program: Ints, table: Ints, events: Ints, kind: int, *, is_time: bool) -> bool:
    """Settle the first open hand with the outcome of the event ``kind``, or by the rules if ``kind`` is 0.

    Do nothing unless ``is_time`` says correctly whether the next step settles hands. Return whether a hand
    was settled.
    """
    if is_time != (int(program[table[t.PC]]) == s.SETTLE):
        return False
    hands = (table[at] for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]))
    hand = next((each for each in hands if _awaits_settlement(table, each, is_time)), 0)
    outcomes = program[p.OUTCOMES : p.OUTCOMES + p.CLASSES * p.CLASSES]
    outcome = next((at for at in outcomes if at and program[at + p.OUTCOME_EVENT] == kind), 0)
    if hand and not kind:
        own = p.BUST if table[hand + t.STATE] == t.BUST else class_of(program, table, hand)
        outcome = outcome_by_powers(program, table, hand, own, class_of(program, table, table[t.DEALER_HAND]))
    if not hand or not outcome:
        return False
    settle_hand(program, table, events, hand, outcome, table[t.NEEDS_RESET] == 0)
    if not is_time:
        table[t.LIVE] -= 1
    return True


def _awaits_settlement(table: Ints, hand: int, is_time: bool) -> bool:
    """Return whether a hand has been dealt and not yet settled.

    Busted hands are included only if ``is_time``.
    """
    state = table[hand + t.STATE]
    return table[hand + t.CARDS] > 1 and (state <= t.STOOD or (is_time and state == t.BUST))
