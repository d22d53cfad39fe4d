"""Spellings of earlier versions of the language, with their replacements.

A row of OLD_SPELLINGS makes a fault with the new spelling, which ``bj validate --fix`` writes. Words that
were renamed everywhere are in ``RENAMED`` of ``bj.ruleset.suggestions``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bj.errors import Fault, Fix, KeyPath
from bj.ruleset.faults.foreign_house_rows import to_shuffles
from bj.ruleset.faults.foreign_ties import to_ties
from bj.ruleset.faults.foreign_values import (
    keep,
    to_indices,
    to_limits,
    to_pack_of,
    to_packs,
)
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17, find_draws
from bj.ruleset.model.indices import KEY
from bj.ruleset.model.shoe import respell
from bj.ruleset.suggestions import MOST_LISTED, shorten
from bj.ruleset.toml.reading_and_writing import write_key, write_value


class OldSpelling(NamedTuple):
    """A key of an earlier version, or an earlier form of its value."""

    old: str
    """The dotted key; ``*`` matches any step, such as the name of a power or the index of an entry."""
    new: str = ""
    """The dotted key that replaces the old one, with the same steps for ``*``; empty if no key does."""
    rewrite: Callable[[Any], Any] = keep
    """Converts the old value to the new one; None if that is impossible."""
    message: str = ""
    """The message, if the change is more than a renaming."""
    hint: str = ""
    """The remedy if the value cannot be rewritten, with ``{0}``, ``{1}`` … for the steps of the old key.

    Without a hint, such a value is not an old spelling.
    """


def _rewrite_early(value: Any) -> Any:
    """Convert early surrender to a word or table; None for never, or for no condition."""
    if value is False or isinstance(value, list | dict):
        return None
    words: dict[Any, Any] = {
        True: "early",
        "upcard == 10": "early against a ten",
        "upcard != 11": "early except against an ace",
    }
    return words.get(value, {"early": value, "late": False})


def _rewrite_dealer(value: Any) -> Any:
    """Convert a text in place of the section [dealer] to ``hits_soft_17``; None for any other text."""
    rule = find_draws(value) if isinstance(value, str) else ""
    written = rule.text.strip('"') if isinstance(rule, Fix) else ""
    return {HITS_SOFT_17: True, STANDS_ON_SOFT_17: False}.get(written)


def _rewrite_indices(value: Any) -> Any:
    """Convert a table of index numbers to index plays; None for any other value."""
    plays = to_indices(value) if isinstance(value, dict) and value else {}
    return plays if plays and all(KEY.fullmatch(hand) for hand in plays) else None


OLD_SPELLINGS: Sequence[OldSpelling] = (
    OldSpelling(
        "rules.early_surrender",
        "rules.surrender",
        _rewrite_early,
        "early surrender is a word of `surrender`",
        'remove it, or write `surrender = "early"`',
    ),
    OldSpelling(
        "rules.original_bets_only",
        "rules.natural_takes",
        lambda value: {True: "original bets", False: "all"}.get(value) if isinstance(value, bool) else None,
        "`natural_takes` says which wagers a dealer's natural takes",
    ),
    OldSpelling(
        "rules.dealer_charlie",
        message="all rules for a charlie are in one table",
        hint="write `charlie = {{ cards = 5, dealer = true }}`",
    ),
    OldSpelling("shoe.shuffle.seed", "shoe.seed", message="`seed` belongs under [shoe]"),
    OldSpelling("side_bets.*.looks_at", "side_bets.*.cards"),
    OldSpelling("side_bets.*.meter", "side_bets.*.jackpot"),
    OldSpelling("side_bets.*.pay_table.*.meter", "side_bets.*.pay_table.*.jackpot"),
    OldSpelling(
        "side_bets.*.wager",
        "side_bets.*.between",
        to_limits,
        "`wager` is one amount; players choose one `between` two limits",
    ),
    OldSpelling("output.meter", "output.jackpot"),
    OldSpelling("payouts.dealer_bust_push", "dealer.push_on"),
    OldSpelling(
        "shoe.shuffle",
        "shoe.penetration",
        lambda value: (
            respell(re.sub("^(?:when|at|after) ", "", value)) or None if isinstance(value, str) else None
        ),
        "when to shuffle and how to shuffle are separate keys",
    ),
    OldSpelling(
        "shoe.shuffle",
        "shoe.reshuffle_when",
        lambda value: to_shuffles(value) or (True if re.search("continuous|csm", str(value)) else None),
        "when to shuffle and how to shuffle are separate keys",
        'write `penetration = "75%"` for when, and for how `shuffle = {{ method = "riffle", cuts = 5, '
        "between = [10, 42] }}`, both under [shoe]",
    ),
    OldSpelling("dealer", "dealer.hits_soft_17", _rewrite_dealer, "the dealer's rule is a key of [dealer]"),
    OldSpelling(
        "dealer.hits_soft_17",
        "dealer.hits_soft_17",
        _rewrite_dealer,
        "`hits_soft_17` should be true or false, not text",
    ),
    OldSpelling(
        "shoe.packs",
        "shoe.packs",
        lambda value: to_packs(value) if isinstance(value, str) and not value.isdigit() else None,
        '`packs` should be a whole number or "infinite", not text',
    ),
    OldSpelling("cards.ranks", "cards.pack", to_pack_of, "`ranks` describes ranks, and `pack` counts them"),
    OldSpelling(
        "arguments.*.optional",
        message="brackets in `usage` mark optional arguments",
        hint="write `[{1}]` in `usage` under [ruleset]",
    ),
    OldSpelling(
        "strategies.*.index",
        "strategies.*.indices",
        _rewrite_indices,
        "`index` is the number that `indices` are compared with",
    ),
    OldSpelling(
        "shoe.penetration",
        "shoe.reshuffle_when",
        to_shuffles,
        "`penetration` says how far a shoe is dealt",
    ),
    OldSpelling("payouts.tie", "payouts.tied_totals", to_ties, "`tie` is the result of all ties"),
    OldSpelling("arguments.*.name", message="the name of an argument is in its header"),
    OldSpelling(
        "prompts.action.ask_double",
        message="one question lists all legal actions",
        hint="write `{{options}}` in `ask`, and your own words under `options`",
    ),
)


def explain_outdated(path: KeyPath, value: Any) -> Fault | None:
    """The fault for a refused value in an earlier spelling; None for other values."""
    if path == ("arguments",) and isinstance(value, list):
        return _explain_list(path, value)
    for row in OLD_SPELLINGS:
        found = _match(row.old, path)
        if found is None:
            continue
        rewritten = row.rewrite(value)
        if rewritten is not None and (row.new or not row.hint):
            return replace_spelling(path, _fill(row.new, found), value, rewritten, row.message)
        if row.hint:
            hint = row.hint.format(*(shorten(str(step)) for step in path))
            message = row.message or f"`{shorten(str(path[-1]))}` is an old spelling"
            return Fault("BJ213", path, message, hint, part="key")
    return None


def replace_spelling(path: KeyPath, new: KeyPath, value: Any, rewritten: Any, message: str = "") -> Fault:
    """The fault for a key that is replaced by a ``new`` one or, if that is empty, removed.

    ``value`` is the value in the document, and ``rewritten`` the value to write.
    """
    key, text = str(path[-1]), write_value(rewritten)
    if not new:
        return Fault("BJ213", path, message, Fix("", "remove it"), part="key")
    is_same = type(value) is type(rewritten) and value == rewritten
    if new == path:
        message = message or f"`{shorten(key)}` is now written differently"
        return Fault("BJ213", path, message, Fix(text))
    names = [str(step) for step in new if isinstance(step, str)]
    place = "" if new[:-1] == path[:-1] else f" under [{write_key(*names[:-1])}]"
    say = f"write `{write_key(names[-1])}`{place}"
    if not is_same:
        say = f"write `{write_key(names[-1])} = {{}}`{place}"
    if isinstance(value, dict) and is_same:
        say = f"write `[{write_key(*names)}]`"
    message = message or f"`{shorten(key)}` is now called `{shorten(names[-1])}`"
    return Fault("BJ213", path, message, Fix("" if is_same else text, say, to=new), part="key")


def _match(old: str, path: KeyPath) -> list[str | int] | None:
    """The steps of a path that match the stars in an old key; None if the path does not match."""
    pairs = list(zip(old.split("."), path, strict=False))
    if len(path) != old.count(".") + 1 or any(step not in ("*", here) for step, here in pairs):
        return None
    return [here for step, here in pairs if step == "*"]


def _fill(new: str, found: Sequence[str | int]) -> KeyPath:
    """Fill the matched steps into the stars of a new key."""
    stars = iter(found)
    return tuple(next(stars) if step == "*" else step for step in new.split(".")) if new else ()


def _explain_list(path: KeyPath, arguments: list[Any]) -> Fault:
    """The fault for arguments in a list, with the header of the first one and a usage line for all."""
    named = [each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)]
    named.sort(key=lambda each: each.get("optional") is True)
    words = [shorten(f"[{each['name']}]" if each.get("optional") is True else each["name"]) for each in named]
    header = f"[arguments.{shorten(named[0]['name'])}]" if named else "[arguments.NAME]"
    usage = " ".join(words) if len(words) <= MOST_LISTED else "NAME …"
    remedy = f'write {header} without `name`, and so on, and `usage = "{usage}"` under [ruleset]'
    return Fault("BJ213", path, "arguments are tables by name, not a list", remedy, part="key")
