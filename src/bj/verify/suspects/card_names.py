"""Provides edits to the names of cards: other names for ranks and suits, and other separators."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import product

from bj.faults_and_fixes import KeyPath
from bj.record.events import HIDDEN
from bj.verify.changes import Change, Data, setting
from bj.verify.findings import WORDING
from bj.verify.leeway import Leeway
from bj.verify.mismatch import Mismatch
from bj.verify.wording_differences import MOST_COMPARED, describe_difference

FIGURES = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
LETTERS = [*FIGURES, *["J", "Q", "K", "A"]]
SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}

LONGEST_JOINT = 10
"""The maximum number of characters between a rank and a suit, or after a card in a list."""

FIELD = re.compile(r"\{(\w+)\}")

MISSPELT = "misspelt ranks"
"""The group of changes that result from misspelled ranks. They share a finding of their own."""

UNLIKE = 6.0
"""The extra cost in bits for a name that has nothing in common with the right one."""

LONGEST_NAME = 20
"""The maximum length of a rank or suit, in characters."""


def misspelt_cards(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that each give a rank or a suit the unknown name on the line."""
    cards, pack = mismatch.reference.checked.model.cards, mismatch.reference.checked.pack
    ranks = dict(zip(pack.codes, (rank.name for rank in pack.named), strict=False))
    suits = {str(code): name for code, name in cards.suits.items()}
    for key, names in ("ranks", ranks), ("suits", suits):
        for other in _unknown_names(mismatch, {"rank": ranks, "suit": suits}, key.removesuffix("s")):
            message = f"a card is called `{other}`"
            for code, name in names.items():
                path: KeyPath = ("cards", key, code, *(("name",) if key == "ranks" else ()))
                yield setting(path, other, WORDING, message, bits=UNLIKE * _unlikeness(other, name))


def misspelt_ranks(changes: Iterable[Change]) -> list[str]:
    """Return the codes of the ranks that ``changes`` rename. A program may not recognize their names."""
    return [
        str(change.rule[2])
        for change in changes
        if change.rule[:2] == ("cards", "ranks") and change.rule[3:] == ("name",)
    ]


def _unlikeness(other: str, name: str) -> float:
    """Return how different two names are, from 0 (equal) to 1 (nothing in common), ignoring case."""
    pair = name.casefold(), other[:MOST_COMPARED].casefold()
    return 1 - SequenceMatcher(None, *pair, autojunk=False).ratio()


def _unknown_names(mismatch: Mismatch, known: Mapping[str, Mapping[str, str]], which: str) -> list[str]:
    """Return a list with the first unknown name of a rank or suit on the line, or an empty list.

    ``which`` is ``rank`` or ``suit``.
    """
    event, cards = mismatch.expected, mismatch.reference.checked.model.cards
    expected, line = mismatch.differing[1], mismatch.text.line(mismatch.differing[0])
    if event is None or (event.cards is None and event.card is None):
        return []
    if event.cards is not None:
        form = cards.listed.replace("{card}", cards.name)
    else:
        words = mismatch.reference.script.card_words(event.card or 0)
        shown = next((key for key in ("card", "rank", "suit") if words[key] and words[key] in expected), "")
        before, _, after = expected.partition(words[shown]) if shown else (expected, "", "")
        if not line.startswith(before) or not line.endswith(after):
            return []
        line = line[len(before) : len(line) - len(after)]
        form = cards.name if shown == "card" else f"{{{shown}}}"
    others = (each["other"] for each in _find_names(form, known, which, line))
    return [other for other in others if other not in known[which].values()][:1]


def _find_names(
    form: str, known: Mapping[str, Mapping[str, str]], which: str, line: str
) -> Iterator[re.Match[str]]:
    """Find card names in ``line``. The rank or the suit, according to ``which``, may have any name."""
    pieces = FIELD.split(form)
    if which not in pieces[1::2]:
        return
    marks = re.sub(r"\w", "", "".join(pieces[::2]))
    own = {key: "|".join(map(re.escape, names.values())) for key, names in known.items()}
    own[which] = rf"(?P<other>[^\s{re.escape(marks)}]{{1,{LONGEST_NAME}}})"
    pieces[::2] = map(re.escape, pieces[::2])
    pieces[1::2] = (f"(?:{own.get(piece, '')})" for piece in pieces[1::2])
    yield from re.finditer("".join(pieces), line)


def other_card_names(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that rename all cards, with the same separator between rank and suit in each name."""
    event, (at, expected) = mismatch.expected, mismatch.differing
    cards = () if event is None else (*(event.cards or ()), event.card)
    held = [card for card in cards if card is not None and card != HIDDEN]
    named = [mismatch.reference.script.card_words(card)["card"] for card in held]
    if mismatch.shown is not None or not named or not all(named):
        return
    ours = "|".join(map(re.escape, sorted({*named}, key=len, reverse=True)))
    head, *tails = map(re.escape, re.split(ours, expected))
    for ranks, suits in product(_ranks(mismatch), _suits(mismatch)):
        known = {"rank": "|".join(map(re.escape, ranks)), "suit": "|".join(map(re.escape, suits.values()))}
        for one, other in (("rank", "suit"), ("suit", "rank")):
            first = f"(?:{known[one]})(?P<joint>.{{0,{LONGEST_JOINT}}}?)(?:{known[other]})"
            card = f"(?:{known[one]})(?P=joint)(?:{known[other]})"
            found = re.fullmatch(head + first + card.join(tails), mismatch.text.line(at))
            if found is not None:
                joint = found["joint"].replace("{", "{{").replace("}", "}}")
                yield _named(mismatch, ranks, suits, f"{{{one}}}{joint}{{{other}}}")


def _named(mismatch: Mismatch, ranks: Sequence[str], suits: dict[str, str], name: str) -> Change:
    data = partial(_name_cards, mismatch.book.rules.checked.pack.codes, ranks, suits, name)
    own = mismatch.book.model.cards
    is_rank = ranks != [rank.name for rank in mismatch.book.rules.checked.pack.named]
    is_suit = suits != {str(code): each for code, each in own.suits.items()}
    what = "cards" if is_rank == is_suit else "ranks of cards" if is_rank else "suits of cards"
    known, message = f"cards {ranks} {suits} {name}", f"{what} have the wrong names"
    if not is_rank and not is_suit:
        said = describe_difference(*(each.replace("{", "").replace("}", "") for each in (own.name, name)))
        message = f"in the names of cards, {said}" if said else message
    return Change(known, WORDING, ("cards", "name"), message, data=data)


def other_card_lists(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that print different characters after each card in a list."""
    event = mismatch.expected
    if event is None or not event.cards or HIDDEN in event.cards:
        return
    expected = mismatch.differing[1]
    words = [mismatch.reference.script.list_card(card) for card in event.cards]
    before, is_there, after = expected.partition("".join(words))
    words = [each.rstrip() for each in words]
    _, _, rest = mismatch.text.line(mismatch.differing[0]).partition(before + words[0])
    joint, is_next, _ = rest.partition(words[1] if len(words) > 1 else after or "\n")
    actual = before + "".join(f"{each}{joint}" for each in words) + after
    if (
        is_there
        and is_next
        and mismatch.text.line(mismatch.differing[0]) == actual
        and len(joint) <= LONGEST_JOINT
    ):
        listed, message = mismatch.book.model.cards.listed.rstrip(), "lists of cards are printed differently"
        yield setting(("cards", "listed"), listed + joint, WORDING, message)


def other_hidden_cards(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that prints different text, or nothing, for a face-down card in a list."""
    event, hidden = mismatch.expected, mismatch.reference.checked.model.cards.hidden
    if event is None or HIDDEN not in (event.cards or ()) or not hidden:
        return
    before, _, after = mismatch.differing[1].partition(hidden)
    line = mismatch.text.line(mismatch.differing[0])
    shown = line[len(before) : len(line) - len(after)]
    if line == f"{before}{shown}{after}" and len(shown) <= LONGEST_NAME:
        message = "a face-down card is listed differently"
        yield setting(("cards", "hidden"), shown, WORDING, message)


def last_card_first(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that list cards in reverse, the newest one first."""
    event, shown = mismatch.expected, mismatch.shown
    if event is not None and shown is not None and event.cards and shown.cards and event.cards != shown.cards:
        rule, message = ("cards", "listed"), "lists of cards begin with the newest card"
        yield Change(message, WORDING, rule, message, leeway=Leeway(last_first=True), remembers="game")


def _ranks(mismatch: Mismatch) -> Iterator[list[str]]:
    """Yield the alternative rank names that programs may use."""
    own = [rank.name for rank in mismatch.book.rules.checked.pack.named]
    rest = own[len(LETTERS) :]
    for names in (own, [*FIGURES, *own[len(FIGURES) :]], [*LETTERS, *rest]):
        yield from (names, [name.lower() for name in names], [name.upper() for name in names])
    yield ["T" if name == "10" else name for name in [*LETTERS, *rest]]
    yield [name[:1] for name in own]


def _suits(mismatch: Mismatch) -> Iterator[dict[str, str]]:
    """Yield the alternative suit names that programs may use, by the code of the suit."""
    own = {str(code): name for code, name in mismatch.book.model.cards.suits.items()}
    for names in (own, {code: name[:1] for code, name in own.items()}, {code: code for code in own}):
        yield from (names, {code: name.lower() for code, name in names.items()})
    yield {code: name.upper() for code, name in own.items()}
    yield SYMBOLS


def _name_cards(
    codes: Sequence[str], ranks: Sequence[str], suits: dict[str, str], name: str, data: Data
) -> None:
    cards = data.setdefault("cards", {})
    cards |= {"name": name, "suits": suits}
    for code, rank in zip(codes, ranks, strict=False):
        cards.setdefault("ranks", {}).setdefault(code, {})["name"] = rank
