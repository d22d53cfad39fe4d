"""Describes wrong totals, misprinted numbers, and cards or cuts in the wrong order."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, takewhile

from bj.engine.face.view import View
from bj.record.events import Event
from bj.text.sentences import count_of, enumerate_words
from bj.verify.causes_of_wrong_totals import WITHOUT_ACE, describe_totals
from bj.verify.decisions_shown import total_shown
from bj.verify.findings import OFTEN
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.matching import differing
from bj.verify.message_texts import MISPRINTED, NUMBERED, OTHER_ORDER, WRONG_TOTAL
from bj.verify.mismatch import CARDS_SHOWN, MOST_LINES, Mismatch
from bj.verify.money_sentences import format_money, solution
from bj.verify.rulebook import without_role
from bj.verify.wrong_results import MOST_TOTALS
from bj.verify.wrong_riffles_and_deals import RIFFLES, SAME_CARD, UNRIFFLED

NUMBERS = {
    "hand": "number of the hand",
    "total": "total",
    "bankroll": "bankroll",
    "amount": "amount",
    "wager": "wager",
    "cut": "cut",
    "part": "number of the split hand",
}
"""Phrases for the numbers in events, by field."""

EVERY_ACE = "every ace counted its highest value"
"""The end of the message about a total that is possible only if every card is an ace that counts high."""


def describe_limit(mismatch: Mismatch) -> str:
    """Describe a hand that wrongly busts, or wrongly does not bust. Return "" if its total is unknown."""
    shown = mismatch.low_bust or mismatch.shown
    for event, does in ((shown, "busts"), (mismatch.expected, "does not bust")):
        if event is not None and event.person is not None and without_role(event.key) == "busts":
            total = event.total or total_shown(mismatch, event.person) or mismatch.total_of(event.person)
            others = _other_limits(mismatch, total) if total and does == "busts" else ""
            limit = solution(f"; a hand busts with more than {mismatch.book.model.rules.target}")
            return f"{event.name} {does} with {total}{others}{limit}" if total else ""
    return ""


def _other_limits(mismatch: Mismatch, total: int) -> str:
    """Name other totals with which hands wrongly bust, and one with which hands wrongly do not bust."""
    target = mismatch.book.model.rules.target
    bust, kept = dict[int, str](), dict[int, str]()
    for event, after in pairwise(events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)):
        keys = without_role(event.key), without_role(after.key)
        own = (event.total or total) if keys[0] in ("total", "busts") else total
        says_busts = event.key.replace("total", "busts") in mismatch.reference.checked.texts
        if own != total and ("busts" in keys) == (own <= target) and says_busts:
            (bust if "busts" in keys else kept)[own] = str(own)
    low, high = [*bust.values()], [*kept.values()]
    said = f", also with {enumerate_words(low[:MOST_TOTALS])}" if low else ""
    return said + (f", but not with {high[0]}" if high else "")


def _wrong_total(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe the wrong total, or the wrong number of cards, on the line.

    Return an empty string if neither is shown.
    """
    if shown.cards is not None and expected.cards is not None and len(shown.cards) != len(expected.cards):
        right = solution(f" instead of {len(expected.cards)}")
        return f"{expected.name or 'the player'}'s hand has {count_of(len(shown.cards), 'card')}{right}"
    if shown.total is None or expected.total is None or shown.total == expected.total:
        return ""
    right = solution(f" instead of {expected.total}")
    return f"{expected.name or 'the player'}'s cards count {shown.total}{right}"


def describe_total(mismatch: Mismatch, message: str) -> str:
    """Describe a wrong or misprinted total. If several totals are wrong, describe them all, with examples."""
    shown, expected = mismatch.shown, mismatch.expected
    said, examples = describe_totals(mismatch) if message != MISPRINTED else ("", "")
    if message not in (MISPRINTED, WRONG_TOTAL):
        has_both = WITHOUT_ACE in said and ";" in examples
        return message + (
            solution(examples) if has_both and shown is not None and shown.total is not None else ""
        )
    if said:
        return said + solution(examples)
    if message == WRONG_TOTAL and expected is not None and mismatch.is_guess:
        return _impossible(mismatch, expected) or message
    if shown is None or expected is None:
        return message
    describe = describe_misprint if message == MISPRINTED else _wrong_total
    return _keeps_cards(mismatch, shown, expected) or describe(mismatch, shown, expected) or message


def _impossible(mismatch: Mismatch, expected: Event) -> str:
    """Describe a total that is too high for the number of cards.

    Return an empty string if the total is possible.
    """
    cards, pack = len(expected.cards or ()), mismatch.reference.checked.pack
    most = max(cards * max(min(worth) for worth in pack.worths), mismatch.book.model.rules.target)
    total, who = max(mismatch.totals_there), f"{expected.name or 'the player'}'s {count_of(cards, 'card')}"
    if total <= most:
        return ""
    if total == cards * max(max(worth) for worth in pack.worths):
        return f"{who} count {total}, as if {EVERY_ACE}"
    kept = (
        "; the cards of the previous hand may still be counted"
        if mismatch.before[: -len(mismatch.halt.before)]
        else ""
    )
    return f"{who} cannot count {total}{kept}"


def without_card(mismatch: Mismatch, shown: Event | None) -> str:
    """State the total of the cards shown. Return an empty string if it matches the line."""
    total = None if shown is None or shown.person is None else total_shown(mismatch, shown.person)
    is_other = shown is not None and shown.total is not None and total not in (None, shown.total)
    return f"; the cards shown add up to {total}" if is_other else ""


def describe_misprint(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe the number that is misprinted, or return an empty string if several numbers are."""
    wrong = [name for name in differing(expected, shown) if name in NUMBERS]
    if len(wrong) != 1:
        return ""
    number = getattr(shown, wrong[0])
    if wrong == ["hand"] and any((event.key, event.hand) == ("hand", number) for event in mismatch.before):
        return f"the number of the hand stays {number}"
    if expected.key == "hand" and expected.hand is not None:
        following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
        numbers = [str(event.hand) for event in following if event.key == "hand"][:OFTEN]
        right = map(str, range(expected.hand, expected.hand + len(numbers)))
        if numbers[1:] and wrong == ["hand"]:
            return f"{NUMBERED} {', '.join(numbers)} …" + solution(f" instead of {', '.join(right)} …")
    if wrong[0] in ("bankroll", "amount", "wager"):
        number = format_money(mismatch, number)
    return f"the {NUMBERS[wrong[0]]} is printed wrong: {number}"


def _keeps_cards(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe a total that includes the cards from the previous hand.

    Return an empty string if the line shows no such total.
    """
    last = mismatch.before[: len(mismatch.before) - len(mismatch.halt.before)]
    totals = [event.total for event in last if event.person == expected.person and event.total is not None]
    if not totals or shown.total is None or shown.total - totals[-1] != expected.total:
        return ""
    return "the total still includes the cards of the previous hand"


def describe_order(mismatch: Mismatch, shown: Event, message: str) -> str:
    """Describe cards or cuts in the wrong order. ``message`` is the message of the finding.

    A better message is used if the lines show the same card again and again, or the order of a new pack.
    """
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    events = takewhile(lambda event: event.key != "shuffle", following)
    cards = [event.card for event in events if event.key in CARDS_SHOWN and event.card is not None]
    if cards and (message == SAME_CARD or (len(cards) > OFTEN and len({*cards}) == 1)):
        name = mismatch.reference.script.card_words(cards[0])["card"]
        return f"{SAME_CARD}: {name}, {sum(1 for _ in takewhile(cards[0].__eq__, cards))} times in a row"
    is_new = message == OTHER_ORDER and mismatch.is_in_new_order
    known = RIFFLES[UNRIFFLED].message if is_new else message
    is_cut = mismatch.expected is not None and mismatch.expected.key == "cut"
    is_known = known != OTHER_ORDER and (shown.cut is None or not is_cut)
    return known if is_known else f"{message}: {_luck(mismatch, shown)}"


def _luck(mismatch: Mismatch, shown: Event) -> str:
    """Say which cut is wrong, or which card since the shuffle is wrong."""
    keys = [event.key for event in mismatch.halt.before]
    since = keys[::-1].index("shuffle") if "shuffle" in keys else 0
    if shown.cut is not None:
        cuts = mismatch.reference.language.lines_of("cut", 0)
        earlier = sum(
            line in cuts for line in mismatch.text.content[: mismatch.halt.at].splitlines(keepends=True)
        )
        return f"cut {since + 1} of this shuffle, cut {earlier + 1} of the game"
    view = View(mismatch.compiled.program, mismatch.table)
    dealt = [event.card for event in mismatch.halt.before if event.key in CARDS_SHOWN]
    number = (0 if "shuffle" in keys else view.shoe_size - view.cards_left) + len(dealt) + 1
    whole = mismatch.compiled.deck if "shuffle" in keys else view.coming
    left = Counter[int | None](whole) - Counter(dealt)
    is_again = view.coming and not left[shown.card]
    repeated = _repeated(mismatch, Counter(mismatch.compiled.deck))
    again = ", which was dealt before" if is_again else ""
    return f"card {number} after the shuffle{again}{repeated}"


def _repeated(mismatch: Mismatch, there: Counter[int]) -> str:
    """Name a card that is dealt too often before the next shuffle, or return an empty string."""
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    events = [*mismatch.halt.before, *takewhile(lambda event: event.key != "shuffle", following)]
    dealt = Counter(event.card for event in events if event.key in CARDS_SHOWN and event.card is not None)
    card, times = next(iter((dealt - there).most_common(1)), (0, 0))
    if not times:
        return ""
    name = mismatch.reference.script.card_words(card)["card"]
    return f"; {name} is dealt {dealt[card]} times before the next shuffle"
