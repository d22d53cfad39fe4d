"""Describes wrong bankrolls, wagers and payouts, and marks the right amounts so that they can be hidden."""

from __future__ import annotations

from itertools import takewhile

from bj.catalogue.events import PLAYER
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.record.transcript_lines import format_amount
from bj.text.sentences import count_of, enumerate_words
from bj.verify.counted_cards import describe_count, tags_of
from bj.verify.hands_for_and_against import Evidence, RightHand
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.mismatch import MOST_LINES, Mismatch
from bj.verify.wrong_results import RESULTS, describe_last

SOLUTION = "\x1f"
"""The delimiter before and after the part of a sentence that reveals the correct value."""

MOST_WAGERS = 3
"""The maximum number of wagers to list that are wrong in a different way."""

PAYOUTS = {"natural": "a natural", "tie": "a tie", "surrender": "a surrender"}
"""The result, in words, to which each key in [payouts] applies."""


def solution(words: str) -> str:
    """Mark ``words`` as the part of a sentence that reveals the right value."""
    return f"{SOLUTION}{words}{SOLUTION}"


def split_solution(sentence: str) -> tuple[str, str]:
    """Remove the marks from a sentence. Return the sentence and the part that reveals the right value.

    >>> split_solution(f"Ann bets 5{solution(' instead of 10')} with a count of 2")
    ('Ann bets 5 instead of 10 with a count of 2', ' instead of 10')
    """
    before, _, rest = sentence.partition(SOLUTION)
    right, _, after = rest.partition(SOLUTION)
    return f"{before}{right}{after}", right


def name_of(mismatch: Mismatch, event: Event) -> str:
    """Return the name of the person that an event is about.

    If the event announces a hand, the person is the only player. Return an empty string if the name is
    unknown.
    """
    players = View(mismatch.compiled.program, mismatch.table).players if event.key == "hand" else ()
    return event.name or (mismatch.compiled.persons[players[0]] if len(players) == 1 else "")


def format_money(mismatch: Mismatch, amount: int) -> str:
    """Format an amount in the same way as the game."""
    return format_amount(amount, mismatch.compiled.decimals)


def _instead(mismatch: Mismatch, right: int | None) -> str:
    return "" if right is None else solution(f" instead of {format_money(mismatch, right)}")


def describe_start(mismatch: Mismatch, shown: Event) -> str:
    """Describe the bankroll with which a player begins, according to the line that announces a hand."""
    event = mismatch.expected
    right = event.bankroll if event is not None and event.key == "hand" else None
    bankroll = format_money(mismatch, shown.bankroll or 0)
    return f"{name_of(mismatch, shown) or 'a player'} begins with {bankroll}{_instead(mismatch, right)}"


def describe_wager(mismatch: Mismatch, shown: Event, evidence: Evidence, *, by_bankroll: bool = False) -> str:
    """Describe a wrong wager, the right one, the facts that decide it, and who else wagers incorrectly.

    If ``by_bankroll`` is true, the previous hand's result is omitted, because only the bankroll matters.
    """
    person, right = mismatch.player, None
    if mismatch.expected is not None and not mismatch.halt.most and mismatch.expected.wager != shown.wager:
        right = mismatch.expected.wager
    amount = format_money(mismatch, shown.wager or 0)
    always = ", as always," if mismatch.always_wagers else ""
    sentence = f"{shown.name} wagers {amount}{always}{_instead(mismatch, right)}"
    if person is None:
        return sentence
    view = View(mismatch.compiled.program, mismatch.table)
    is_shuffled = any(event.key == "shuffle" for event in mismatch.halt.before)
    count = "0 after the shuffle" if is_shuffled else str(view.count(person))
    is_counter = bool(tags_of(mismatch, shown.name))
    is_miscounted = mismatch.reference is not mismatch.variants.plain and not describe_count(mismatch)
    whose = " in the program" if is_miscounted else ""
    count = f"a count of {count}{whose} and " if is_counter else ""
    last = "" if is_counter or by_bankroll else _after(mismatch, person)
    bankroll = format_money(mismatch, view.bankroll(person))
    contrast = _opposite(mismatch, person, right, evidence) or _nearest_right(
        mismatch, person, right, evidence
    )
    others = sorted({each.shown.name for each in evidence.wrong if each.shown is not None} - {shown.name})
    so = f"; so {'do' if len(others) > 1 else 'does'} {enumerate_words(others)}" if others else ""
    unlike = "" if contrast or so or always else _unlike(mismatch, shown, right, evidence)
    return f"{sentence} with {count}a bankroll of {bankroll}{last}{contrast}{so}{unlike}"


def _unlike(mismatch: Mismatch, shown: Event, right: int | None, evidence: Evidence) -> str:
    """Return the end of a sentence that lists a player's other wrong wagers, unless there are many."""
    said = dict[tuple[int | None, int | None], str]()
    for each in evidence.wrong:
        own, wanted = each.shown, each.expected
        if own is not None and wanted is not None and own.person == shown.person and own.wager is not None:
            amount, line = format_money(mismatch, own.wager), each.text.number(each.halt.at)
            words = f"{amount} in line {line}{_after(each, own.person)}"
            said.setdefault((own.wager, wanted.wager), words)
    others = [words for pair, words in said.items() if pair != (shown.wager, right)]
    return f"; also wrong: {enumerate_words(others)}" if 0 < len(others) <= MOST_WAGERS else ""


def _after(mismatch: Mismatch, person: int | None) -> str:
    """Describe a player's last result and number of wins, in a phrase that follows a wager."""
    text, at = mismatch.text, mismatch.halt.at
    begin = text.starts[max(text.number(at) - MOST_LINES, 0)]
    before = events_from(mismatch.reference, text, max(begin, text.begin), MOST_LINES, at)
    is_alone = mismatch.compiled.roles.count(PLAYER) == 1
    own, busts = list[str](), False
    for each in before:
        is_own = is_alone or each.person == person
        if is_own and each.key == "player_busts":
            busts = True
        elif is_own and each.key in RESULTS:
            own.append("a bust" if busts and RESULTS[each.key] == "a loss" else RESULTS[each.key])
            busts = False
        elif each.key == "hand" and busts:  # no line says that a bust loses
            own.append("a bust")
            busts = False
    if not own:
        return ""
    run, wins = sum(1 for _ in takewhile("a win".__eq__, reversed(own))), own.count("a win")
    in_all = f" ({wins} in all)" if wins > run and begin <= text.begin else ""
    wins_in_a_row = f"{count_of(run, 'win')} in a row{in_all}"
    return f" after {wins_in_a_row if run else own[-1]}"


def _opposite(mismatch: Mismatch, person: int, right: int | None, evidence: Evidence) -> str:
    """Return the end of a sentence about a different hand, for which a counter wagers ``right`` by mistake.

    Return an empty string if there is no such hand.
    """
    if right is None or mismatch.shown is None or not tags_of(mismatch, mismatch.compiled.persons[person]):
        return ""
    swapped = person, right, mismatch.shown.wager
    for each in evidence.wrong:
        shown, expected = each.shown, each.expected
        if shown is None or expected is None:
            continue
        if (shown.person, shown.wager, expected.wager) == swapped:
            count, bankroll = _known_to(each, person)
            with_bankroll = f"{format_money(mismatch, bankroll)} in line {each.text.number(each.halt.at)}"
            amount = format_money(mismatch, right)
            return f", but wrongly {amount} with a count of {count} and a bankroll of {with_bankroll}"
    return ""


def _known_to(mismatch: Mismatch, person: int) -> tuple[int, int]:
    """Return the count and the bankroll of a person who wagers."""
    view = View(mismatch.compiled.program, mismatch.table)
    is_shuffled = any(event.key == "shuffle" for event in mismatch.halt.before)
    return 0 if is_shuffled else view.count(person), view.bankroll(person)


def _nearest_right(mismatch: Mismatch, person: int, right: int | None, evidence: Evidence) -> str:
    """Return the end of a sentence about the most similar hand in which ``right`` is the correct wager.

    The bankroll is omitted if it cannot explain the difference between right and wrong wagers at the same
    count. Return an empty string if there is no such hand.
    """
    shown = None if mismatch.shown is None else mismatch.shown.wager
    if right is None or shown is None or not tags_of(mismatch, mismatch.compiled.persons[person]):
        return ""
    found = list[tuple[int, int, RightHand]]()
    for hand in evidence.right:
        events = hand.events
        for event in events:
            if (event.key, event.person, event.wager) == ("player_bets", person, right):
                is_shuffled = any(each.key == "shuffle" for each in events)
                view = View(hand.reference.compiled.program, hand.table)
                found.append((0 if is_shuffled else view.count(person), event.bankroll or 0, hand))
    if not found:
        return ""
    own = _known_to(mismatch, person)
    count, bankroll, hand = min(found, key=lambda each: (abs(each[0] - own[0]), abs(each[1] - own[1])))
    alike = [each for each in evidence.wrong if each.expected is not None and each.expected.wager == right]
    wrong = [known[1] for known in (_known_to(each, person) for each in alike) if known[0] == own[0]]
    rights = [each[1] for each in found if each[0] == own[0]]
    low, high = ([own[1], *wrong], rights) if shown < right else (rights, [own[1], *wrong])
    is_alike = count == own[0] and max(low) >= min(high)
    with_bankroll = "" if is_alike else f" and a bankroll of {format_money(mismatch, bankroll)}"
    return f", but right with a count of {count}{with_bankroll}{_line_of_wager(mismatch, person, hand)}"


def _line_of_wager(mismatch: Mismatch, person: int, hand: RightHand) -> str:
    """Return a phrase with the number of the line on which a person wagers in a hand."""
    at = hand.at
    while at < mismatch.text.end:
        event, after = hand.reference.language.event_at(mismatch.text, at)
        if event is not None and (event.key, event.person) == ("player_bets", person):
            return f" in line {mismatch.text.number(at)}"
        at = after
    return ""


def describe_payout(mismatch: Mismatch, shown: Event, rule: KeyPath, evidence: Evidence) -> str:
    """Describe the wrong payout on the line, with the wager if it is known.

    Return an empty string if the payout is unknown.
    """
    events, right = [*mismatch.before, shown], mismatch.expected
    bets = [(each.key, each.person) == ("player_bets", mismatch.player) for each in events]
    hand = events[len(bets) - 1 - bets[::-1].index(True) :] if any(bets) else events
    last = describe_last(events, evidence)
    result = PAYOUTS.get(str(rule[-1]), last)
    wagers = {each.wager for each in hand if each.wager is not None and each.person == mismatch.player}
    is_one = wagers and not any(each.part is not None for each in hand)
    subject = f"{result} with a wager of {format_money(mismatch, max(wagers))}" if is_one else result
    number = View(mismatch.compiled.program, mismatch.table).hand_number - 1
    is_over = (
        number > 0 and shown.key == "hand" and not any(each.key in RESULTS for each in mismatch.halt.before)
    )
    subject += f" in hand {number}" if is_over else ""
    right = right if right is not None and right.key == shown.key else None
    if shown.bankroll is None and shown.amount is not None:
        verb = "costs" if result in ("a loss", "a surrender") else "pays"
        instead = "" if right is None else _instead(mismatch, right.amount)
        return f"{subject} {verb} {format_money(mismatch, shown.amount)}{instead}"
    before = hand[0].bankroll if any(bets) else None
    if shown.is_dealer and shown.person is not None:
        before, subject = View(mismatch.compiled.program, mismatch.table).bankroll(shown.person), "the hand"
    if shown.bankroll is None or before is None:
        return ""
    wanted = None if right is None or right.bankroll is None else right.bankroll - before
    whose = f"{name_of(mismatch, shown) or 'the player'}'s bankroll"
    return f"{subject} {_changes(mismatch, shown.bankroll - before, wanted, whose)}"


def _changes(mismatch: Mismatch, by: int, wanted: int | None, whose: str) -> str:
    """Return the rest of a sentence about the actual and the right change to a bankroll."""
    amount, right = format_money(mismatch, abs(by)), format_money(mismatch, abs(wanted or 0))
    changes = f"adds {amount} to {whose}" if by > 0 else f"takes {amount} from {whose}"
    changes = changes if by else f"does not change {whose}"
    if wanted is None:
        return changes
    should = f"add {right} to it" if wanted > 0 else f"take {right} from it" if wanted else "not change it"
    return changes + solution(f" instead of {right}" if by * wanted > 0 else f"; it should {should}")
