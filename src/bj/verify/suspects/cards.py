"""Other names of cards: figures for ranks, letters or symbols for suits, other words between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bj.cards import SUITS, rank_of, suit_of
from bj.record.events import HIDDEN
from bj.verify.changes import Change, Data, put
from bj.verify.findings import WORDING
from bj.verify.scene import Scene

FIGURES = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
LETTERS = [*FIGURES, *["J", "Q", "K", "A"]]
SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}

LONGEST_JOINT = 10
"""Characters between a rank and a suit."""


def other_card_names(scene: Scene) -> Iterator[Change]:
    """All cards have other names, of which the line shows one."""
    event, line = scene.expected, scene.line
    if event is None or event.card is None:
        return
    expected = scene.halt.expected.removesuffix("\n")
    before, is_there, after = expected.partition(scene.yardstick.script.card_words(event.card)["card"])
    if not is_there or not line.startswith(before) or not line.endswith(after):
        return
    told = line[len(before) : len(line) - len(after)]
    for ranks in _ranks(scene):
        for suits in _suits(scene):
            rank, suit = ranks[rank_of(event.card)], suits[SUITS[suit_of(event.card)]]
            for first, second, form in (
                (rank, suit, "{{rank}}{}{{suit}}"),
                (suit, rank, "{{suit}}{}{{rank}}"),
            ):
                joint = told[len(first) : len(told) - len(second)]
                if told == f"{first}{joint}{second}" and len(joint) <= LONGEST_JOINT:
                    name = form.format(joint.replace("{", "{{").replace("}", "}}"))
                    message = "cards have other names"
                    data = _naming(scene.book.rules.checked.pack.codes, ranks, suits, name)
                    known = f"cards {ranks} {suits} {name}"
                    yield Change(known, WORDING, ("cards", "name"), message, data=data)


def other_card_lists(scene: Scene) -> Iterator[Change]:
    """Other characters come behind every card of a list."""
    event = scene.expected
    if event is None or not event.cards or HIDDEN in event.cards:
        return
    expected = scene.differing[1]
    listed = [scene.yardstick.script.list_card(card) for card in event.cards]
    before, is_there, after = expected.partition("".join(listed))
    words = [each.rstrip() for each in listed]
    _, _, rest = scene.text.line(scene.differing[0]).partition(before + words[0])
    joint, is_next, _ = rest.partition(words[1] if len(words) > 1 else after or "\n")
    actual = before + "".join(f"{each}{joint}" for each in words) + after
    if is_there and is_next and scene.text.line(scene.differing[0]) == actual and len(joint) <= LONGEST_JOINT:
        path, name = ("cards", "listed"), scene.book.model.cards.listed.rstrip() + joint
        message = "lists of cards are written differently"
        yield Change(f"listed {name}", WORDING, path, message, data=partial(put, path=path, value=name))


def _ranks(scene: Scene) -> Iterator[list[str]]:
    """What ranks may be called."""
    own = [rank.name for rank in scene.book.rules.checked.pack.named]
    rest = own[len(LETTERS) :]
    for names in (own, [*FIGURES, *own[len(FIGURES) :]], [*LETTERS, *rest]):
        yield from (names, [name.lower() for name in names], [name.upper() for name in names])
    yield ["T" if name == "10" else name for name in [*LETTERS, *rest]]
    yield [name[:1] for name in own]


def _suits(scene: Scene) -> Iterator[dict[str, str]]:
    """What suits may be called."""
    own = {str(code): name for code, name in scene.book.model.cards.suits.items()}
    for names in (own, {code: name[:1] for code, name in own.items()}, {code: code for code in own}):
        yield from (names, {code: name.lower() for code, name in names.items()})
    yield {code: name.upper() for code, name in own.items()}
    yield SYMBOLS


def _naming(
    codes: Sequence[str], ranks: Sequence[str], suits: dict[str, str], name: str
) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        cards = data.setdefault("cards", {})
        cards |= {"name": name, "suits": suits}
        for code, rank in zip(codes, ranks, strict=False):
            cards.setdefault("ranks", {}).setdefault(code, {})["name"] = rank

    return change
