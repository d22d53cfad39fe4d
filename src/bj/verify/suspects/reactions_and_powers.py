"""Provides edits that remove reactions and powers, or that change their occasion, effect or holder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, pairwise, product
from typing import Any

from bj.catalogue.occasions import OCCASIONS
from bj.compiler.wrong_rules import retake
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.reactions import PERIODS
from bj.text.sentences import count_of
from bj.verify.changes import Change, Data, look, setting
from bj.verify.message_texts import NO_REACTION, TESTED_EARLY, UNCONDITIONAL
from bj.verify.mismatch import Mismatch
from bj.verify.suspects.counting_mistakes import SEES

UNLIKELY_USE = 4.0
"""The extra cost in bits for using a power on the wrong occasion, if the power has a condition."""

MOST_CARDS = 1_000
"""More cards than any hand can have."""

POWERS: dict[str, tuple[Any, ...]] = {
    "busting_card": ("hidden", "shown"),
    "retaken": ("hidden", "last shown", "shown"),
    "sees": ("all", "shown"),
    "as": ("player", "dealer", "both"),
    "on": tuple(OCCASIONS),
    "limit": tuple(f"{most} per {period}" for period in PERIODS for most in (1, 2)),
}
"""The values that programs may use by mistake, for each key of a reaction."""

BUSTING_CARD = {
    "hidden": "the card that busts is not announced before {shown} reacts",
    "shown": "the card that busts is announced before {shown} reacts",
}
"""Messages about programs that use the wrong value for `busting_card`, by that value."""

RETAKEN = {
    "hidden": "none of the cards that {it} takes is announced",
    "last shown": "the last card that {it} takes is announced",
    "shown": "each card that {it} takes is announced",
}
"""Messages about programs that use the wrong value for `retaken`, by that value."""

WRONG_WAYS: dict[str, str | dict[str, str]] = {
    "busting_card": BUSTING_CARD,
    "retaken": RETAKEN,
    "sees": SEES,
    "as": "{happens} as the {value}",
    "on": "{happens} on another occasion",
    "limit": "{happens} at most {value}",
}
"""Messages about a wrong value for each key of a reaction. For some keys, there is one message for each
value.
"""

USES = ("as", "on", "limit")

WHEN = (*USES, "when")
"""The keys that determine when a reaction happens, including its condition."""

LEFT_OUT = {"say": "{it} is used without its words", "do": "{it} is announced, but has no effect"}
"""Messages about the parts of a power that a program may omit."""


def other_reactions(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that omit reactions and powers, alter them, or give them to other people."""
    yield from missing_reactions(mismatch.variants.base)
    yield from _altered_reactions(mismatch)
    yield from _given_reactions(mismatch)


def missing_reactions(base: Data) -> Iterator[Change]:
    """Yield changes that omit a reaction or a power."""
    for path, index in _reactions(base):
        entry = look(base, (*path, index))
        is_own = path[0] == "strategies"
        rule = ("powers", entry) if isinstance(entry, str) else (*path, index) if is_own else path
        yield Change(
            f"without {path} {index}",
            "power",
            rule,
            f"the strategy `{path[1]}` does not react{occasion_of(entry)}" if is_own else NO_REACTION,
            data=partial(_drop, path, index),
            remembers="game",
        )


def early_reactions(base: Data) -> Iterator[Change]:
    """Yield changes that test a number in a reaction before the reaction ahead of it changes the number."""
    for name in look(base, ("strategies",)) or {}:
        path: KeyPath = ("strategies", name, "reactions")
        reactions = look(base, path) or []
        for index, (first, second) in enumerate(pairwise(reactions)):
            numbers = [each for each in first.get("set", ()) if each in str(second.get("when", ""))]
            if first.get("on") == second.get("on") and numbers:
                said = f"the strategy `{name}` {TESTED_EARLY.format(number=numbers[0])}"
                change, rule = partial(_swap, path, index), (*path, index + 1, "when")
                yield Change(said, "condition", rule, said, data=change, remembers="game")


def _swap(path: KeyPath, index: int, data: Data) -> None:
    """Swap an entry of a list with the next one."""
    entries = look(data, path)
    entries[index : index + 2] = entries[index + 1], entries[index]


def occasion_of(reaction: object) -> str:
    """Describe when a reaction happens, in words that follow a verb. Return an empty string if unknown."""
    on = str(reaction.get("on")) if isinstance(reaction, dict) else ""
    return f" {OCCASIONS[on].words[0].lower()}{OCCASIONS[on].words[1:]}" if on in OCCASIONS else ""


def _reactions(base: Data) -> Iterator[tuple[KeyPath, int]]:
    """Yield every reaction and power of members, strategies and the dealer, as a path and an index."""
    holders = [(table, name) for table in ("members", "strategies") for name in look(base, (table,)) or {}]
    for holder in (*holders, ("dealer",)):
        for key in ("reactions", "powers"):
            yield from (((*holder, key), index) for index, _ in enumerate(look(base, (*holder, key)) or []))


def _altered_reactions(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give a reaction or a power the wrong occasion or effect.

    If the transcript never contains the words of a reaction, it is treated as missing rather than as used on
    the wrong occasion. If a power has a condition, a mistake in the condition is likelier than a wrong
    occasion.
    """
    base, text = mismatch.variants.base, mismatch.text.content
    places: list[KeyPath] = [("powers", name) for name in look(base, ("powers",)) or {}]
    places += [(*path, index) for path, index in _reactions(base) if path[-1] == "reactions"]
    for place in places:
        own, is_power = look(base, place), place[0] == "powers"
        it, happens = f"the power `{place[-1]}`", f"the power `{place[-1]}` is used"
        if not is_power:
            name = look(base, (*place[:-2], "name"))
            owner = f"the strategy `{place[1]}`" if place[0] == "strategies" else name or "a member"
            it, happens = f"the words of {owner}", f"{owner} reacts"
        is_said = not own.get("say") or mismatch.book.is_said(own["say"], text)
        for key, value in ((key, value) for key, values in POWERS.items() for value in values):
            if own.get(key) == value or (key in USES and not is_said):
                continue
            ways = WRONG_WAYS[key]
            form = ways if isinstance(ways, str) else ways[value]
            message = form.replace("{it}", it).replace("{happens}", happens).replace("{value}", value)
            message = message.replace("as the both", "in both roles")
            bits = UNLIKELY_USE if key in USES and "when" in own else 0
            yield setting((*place, key), value, "power", message, remembers="game", bits=bits)
        for key, message in LEFT_OUT.items() if {"say", "do"} <= own.keys() else ():
            change, said = partial(_leave_out, place, key), message.replace("{it}", it)
            yield Change(
                f"{place} without {key}", "power", (*place, key), said, data=change, remembers="game"
            )


def _leave_out(place: KeyPath, key: str, data: Data) -> None:
    """Remove the part ``key`` of a power: its words, or its effect with all keys for the effect."""
    own = look(data, place)
    for name in [key] if key == "say" else own.keys() - {"say", *WHEN}:
        del own[name]


def unnoticed_busts(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that suppresses reactions to hands that bust with their first two cards."""
    if mismatch.expected is None or mismatch.expected.phrase is None or len(mismatch.held) != 2:
        return

    def change(data: Data) -> None:
        powers, members = data.get("powers", {}), data.get("members", {})
        holders = (data.get("dealer", {}), *powers.values(), *members.values())
        lists = (who.get("reactions", []) for who in holders)
        for reaction in chain(powers.values(), *lists):
            if reaction.get("on") == "bust":
                reaction["when"] = f"({reaction.get('when', True)}) and cards > 2"

    yield Change("busts as dealt", "total", ("cards", "ranks"), "a hand of two cards is a bust", data=change)


def other_retakes(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let a power retake a hand with too many cards, too few, or none at all."""
    rule: KeyPath = ("powers", mismatch.power_before)
    for more in (1, -1, 2, -2) if mismatch.power_before else ():
        number = f"{count_of(abs(more), 'card')} {'more' if more > 0 else 'fewer'}"
        message = f"the power `{mismatch.power_before}` takes {number} than it lays aside"
        yield Change(f"retakes {more} more", "power", rule, message, vary=retake(more))
    if mismatch.power_before:
        message = f"the power `{mismatch.power_before}` lays the hand aside, but takes no cards in its place"
        yield Change(message, "power", rule, message, vary=retake(-MOST_CARDS))


def _given_reactions(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give one or all of a member's reactions or powers to other members."""
    base = mismatch.variants.base
    names = mismatch.names.union(name for name in mismatch.compiled.persons if name in mismatch.line)
    spoken = mismatch.spoken, mismatch.spoken_next
    members: Data = look(base, ("members",)) or {}
    about = {name for name, member in members.items() if member.get("name") in names}
    teams: list[list[str]] = [team.get("members", []) for team in look(base, ("teams",)) or []]
    groups = [[name] for name in sorted(about)] + [team for team in teams if not about.isdisjoint(team)]
    for key in ("powers", "reactions"):
        entries = {str(entry): (name, entry) for name in members for entry in members[name].get(key, ())}
        for owner, entry in entries.values():
            rule: KeyPath = ("powers", entry) if isinstance(entry, str) else ("members", owner, key)
            all_of_them = members[owner][key]
            given = ([entry], all_of_them) if len(all_of_them) > 1 else ([entry],)
            for group, gifts in product((*groups, [*members]), given) if rule in spoken else ():
                change = partial(_giving, group, key, gifts)
                name, message = f"{group} have {gifts}", "{shown} reacts against the rule"
                yield Change(name, "power", rule, message, data=change, remembers="game")
    for name, power in (look(base, ("powers",)) or {}).items():
        if "when" in power and "do" in power:
            yield _unconditional(name, members)


def _unconditional(power: str, members: Data) -> Change:
    """Return a change that lets all members use ``power`` without its condition.

    All members also get the other powers of the member who holds ``power``.
    """
    holder = next((name for name in members if power in members[name].get("powers", ())), "")
    rule: KeyPath = ("powers", power, "when")

    def change(data: Data) -> None:
        _giving([*members], "powers", members[holder]["powers"] if holder else [power], data)
        del data["powers"][power]["when"]

    message = UNCONDITIONAL.format(power=power)
    return Change(message, "power", rule, message, data=change, remembers="game")


def _giving(group: Sequence[str], key: str, gifts: Sequence[Any], data: Data) -> None:
    for name in group:
        own = data["members"][name].setdefault(key, [])
        own += [gift for gift in gifts if gift not in own]


def _drop(path: KeyPath, index: int, data: Data) -> None:
    del look(data, path)[index]
