"""Provides edits to card counting: wrong tags, missed cards, and counts that are not reset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bj.cards import RANKS
from bj.compiler.wrong_rules import Variation, multiply_tags, tag_cards
from bj.faults_and_fixes import KeyPath
from bj.text.sentences import enumerate_words, with_article
from bj.verify.changes import Change, look, setting
from bj.verify.deviation_names import COUNTS, TWICE, WAGER_FIRST
from bj.verify.leeway import Leeway
from bj.verify.mismatch import Mismatch
from bj.verify.suspects.card_names import MISSPELT

OFTEN_MISCOUNTED = ("7 8 9", "7", "8", "9", "A", "T", "2", "J Q K")

OTHERS_MISCOUNTED = ("2 3 4 5 6", "T J Q K A", "3", "4", "5", "6", "J", "Q", "K", "T J Q K")
"""Groups of ranks to which a program may assign the same wrong tag."""

LESS_LIKELY, UNLIKELY = 1.0, 2.0
"""The extra costs in bits for a tag that other ranks have, and for less likely mistakes."""

TAGS = (-1, 0, 1, 2, -2)
"""The tags that a card may have."""

MULTIPLES = {-1: "the count has the wrong sign", 2: "every card is counted twice"}
"""Factors by which a program may multiply all tags, each with a message."""

SEES = {
    "all": "cards that {it} takes are counted although they are not announced",
    "shown": "cards that {it} takes are not counted",
}
"""Messages about programs that use the wrong value for `sees`, by that value."""


def other_counts(mismatch: Mismatch, *, usual: bool) -> Iterator[Change]:
    """Yield changes to card counting: wrong cards, wrong tags, or counts that survive a shuffle.

    If ``usual`` is true, yield common mistakes. Otherwise, yield wrong tags for OTHERS_MISCOUNTED.
    """
    for name, power in mismatch.book.model.powers.items():
        for sees, message in SEES.items() if usual and power.do == "retake hand" else ():
            key, said = ("powers", name, "sees"), message.format(it=f"the power `{name}`")
            yield setting(key, sees, "count", said, remembers="game")
    for name, strategy in mismatch.book.model.strategies.items():
        if strategy.count is None or look(mismatch.variants.base, ("strategies", name, "count")) is None:
            continue
        rule: KeyPath = ("strategies", name, "count")
        for hook, message in COUNTS.items() if usual else ():
            leeway, bits = Leeway(hooks={hook}), UNLIKELY if hook.startswith(TWICE) else 0
            yield Change(hook, "count", rule, message, leeway=leeway, remembers="game", bits=bits)
        if usual:
            order, message = ("procedure", "hand"), "the wager is decided before the cards are shuffled"
            leeway = Leeway(hooks={WAGER_FIRST})
            yield Change(WAGER_FIRST, "wager", order, message, leeway=leeway, remembers="game")
        for by, message in MULTIPLES.items() if usual else ():
            yield Change(message, "count", rule, message, vary=multiply_tags(by), remembers="shuffle")
        yield from _other_tags(mismatch, name, OFTEN_MISCOUNTED if usual else OTHERS_MISCOUNTED)
        yield from _reversed_tags(mismatch, name) if usual else ()


def misspelt_counts(mismatch: Mismatch, ranks: Sequence[str]) -> Iterator[Change]:
    """Yield changes that assign a wrong tag to one of ``ranks``, because the program misspells its name."""
    name = "" if mismatch.expected is None else mismatch.expected.name
    _, *owner = mismatch.book.strategy(name, "count")
    if owner and mismatch.book.model.strategies[str(owner[0])].count is not None:
        yield from (
            replace(each, bits=0, group=MISSPELT) for each in _other_tags(mismatch, str(owner[0]), ranks)
        )


def far_counts(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that assign an unlikely wrong tag to some ranks (see ``_other_tags``)."""
    for name, strategy in mismatch.book.model.strategies.items():
        if (
            strategy.count is not None
            and look(mismatch.variants.base, ("strategies", name, "count")) is not None
        ):
            groups = (*OFTEN_MISCOUNTED, *OTHERS_MISCOUNTED)
            yield from _other_tags(mismatch, name, groups, are_far=True)


def _other_tags(
    mismatch: Mismatch, name: str, groups: Sequence[str], *, are_far: bool = False
) -> Iterator[Change]:
    """Yield changes that assign a wrong tag to a group of ranks.

    The tag is 0, the opposite, or a tag that other ranks have. If ``are_far`` is true, it is any other tag.
    """
    count = mismatch.book.model.strategies[name].count or {}
    tags = {rank: tag for ranks, tag in count.items() for rank in ranks.split()}
    for ranks in groups:
        own = tags.get(ranks.split()[0], 0)
        near = {0, -own, *count.values()}
        for tag in TAGS if are_far else near:
            is_double = tag == 2 * own and ranks in count
            if tag != own and (tag in near) != are_far:
                yield Change(
                    f"count {name} {ranks} {tag}",
                    "count",
                    ("strategies", name, "count"),
                    say_tag(mismatch, ranks.split(), tag),
                    vary=tag_cards(map(RANKS.index, ranks.split()), tag),
                    ranks=ranks,
                    bits=UNLIKELY if are_far and not is_double else LESS_LIKELY if tag else 0,
                    remembers="shuffle",
                )


def _reversed_tags(mismatch: Mismatch, name: str) -> Iterator[Change]:
    """Yield changes that give a tag to all ranks except those that should have it.

    Those ranks get a different tag.
    """
    count = mismatch.book.model.strategies[name].count or {}
    tagged = " ".join(count).split()
    rest = [rank for rank in RANKS if rank not in tagged]
    for ranks, own in count.items():
        if rest:
            swapped = tag_cards(map(RANKS.index, rest), own), tag_cards(map(RANKS.index, ranks.split()), 0)
            said = f"{say_tag(mismatch, ranks.split(), 0)}, but {say_tag(mismatch, rest, own)}"
            rule, vary = ("strategies", name, "count"), partial(_apply, swapped)
            swap = f"swapped {name} {ranks}"
            yield Change(swap, "count", rule, said, vary=vary, bits=UNLIKELY, remembers="shuffle")
        for tag in {0, *count.values()} - {own}:
            said = say_tag(mismatch, ranks.split(), tag)
            variations = tag_cards(range(len(RANKS)), own), tag_cards(map(RANKS.index, ranks.split()), tag)
            yield Change(
                f"reversed {name} {ranks} {tag}",
                "count",
                ("strategies", name, "count"),
                f"{said}, and all others count {own:+}",
                vary=partial(_apply, variations),
                bits=UNLIKELY,
                remembers="shuffle",
            )


def _apply(variations: Sequence[Variation], program: list[int], table: list[int]) -> None:
    """Apply several ``variations`` to a game, one after another."""
    for vary in variations:
        vary(program, table)


def say_tag(mismatch: Mismatch, ranks: Sequence[str], tag: int) -> str:
    """Say how a program counts ``ranks``, given by their codes."""
    names = [mismatch.reference.checked.pack.named[RANKS.index(rank)].name for rank in ranks]
    if len(names) > 1:
        return f"{enumerate_words(names)} {f'count {tag:+}' if tag else 'are not counted'}"
    return f"{with_article(*names)} {f'counts {tag:+}' if tag else 'is not counted'}"
