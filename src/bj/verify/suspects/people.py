"""Edits to players and members: bankrolls, strategies, counts and powers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, product
from typing import Any

from bj.cards import RANKS
from bj.catalogue.events import DEALER
from bj.catalogue.occasions import OCCASIONS
from bj.compiler.wrong_rules import Variation, enter_in_order, multiply_tags, retake, tag_cards
from bj.errors import KeyPath
from bj.ruleset.model.reactions import PERIODS
from bj.text.sentences import count_of, enumerate_words, with_article
from bj.verify.changes import Change, Data, look, setting
from bj.verify.hook_names import COUNTS, NEXT_AS_SHOWN, TWICE, WAGER_FIRST, WINNER_LEAVES
from bj.verify.leeway import Leeway
from bj.verify.likely_answers import events_from
from bj.verify.mismatch import Mismatch
from bj.verify.mistake_messages import NO_REACTION, OUT_OF_TURN, UNCONDITIONAL
from bj.verify.suspects.formulas import CHOICE

OFTEN_MISCOUNTED = ("7 8 9", "7", "8", "9", "A", "T", "2", "J Q K")
OTHERS_MISCOUNTED = ("2 3 4 5 6", "T J Q K A", "3", "4", "5", "6", "J", "Q", "K", "T J Q K")
"""Groups of ranks to which a program may assign the same wrong tag."""

UNLIKELY_USE = 4.0
"""The extra cost in bits for using a power on the wrong occasion, if the power has a condition."""

LESS_LIKELY, UNLIKELY = 1.0, 2.0
"""The extra costs in bits for a tag that other ranks have, and for less likely mistakes."""

TAGS = (-1, 0, 1, 2, -2)
"""The tags that a card may have."""

MULTIPLES = {-1: "the count has the wrong sign", 2: "every card is counted twice"}
"""Factors by which a program may multiply all tags, each with a message."""

MOST_LINES = 10_000
"""The maximum number of lines to search for members who join the game."""

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
    "hidden": "{shown} reacts before the card that busts is announced",
    "shown": "the card that busts is announced before {shown} reacts",
}
"""Messages about programs that use the wrong value for `busting_card`, by that value."""

SEES = {
    "all": "cards that {it} takes are counted although they are not announced",
    "shown": "cards that {it} takes are not counted",
}
"""Messages about programs that use the wrong value for `sees`, by that value."""

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


def other_counts(mismatch: Mismatch, *, usual: bool) -> Iterator[Change]:
    """Yield changes to how players count: wrong cards, wrong tags, or counts that survive a shuffle.

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
                    _say_tag(mismatch, ranks.split(), tag),
                    vary=tag_cards(map(RANKS.index, ranks.split()), tag),
                    bits=UNLIKELY if are_far and not is_double else LESS_LIKELY if tag else 0,
                    remembers="shuffle",
                )


def _reversed_tags(mismatch: Mismatch, name: str) -> Iterator[Change]:
    """Yield changes that mix up tagged ranks and all other ranks.

    The other ranks get the tag, and the tagged ranks get a different one.
    """
    count = mismatch.book.model.strategies[name].count or {}
    tagged = " ".join(count).split()
    rest = [rank for rank in RANKS if rank not in tagged]
    for ranks, own in count.items():
        if rest:
            swapped = tag_cards(map(RANKS.index, rest), own), tag_cards(map(RANKS.index, ranks.split()), 0)
            said = f"{_say_tag(mismatch, ranks.split(), 0)}, but {_say_tag(mismatch, rest, own)}"
            rule, vary = ("strategies", name, "count"), partial(_apply, swapped)
            swap = f"swapped {name} {ranks}"
            yield Change(swap, "count", rule, said, vary=vary, bits=UNLIKELY, remembers="shuffle")
        for tag in {0, *count.values()} - {own}:
            said = _say_tag(mismatch, ranks.split(), tag)
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


def _say_tag(mismatch: Mismatch, ranks: Sequence[str], tag: int) -> str:
    names = [mismatch.reference.checked.pack.named[RANKS.index(rank)].name for rank in ranks]
    if len(names) > 1:
        return f"{enumerate_words(names)} {f'count {tag:+}' if tag else 'are not counted'}"
    return f"{with_article(*names)} {f'counts {tag:+}' if tag else 'is not counted'}"


def other_people(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give people the wrong seat, bankroll, strategy or reactions."""
    base = mismatch.variants.base
    yield from other_strategies(mismatch)
    yield from missing_reactions(base)
    yield from _other_reactions(mismatch)
    yield from _given_reactions(mismatch)
    yield from other_seats(mismatch)


def other_strategies(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give the person on the line the wrong bankroll or strategy."""
    base = mismatch.variants.base
    yield from brought_bankrolls(mismatch)
    about = mismatch.names
    if mismatch.player is not None:
        about.add(mismatch.compiled.persons[mismatch.player])
    for path in _people(base):
        for strategy in (look(base, ("strategies",)) or {}) if look(base, (*path, "name")) in about else ():
            message = "{shown} plays by the wrong strategy"
            yield setting((*path, "strategy"), strategy, "strategy", message, remembers="game")


def _people(base: Data) -> list[KeyPath]:
    """Return the paths of all members and players."""
    members: list[KeyPath] = [("members", name) for name in look(base, ("members",)) or {}]
    return [*members, *(("players", index) for index in range(len(look(base, ("players",)) or [])))]


def brought_bankrolls(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that make a person start the game with the bankroll on the line."""
    bankroll = mismatch.shown.bankroll if mismatch.shown is not None else None
    for path in _people(mismatch.variants.base) if bankroll is not None else ():
        message, own = "{shown} begins with the wrong bankroll", (*path, "bankroll")
        yield setting(own, str(bankroll), "bankroll", message, always=True, remembers="game")


def other_seats(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let the wrong member of a team play or deal."""
    if mismatch.book.model.tournament is not None:
        yield from _other_orders(mismatch)
        yield from _other_teams(mismatch.variants.base)


def _other_orders(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let the members of a team play in the order in which the transcript shows them.

    Members that it does not show come last.
    """
    shown = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    seen = dict.fromkeys(event.person for event in shown if event.person is not None)
    model, compiled = mismatch.book.model, mismatch.compiled
    message = "the members play in the wrong order"
    for index, team in enumerate(model.teams):
        members = [compiled.persons.index(model.members[name].name) for name in team.members]
        order = [person for person in dict.fromkeys((*seen, *members)) if person in members]
        if order != members:
            rule = ("teams", index, "members")
            vary = enter_in_order(order, is_dealer=compiled.roles[order[0]] == DEALER)
            yield Change(f"{rule} as {order}", "order", rule, message, vary=vary, remembers="game")


def _other_teams(base: Data) -> Iterator[Change]:
    """Yield changes that kick out the wrong member, or that let the wrong one play next."""
    steps = look(base, ("procedure", "round")) or []
    for index, step in enumerate(steps):
        if isinstance(step, dict) and "else" in step:
            swapped = {**step, "step": step["else"], "else": step["step"]}
            path: KeyPath = ("procedure", "round", index)
            yield setting(path, swapped, "order", "the wrong member is kicked out", remembers="game")
    message = "a member leaves without being kicked out"
    rule: KeyPath = ("procedure", "round")
    yield Change(WINNER_LEAVES, "order", rule, message, leeway=Leeway(hooks={WINNER_LEAVES}))
    yield Change(NEXT_AS_SHOWN, "order", rule, OUT_OF_TURN, leeway=Leeway(hooks={NEXT_AS_SHOWN}))


def kept_wagers(base: Data) -> Iterator[Change]:
    """Yield changes that never reset a wager once the strategy has raised it."""
    for name, strategy in (look(base, ("strategies",)) or {}).items():
        choice = CHOICE.fullmatch(str(strategy.get("wager")))
        if choice is not None:
            rule: KeyPath = ("strategies", name, "wager")
            message = "a raised wager is never reset"
            keep = partial(_keep_wager, name, choice[1], choice[2], choice[3])
            yield Change(f"{rule} kept", "wager", rule, message, data=keep, remembers="game")


def _keep_wager(name: str, raised: str, condition: str, usual: str, data: Data) -> None:
    strategy = data["strategies"][name]
    strategy.setdefault("memory", {})["raised"] = 0
    reactions = strategy.setdefault("reactions", [])
    reactions.append({"on": "dealt", "when": f"wager > {usual}", "set": {"raised": "1"}})
    strategy["wager"] = f"{raised} if raised > 0 or ({condition}) else {usual}"


def missing_reactions(base: Data) -> Iterator[Change]:
    """Yield changes that omit a reaction or a power."""
    for path, index in _reactions(base):
        entry = look(base, (*path, index))
        rule = ("powers", entry) if isinstance(entry, str) else path
        is_own = path[0] == "strategies"
        yield Change(
            f"without {path} {index}",
            "power",
            rule,
            f"the strategy `{path[1]}` does not react{_occasion(entry)}" if is_own else NO_REACTION,
            data=partial(_drop, path, index),
            remembers="game",
        )


def _occasion(reaction: object) -> str:
    """Describe when a reaction happens, in words that follow a verb. Return an empty string if unknown."""
    on = str(reaction.get("on")) if isinstance(reaction, dict) else ""
    return f" {OCCASIONS[on].words[0].lower()}{OCCASIONS[on].words[1:]}" if on in OCCASIONS else ""


def _reactions(base: Data) -> Iterator[tuple[KeyPath, int]]:
    """Yield every reaction and power of members, strategies and the dealer, as a path and an index."""
    holders = [(table, name) for table in ("members", "strategies") for name in look(base, (table,)) or {}]
    for holder in (*holders, ("dealer",)):
        for key in ("reactions", "powers"):
            yield from (((*holder, key), index) for index, _ in enumerate(look(base, (*holder, key)) or []))


def _other_reactions(mismatch: Mismatch) -> Iterator[Change]:
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
    """Remove the part ``key`` of a power (its words or its effect), with all keys for that part."""
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

    They also get all other powers of the member who holds it.
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
