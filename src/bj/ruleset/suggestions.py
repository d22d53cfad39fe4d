"""Suggest replacements for unknown words, and prepare text for messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from bj.faults_and_fixes import MEANT, Fix, Remedy

LONGEST_WORD = 40  # how many characters of a word a message shows
MOST_LISTED = 20
MOST_COMPARED = 200
KEPT = 4_000  # how many suggestions to cache
ALIKE = 0.6  # the minimum similarity, from 0 to 1
SHORT, LONG = 4, 8  # the minimum lengths of words with one typing error, and with two

NUMBER_WORDS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        ),
        start=1,
    )
}
"""Maps number words from `one` to `nineteen` to numbers."""

RENAMED = {
    "blackjack": "natural",
    "deck": "shoe",
    "decks": "packs",
    "bet": "wager",
    "stake": "wager",
    "chips": "bankroll",
    "money": "bankroll",
    "hits": "draws",
    "minimum_bet": "minimum_wager",
    "increment": "wager_step",
    "increments": "wager_step",
    "min_bet": "minimum_wager",
    "maximum_bet": "maximum_wager",
    "max_bet": "maximum_wager",
    "description": "summary",
    "name": "title",
    **dict.fromkeys(("parent", "base", "inherits", "inherits_from", "based_on", "variant_of"), "extends"),
    "version": "format",
    "bonus": "bonuses",
    "if": "when",
    "else": "do",
    "otherwise": "do",
    "then": "do",
    "stay": "stand",
    "stick": "stand",
    "twist": "hit",
    "look": "player_looks",
    "looks": "player_looks",
    "player_peeks": "player_looks",
    "player_sees": "player_looks",
    "player_see": "player_looks",
    "dealer plays": "dealer acts",
    "dealer draws": "dealer acts",
    "dealer peeks": "peek",
    "dealer looks": "peek",
    "dealer reveals": "reveal hole card",
    "titel": "title",
    "regeln": "rules",
    "karten": "cards",
    "auszahlung": "payouts",
    "auszahlungen": "payouts",
    "geber": "dealer",
    "spieler": "players",
    "einsatz": "wager",
    "mindesteinsatz": "minimum_wager",
    "höchsteinsatz": "maximum_wager",
    "versicherung": "insurance",
    "teilen": "split",
    "verdoppeln": "double",
    "aufgeben": "surrender",
    "unentschieden": "tie",
}
"""Maps words from other games, programs and versions, and from German casinos, to bj's words.

If the new word is a valid key, value, name, step or field, the fix writes it.
"""

AKIN: Mapping[str, str | tuple[str, ...]] = {
    "player": ("name", "players act"),
    "push": "tie",
    "minimum": "minimum_wager",
    "maximum": "maximum_wager",
    "stands": "draws",
    "draw": "hit",
    "play": "players act",
    **dict.fromkeys(("win", "wins", "won", "player wins", "player_wins", "i win"), "hand won"),
    **dict.fromkeys(
        ("lose", "loses", "lost", "loss", "player loses", "player_loses", "dealer wins"), "hand lost"
    ),
    **dict.fromkeys(("player busts", "player_busts", "busts", "busted"), "bust"),
    **dict.fromkeys(
        (
            *(
                "take chips",
                "take money",
                "take",
                "give chips",
                "give money",
                "give",
                "pay chips",
                "collect",
            ),
            *("lend", "lend chips", "lend money", "win money", "lose money", "pay", "pay money", "add money"),
            *("steal", "steal chips", "win chips", "lose chips", "transfer", "money", "chips"),
        ),
        "change bankroll",
    ),
    **dict.fromkeys(("bet", "bets", "betting", "place bets", "wager", "wagers", "stake"), "take wagers"),
    **dict.fromkeys(
        ("pay out", "payout", "payouts", "pay winners", "compare", "compare hands", "results"), "settle"
    ),
    **dict.fromkeys(("players", "player plays", "players play", "player acts", "turns"), "players act"),
    **dict.fromkeys(("dealer", "dealer turn", "bank", "house"), "dealer acts"),
    **dict.fromkeys(("insurance", "insure"), "offer insurance"),
    **dict.fromkeys(("standings", "bankrolls", "score", "scores"), "announce standings"),
    **dict.fromkeys(("tie", "ties", "tied"), "push"),
    **dict.fromkeys(("hand starts", "hand start", "hand_begin", "hand_start"), "hand begins"),
    **dict.fromkeys(("start of hand", "beginning of hand", "start of the hand"), "hand begins"),
    **dict.fromkeys(("start of turn", "turn begins", "turn starts", "my turn", "on turn"), "turn"),
    **dict.fromkeys(("end of hand", "end of the hand", "after hand"), "hand over"),
    **dict.fromkeys(("hand ends", "hand end", "hand_end"), "hand over"),
    **dict.fromkeys(("deal", "first cards"), "dealt"),
    "min": "between",
    "max": "between",
    "peek": "look at hole card",
    "swap": "swap hands",
    "double": "raise wager",
    "first": "player 1",
    "second": "player 2",
    "first card": "player 1",
    "second card": "player 2",
    "player up": "player 1",
    "player down": "player 2",
    "dealer up": "upcard",
    "dealer down": "hole card",
    "dealer 1": "upcard",
    "dealer 2": "hole card",
    "hole": "hole card",
    "up": "upcard",
    "pay": ("settle", "change bankroll"),
    "pays": "pay_table",
    "payouts": "pay_table",
    "has": "holds",
    "contains": "holds",
    **dict.fromkeys(("number", "int", "whole number", "numeric"), "integer"),
    **dict.fromkeys(("endless", "unlimited", "inf", "infinity"), "infinite"),
    **dict.fromkeys(("swap card", "swap cards", "trade card", "trade cards"), "exchange card"),
    "time": "random",
    "rnd": "random",
    "rand": "random",
    "randint": "random",
}
"""Maps words from other games and programs to words in bj that they might mean."""


TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "always", "otherwise"), "true"),
    **dict.fromkeys(("allowed", "permitted", "offered", "available", "enabled"), "true"),
    **dict.fromkeys(("false", "no", "off", "never", "forbidden", "prohibited", "disabled"), "false"),
    **dict.fromkeys(("not allowed", "not permitted", "not offered", "not available"), "false"),
}
"""Maps lowercase words for true and false to `true` and `false`."""


def suggest(word: str, known: Iterable[str]) -> Remedy:
    """Suggest the known word that is most similar to ``word``. If none is similar, list all known words."""
    known = list(islice(known, MOST_COMPARED))
    return find_meant(word, known) or _list(word, known)


def find_meant(word: str, known: Sequence[str], say: str = MEANT) -> Remedy | None:
    """Suggest a known word that is similar to ``word``. The suggestion is a fix if the meaning is certain.

    ``say`` is the sentence to print, with ``{}`` for the known word. Return None if no known word is similar.

    >>> find_meant("totl", ["total", "cards"]).text, find_meant("reshuffle", ["reshuffle_when"])
    ('total', 'did you mean `reshuffle_when`?')
    """
    close = find_close(word, known)
    if close is None:
        return None
    is_renamed = RENAMED.get(word.lower()) == close
    slips = [each for each in known[:MOST_COMPARED] if is_slip(word, each)]
    fix = Fix(close, say, is_word=True)
    return fix if is_renamed or slips == [close] else str(fix)


def find_nearest(word: str, known: Sequence[str]) -> str | None:
    """Return the only known word that shares a long part with ``word``, if it shares most of its parts.

    Return None if there is no such word, or if there are few enough known words to list them all.
    """
    near = _akin(word, known)
    if len(near) != 1:
        return None
    shared = {part for part in _parts(word) if len(part) >= SHORT} & {*_parts(near[0])}
    return near[0] if 2 * len(shared) > len(_parts(near[0])) else None


def _akin(word: str, known: Sequence[str]) -> list[str]:
    """Return the known words that share a long part with ``word``.

    Return no words if there are few enough known words to list them all.
    """
    long = {part for part in _parts(word) if len(part) >= SHORT}
    return [each for each in known if long & {*_parts(each)}] if len(known) > MOST_LISTED else []


def _list(word: str, known: list[str]) -> str:
    """Return a remedy that lists the known words.

    If there are many, it lists only those that share a part with ``word``.
    """
    if nearest := find_nearest(word, known):
        return f"the closest word is `{shorten(nearest)}`"
    more = ", …" if len(known) > MOST_LISTED else ""
    near = _akin(word, known)
    known = near if len(near) > 1 else known
    listed = ", ".join(f"`{shorten(name)}`" for name in known[:MOST_LISTED])
    if not known:
        return "none is defined yet"
    return f"use {listed}" if len(known) == 1 else f"use one of {listed}{more}"


def is_slip(word: str, other: str) -> bool:
    """Whether typing errors could turn ``word`` into ``other``: one in a short word, two in a long one.

    Case does not matter, and neither do the separators in a name.

    >>> is_slip("Reshufle-When", "reshuffle_when"), is_slip("hard", "cards"), is_slip("hit", "bit")
    (True, False, False)
    """
    one, two = (re.sub("[-_ ]+", "_", each.strip().lower()) for each in (word, other))
    shorter = min(len(one), len(two))
    most = 2 if shorter >= LONG else 1 if shorter >= SHORT else 0
    return abs(len(one) - len(two)) <= most and _distance(one, two) <= most


def _distance(one: str, other: str) -> int:
    """Return how many letters must be added, removed, changed or swapped to turn ``one`` into ``other``.

    Only neighboring letters can be swapped.
    """
    earlier: list[int] = []
    before = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 < j and (letter, one[i - 2]) == (other[j - 2], wanted):
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        earlier, before = before, row
    return before[-1]


def find_close(word: str, known: Sequence[str]) -> str | None:
    """Return the known word that is most similar to ``word``, or None if no known word is similar.

    This is a synonym, the only known word that starts with ``word``, or a word that is spelled similarly.

    >>> find_close("decks", ["packs", "shuffle"]), find_close("reshuffle", ["shuffle", "reshuffle_when"])
    ('packs', 'reshuffle_when')
    """
    return None if len(word) > LONGEST_WORD else _find_close(word, tuple(known))


@lru_cache(KEPT)
def _find_close(word: str, known: tuple[str, ...]) -> str | None:
    import difflib  # needed for faults only

    meanings = [RENAMED.get(word.lower(), ""), *_meanings(AKIN.get(word.lower(), ()))]
    same = next((each for each in meanings if each and each in known), None)
    turned = [each for each in known[:MOST_COMPARED] if sorted(_parts(word)) == sorted(_parts(each))]
    longer = [each for each in known[:MOST_COMPARED] if each.startswith((f"{word}_", f"{word} "))]
    alike = [each for each in known[:MOST_COMPARED] if len({*word.split()} & {*each.split()}) > 1]
    if same is not None or len(turned) == 1:
        return same or turned[0]
    if len(longer) == 1 or len(alike) == 1:
        return (longer if len(longer) == 1 else alike)[0]
    shorter = [each for each in known[:MOST_COMPARED] if word.startswith(f"{each} ")]
    if len(shorter) == 1:
        return shorter[0]
    near = difflib.get_close_matches(word, known[:MOST_COMPARED], n=MOST_LISTED)
    return next((each for each in near if _is_alike(word, each)), None)


def _meanings(words: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return ``words`` as a tuple. It may be a single word or a tuple."""
    return (words,) if isinstance(words, str) else words


def _is_alike(word: str, other: str) -> bool:
    """Whether two words are similar. Short words must also start alike, or differ only by a typing error.

    >>> _is_alike("has", "abs"), _is_alike("rnd", "random"), _is_alike("dealer busts", "dealer stands")
    (False, True, False)
    """
    is_short = len(word) <= SHORT and word[:1].lower() != other[:1].lower()
    return _differ_little(word, other) and (not is_short or is_slip(word, other))


def _differ_little(word: str, other: str) -> bool:
    """Whether two words start with mostly the same parts, or are similar in the parts that follow.

    >>> _differ_little("player_sais", "player_says"), _differ_little("dealer busts", "dealer stands")
    (True, False)
    """
    import difflib  # needed for faults only

    left, right = _parts(word), _parts(other)
    shared = next((at for at, pair in enumerate(zip(left, right, strict=False)) if len({*pair}) > 1), 0)
    alike = difflib.SequenceMatcher(None, " ".join(left[shared:]), " ".join(right[shared:])).ratio()
    return 2 * shared > len(left) or alike >= ALIKE


def _parts(word: str) -> list[str]:
    """Split ``word``, which may be a name or a phrase, into its parts."""
    return re.split("[_ ]", word)


def find_twin(names: Sequence[str]) -> int | None:
    """Return the index of the first name that repeats an earlier name, ignoring case.

    Return None if all ``names`` are different.

    >>> find_twin(["Ann", "Bob", "ANN"])
    2
    """
    first: dict[str, int] = {}
    places = enumerate(name.casefold() for name in names)
    return next((place for place, name in places if first.setdefault(name, place) != place), None)


def describe_kind(value: Any) -> str:
    """Describe the type of ``value`` with its article, such as `a list`."""
    names = {bool: "true or false", int: "a whole number", float: "a decimal number", str: "text"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def shorten(text: str) -> str:
    """Return ``text``, shortened if it is too long for a message."""
    return text if len(text) <= LONGEST_WORD else text[: LONGEST_WORD - 1] + "…"


def in_digits(text: str) -> str:
    """Replace number words in ``text``, which must be in lowercase, with digits.

    >>> in_digits("up to four hands")
    'up to 4 hands'
    """
    return re.sub("[a-z]+", lambda word: str(NUMBER_WORDS.get(word[0], word[0])), text)


def read_digits(text: str) -> int | None:
    """Return the whole number in ``text``, which may have a currency sign or separators.

    Return None if ``text`` is not a whole number.

    >>> read_digits(" -20"), read_digits("2,000"), read_digits("$500"), read_digits("fifty")
    (-20, 2000, 500, None)
    """
    found = re.fullmatch(r"\s*[$€£]?([-+]?[0-9]{1,12}|[0-9]{1,3}(?:[,_ '][0-9]{3}){1,3})\s*", text)
    return int(re.sub("[,_ ']", "", found[1])) if found else None
