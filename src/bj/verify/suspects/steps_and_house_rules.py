"""Provides edits to the steps of a hand, a round or the game, and to house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any

from bj.catalogue.events import DEALER, EVENTS, PLAYER
from bj.catalogue.house_rules import ALLOWANCES, RULES
from bj.compiler.wrong_rules import (
    level_dealers_natural,
    overlook_busts,
    play_dealer_first,
    win_like_naturals,
)
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.house_rule_reading import spell
from bj.ruleset.model.rules_and_payouts import Rules
from bj.text.sentences import count_of
from bj.verify.changes import Change, Data, look, put, setting
from bj.verify.decisions_shown import total_shown
from bj.verify.deviation_names import (
    BUSTS_CHARGED,
    FOR_NATURALS,
    NATURALS_AS_SHOWN,
    NATURALS_PAID_TWICE,
    RAISES_ON_CREDIT,
)
from bj.verify.leeway import NONE, Leeway
from bj.verify.message_texts import GOES_ON, LINE_MISSING, STEP_MISSING, describe_setting, name_step
from bj.verify.mismatch import Mismatch
from bj.verify.money_sentences import solution

LISTS = ("hand", "round", "game")

KINDS = {"shuffle": "shuffle", "reshuffle": "shuffle", "pay naturals": "natural"}
"""The kind of finding to report for a missing, misplaced or extra step.

For all other steps, it is `order`.
"""

CONDITIONS = {
    "hit": ("cards == 2", {"doubled": True}, "total < 20"),
    "double": ("any number of cards", "cards == 2", "not after a split", "total >= 9 and total <= 11"),
    "split": ("cards == 0", "once", {"hands": 3, "resplit_aces": True}, "unlimited", "pair"),
    "surrender": ("early", "any time", "cards == 2"),
    "insurance": ("against any upcard",),
    "hole_card": ("always peek", "peek on ace", "peek on ten"),
}
"""Values that programs may mistakenly use for house rules."""

HITS = {
    "cards == 2": "a hand is over after it has taken a card",
    "{'doubled': True}": GOES_ON,
    "total < 20": "no action is asked for with a total of 20",
}
"""Messages about wrong conditions for a hit."""

NEAR_TARGET = 3
"""How far below the target a program may wrongly begin to stand automatically."""

NATURALS_SAID: KeyPath = ("output", "player_natural")
NATURALS_PAY: KeyPath = ("payouts", "natural")

NEAR = 3
"""The maximum number of places by which a step is moved. A reshuffle is moved further."""

CARDS_AT_FIRST = frozenset((key, "cards") for key, event in EVENTS.items() if "show hands" in event.steps)
"""The fields that list the first cards, as pairs of an event and a field."""

LONGEST_DEAL = 4
"""The maximum number of cards in a deal for which every order is tried."""


def other_steps(base: Data) -> Iterator[Change]:
    """Yield changes that omit, move or insert a step."""
    for name in LISTS:
        steps = look(base, ("procedure", name)) or []
        for index, step in enumerate(steps):
            what = KINDS.get(_name(step), "order")
            happens = name_step(step)
            line = happens.removesuffix(" is printed")
            said = f"{LINE_MISSING}: {line}" if line != happens else f"{STEP_MISSING}: {happens}"
            missing = _steps(name, f"without {index}", what, said, partial(_delete, step), index)
            yield replace(missing, rule=("procedure", name, index), group=missing.name)
            for place in range(len(steps) + 1):
                is_near = abs(place - index) <= NEAR or _name(step) == "reshuffle"
                if is_near and place not in (index, index + 1):
                    is_early = place < index
                    other = name_step(steps[place if is_early else place - 1])
                    said = f"{happens} {'before' if is_early else 'only after'} {other}"
                    yield _steps(name, f"{index} to {place}", what, said, partial(_move, step), index, place)
    for name, inserted in (  # lists of steps and the steps to insert
        ("game", "shuffle"),
        ("round", "shuffle"),
        ("hand", "shuffle"),
        ("hand", "announce standings"),
    ):
        steps = look(base, ("procedure", name)) or []
        for index in range(len(steps) + 1) if steps else ():
            what = KINDS.get(inserted, "order")
            said = f"there is an extra step: {name_step(inserted)}"
            yield _steps(name, f"{inserted} at {index}", what, said, list.insert, index, inserted)


def dealer_first() -> Iterator[Change]:
    """Yield a change that lets the dealer play before the players, which a ruleset cannot express."""
    rule, message = ("procedure", "hand"), "the dealer plays before the players"
    yield Change(message, "order", rule, message, vary=play_dealer_first())


def natural_goes_on(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that treat naturals incorrectly, such as by playing on after one."""
    steps = look(mismatch.variants.base, ("procedure", "hand")) or []
    places = [index for index, step in enumerate(steps) if _name(step) == "pay naturals"]
    naturals = [
        *mismatch.before,
        *(event for event in (mismatch.expected, mismatch.shown) if event is not None),
    ]
    shown = {event.person for event in naturals if event.key == "player_natural"}
    if not places or not shown:
        return

    def remake(data: Data) -> None:
        del data["procedure"]["hand"][places[0]]

    rule: KeyPath = ("procedure", "hand")
    message = "a natural is played like any other hand"
    yield Change("naturals not paid", "natural", rule, message, data=remake)
    message = "a hand continues after a natural"
    said = Leeway(extra={f"player_natural of {p}" for p in shown})
    yield Change(f"naturals go on {shown}", "natural", rule, message, data=remake, leeway=said)
    message, said = f"{message}, and is paid twice", said._replace(hooks={NATURALS_PAID_TWICE})
    yield Change(f"naturals paid twice {shown}", "natural", rule, message, data=remake, leeway=said)
    for hook, message in FOR_NATURALS.items():
        yield Change(hook, "natural", rule, message, leeway=Leeway(hooks={hook}))
    rule, message = ("payouts", "natural"), "a natural is not always recognized"
    yield Change(NATURALS_AS_SHOWN, "natural", rule, message, leeway=Leeway(hooks={NATURALS_AS_SHOWN}))


def other_house_rules(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that set a house rule to a different value."""
    base = mismatch.variants.base
    for rule in RULES.values():
        opposite = rule.values[not mismatch.book.model.rules.holds(rule.key)]
        yield other_rule(("rules", *rule.place.split(".")), opposite)
    yield from other_plays(mismatch)
    for target in (20, 22):
        yield other_rule(("rules", "target"), target)
    yield from other_deals(mismatch)
    for how in ("stop", "restart hand", "reshuffle discards"):
        yield other_rule(("shoe", "when_empty"), how, "shuffle")
    cuts = look(base, ("shoe", "shuffle", "cuts"))
    for other in (1, -1) if isinstance(cuts, int) else ():
        yield other_rule(("shoe", "shuffle", "cuts"), cuts + other, "shuffle")
    if isinstance(cuts, int) and mismatch.cuts not in (0, cuts):
        yield other_rule(("shoe", "shuffle", "cuts"), mismatch.cuts, "shuffle")
    for packs in (1, 2, 4, 6, 8):
        yield replace(other_rule(("shoe", "packs"), packs, "shuffle"), remembers="game")


def other_plays(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that play on, or do not play on, when every hand is bust or settled."""
    path = ("dealer", "plays")
    is_always = look(mismatch.variants.base, path) == "always"
    yield other_rule(path, "when needed" if is_always else "always", "dealer")
    for both in (True, False) if not is_always else ():
        change, message = partial(put, path=path, value="always"), "a hand continues after it has bust"
        goes_on = Change(f"busts go on {both}", "order", ("procedure", "hand"), message, data=change)
        goes_on = replace(goes_on, vary=overlook_busts(busts=both))
        yield goes_on
        charged, message = Leeway(hooks={BUSTS_CHARGED}), "a bust hand continues, and is settled twice"
        yield replace(goes_on, name=f"{goes_on.name}, charged", message=message, leeway=charged)


def _peek(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that adds or removes the dealer's check for a natural before players act."""
    steps = look(mismatch.variants.base, ("procedure", "hand")) or []
    names = [*map(_name, steps)]
    if "peek" in names:
        said = "the dealer does not check for a natural"
        at = names.index("peek")
        yield _steps("hand", "no peek", "natural", said, partial(_delete, steps[at]), at)
    elif "players act" in names:
        index = names.index("players act")

        def peek(data: Data) -> None:
            put(data, ("rules", "hole_card"), "peek")
            data["procedure"]["hand"].insert(index, "peek")

        message = "the dealer checks for a natural"
        yield Change("peek", "natural", ("procedure", "hand"), message, data=peek)


def other_stands(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that make hands stand automatically on wrong totals."""
    path: KeyPath = ("rules", "stand_on_target")
    stands = other_rule(path, not look(mismatch.variants.base, path))
    yield stands
    target = mismatch.book.model.rules.target
    if mismatch.expected is None or mismatch.total_of(mismatch.expected.person) == target:
        unsaid = Leeway(loose={(f"{role}_stands", "") for role in (PLAYER, DEALER)})
        yield replace(stands, name=f"{stands.name}, unsaid", leeway=unsaid)
    for least in range(target - 1, target - NEAR_TARGET - 1, -1):
        name, message = f"stands from {least} on", "hands that could still be played stand automatically"
        yield Change(name, "rule", path, message, data=partial(stand_from, least))


def stand_from(least: int, data: Data) -> None:
    """Make hands stand automatically on totals of ``least`` or more."""
    rules = data.setdefault("rules", {})
    written = Rules.model_validate(rules)
    for key in ("hit", "double"):
        condition = written.condition(key)
        if condition is not None:
            rules[key] = f"({condition}) and total < {least}"


def other_offers(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that offer an illegal action, or that do not offer a legal one."""
    base = mismatch.variants.base
    yield from _peek(mismatch)
    yield from other_stands(mismatch)
    for key in ("double", "split"):
        if look(base, ("rules", key)):
            message = f"{ALLOWANCES[key].doing} is allowed without enough money"
            credit = Leeway(hooks={RAISES_ON_CREDIT})
            yield Change(RAISES_ON_CREDIT, "rule", ("rules", key), message, leeway=credit)
    yield from _other_doubles(mismatch)
    for key, allowance in ALLOWANCES.items():
        if allowance.place != key:
            continue
        now = look(base, ("rules", key))
        is_allowed = mismatch.book.model.rules.condition(key) is not None
        for other in (not is_allowed, *(CONDITIONS.get(key, ()) if is_allowed else ())):
            if other != now:
                change = other_rule(("rules", key), spell(key, other))
                said = HITS.get(str(other), change.message) if key == "hit" else change.message
                yield replace(change, message=said)


def _other_doubles(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that make doubles raise the wager to the amount on the line.

    In one of them, players may double without enough money.
    """
    shown = mismatch.shown
    bets = [event.wager for event in mismatch.halt.before if event.key == "player_bets" and event.wager]
    if shown is None or shown.key != "player_doubles" or not shown.wager or not bets:
        return
    adds = Fraction(shown.wager, bets[-1]) - 1
    text = f"{adds.numerator} * wager // {adds.denominator}"
    rule: KeyPath = ("rules", "double")
    change = partial(put, path=(*rule, "adds"), value=text)
    for leeway in (NONE, Leeway(hooks={RAISES_ON_CREDIT})) if adds >= 0 else ():
        name, message = (
            f"doubling adds {text} {[*leeway.hooks]}",
            "doubling adds the wrong amount to the wager",
        )
        yield Change(name, "rule", rule, message, data=change, leeway=leeway)


def other_naturals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes to naturals: whether they beat equal totals, and which hands count as naturals."""
    for key in ("dealer_natural", "player_natural"):
        yield other_rule(("rules", key), not look(mismatch.variants.base, ("rules", key)))
    if look(mismatch.variants.base, ("rules", "dealer_natural")):
        rule, message = ("rules", "dealer_natural"), "the dealer's natural beats no hand with the same total"
        yield Change("level naturals", "rule", rule, message, vary=level_dealers_natural())
    yield from _late_naturals(mismatch)


def _late_naturals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that pay a hand as a natural although it has more than two cards or the wrong total."""
    words, pays = look(mismatch.variants.base, NATURALS_SAID), mismatch.book.model.payouts.natural
    for cards in ("cards == 3", "cards > 2") if words else ():
        when = f"total == {mismatch.book.model.rules.target} and {cards}"

        def change(data: Data, when: str = when) -> None:
            put(data, ("payouts", "bonuses", "late"), {"when": when, "pays": pays, "at_once": True})
            put(data, ("output", "player_bonus"), words)

        message = "a hand of more than two cards counts as a natural"
        yield Change(f"naturals of {cards}", "natural", NATURALS_PAY, message, data=change)
    yield from _naturals_of_other_totals(mismatch)
    message = "a hand that wins with the total of a natural counts as one"
    yield Change(message, "natural", NATURALS_PAY, message, vary=win_like_naturals())


def _naturals_of_other_totals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that pay two cards with a wrong total as a natural.

    Real naturals are still paid in some of these changes, but not in others.
    """
    words, pays = look(mismatch.variants.base, NATURALS_SAID), mismatch.book.model.payouts.natural
    target, steps = (
        mismatch.book.model.rules.target,
        look(mismatch.variants.base, ("procedure", "hand")) or [],
    )
    at = [index for index, step in enumerate(steps) if _name(step) == "pay naturals"]
    shown = None if mismatch.player is None else total_shown(mismatch, mismatch.player)
    total = target - 1 if shown in (None, target) else shown
    any_other = f"any two cards that do not make {target} count as a natural"
    said = {f"total != {target}": any_other, f"total < {target}": any_other}
    this = {f"total == {total}": f"two cards that make {total} count as a natural"}
    said = this | said if total == target - 1 else said | this
    for (when, message), is_instead in product(said.items() if words and at else (), (False, True)):

        def change(data: Data, when: str = when, *, is_instead: bool = is_instead) -> None:
            put(
                data,
                ("payouts", "bonuses", "other"),
                {"when": f"{when} and cards == 2", "pays": pays, "at_once": True},
            )
            put(data, ("output", "player_bonus"), words)
            if is_instead:
                del data["procedure"]["hand"][at[0]]

        also = f", and {target} does not" if is_instead else ""
        name = f"naturals of {when}{also}"
        yield Change(name, "natural", NATURALS_PAY, f"{message}{also}", data=change)


def other_deals(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that deal the first cards in a different order, or turn the wrong ones face down."""
    own = mismatch.book.model.procedure.deal
    for deal in _other_deals(own):
        other = other_rule(("procedure", "deal"), deal, "order")
        is_turned = _receivers(deal) == _receivers(own)
        if is_turned:
            other = replace(other, message="the wrong first cards are face down")
        yield other


def other_numbers_dealt(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that deal one card too many or too few to every hand.

    In some of the changes, the lines that list the first cards may show any cards.
    """
    deal = mismatch.book.model.procedure.deal
    persons = [*dict.fromkeys(_receivers(deal))]
    fewer = [card for index, card in enumerate(deal) if _receivers(deal[index + 1 :]).count(card.split()[0])]
    sides = ([f"{person} {side}" for person in persons] for side in ("up", "down"))
    numbers = {*Counter(_receivers(deal)).values()}
    for other, more in ((fewer, -1), *(([*deal, *side], 1) for side in sides)) if len(numbers) == 1 else ():
        number = next(iter(numbers))
        message = f"each hand is dealt {count_of(number + more, 'card')}{solution(f' instead of {number}')}"
        change = setting(("procedure", "deal"), other, "order", message, remembers="game", always=True)
        yield change
        yield replace(change, name=f"{change.name}, hidden", leeway=Leeway(loose=CARDS_AT_FIRST))


def _receivers(deal: Sequence[str]) -> list[str]:
    """Return who receives each of the first cards: the player or the dealer."""
    return [card.partition(" ")[0] for card in deal]


def _other_deals(deal: Sequence[str]) -> Iterator[list[str]]:
    """Yield other ways to deal the first cards: in another order, one card turned over, or all face up."""
    if len(deal) <= LONGEST_DEAL:
        yield from (list(other) for other in sorted(set(permutations(deal)) - {tuple(deal)}))
    for index, card in enumerate(deal):
        who, _, side = card.partition(" ")
        yield [*deal[:index], f"{who} {'up' if side == 'down' else 'down'}", *deal[index + 1 :]]
    yield [f"{card.partition(' ')[0]} up" for card in deal]


def other_rule(path: KeyPath, value: Any, kind: str = "rule") -> Change:
    """Return a change that sets the key at ``path`` to ``value``, and that describes this mistake."""
    return setting(path, value, kind, describe_setting(path, value))


def _steps(
    name: str, what: str, kind: str, message: str, change: Callable[..., None], *places: int | str
) -> Change:
    """Return an edit that calls ``change`` with the list of steps called ``name``, and with ``places``."""
    remake = partial(_change_steps, name, change, places)
    return Change(f"procedure {name} {what}", kind, ("procedure", name), message, data=remake)


def _change_steps(name: str, change: Callable[..., None], places: Sequence[int | str], data: Data) -> None:
    change(data["procedure"][name], *places)


def _delete(step: object, steps: list[Any], index: int) -> None:
    del steps[_place_of(step, steps, index)]


def _move(step: object, steps: list[Any], index: int, place: int) -> None:
    now = _place_of(step, steps, index)
    place += now - index
    steps.insert(place if place < now else place - 1, steps.pop(now))


def _place_of(step: object, steps: list[Any], index: int) -> int:
    """Return the index of ``step`` in ``steps`` after earlier edits. Its original index is ``index``.

    Raises LookupError if an earlier edit has deleted the step.
    """
    places = [place for place, each in enumerate(steps) if each == step]
    if not places:
        raise LookupError(step)
    return min(places, key=lambda place: abs(place - index))


def _name(step: Any) -> str:
    """Return the name by which a ruleset refers to a step."""
    return step if isinstance(step, str) else str(step.get("step", ""))
