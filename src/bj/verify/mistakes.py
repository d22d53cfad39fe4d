"""Sentences about the mistake of a program: what it does where the rules are broken, never what they say."""

from __future__ import annotations

from collections import Counter

from bj.catalogue.events import EVENTS
from bj.catalogue.rules import ALLOWANCES, RULES
from bj.engine.face.view import View
from bj.errors import KeyPath
from bj.record.events import Event
from bj.record.script import format_amount
from bj.text.numbers import count_of
from bj.verify.chance import events_from
from bj.verify.hooks import OUTCOMES
from bj.verify.rulebook import dotted, without_role
from bj.verify.scene import CARDS_TOLD, Scene

MOST_LINES = 2_000
"""Lines that are looked through for the last hand."""

STEPS = {
    "shuffle": "the cards are shuffled",
    "reshuffle": "the cards are shuffled",
    "announce hand": "the hand is announced",
    "take wagers": "the player wagers",
    "take side bets": "side bets are made",
    "deal": "the first cards are dealt",
    "offer insurance": "insurance is offered",
    "offer surrender": "surrender is offered",
    "peek": "the dealer looks for a natural",
    "pay naturals": "naturals are paid",
    "settle side bets": "side bets are settled",
    "players act": "the player plays",
    "reveal hole card": "the hole card is turned",
    "dealer acts": "the dealer plays",
    "settle": "hands are settled",
    "announce standings": "the standings are announced",
    "kick out player": "the player is kicked out",
    "kick out dealer": "the dealer is kicked out",
}
"""What happens in a step."""

PAYOUTS = {"win": "a win or a loss", "natural": "a natural", "tie": "a tie", "surrender": "a surrender"}
"""What is paid by each key of [payouts]."""

SETTINGS = {
    "procedure.deal": "the first cards are dealt in another order, or with another one face down",
    "rules.target": "hands bust above {value}",
    "shoe.packs": "the shoe has {value} packs",
    "shoe.shuffle.cuts": "a shuffle has {value} cuts",
    "shoe.when_empty": "the program does something else when the cards run out",
    "dealer.plays": "the dealer plays in other cases: {value}",
}
"""What a program does that has another value of these keys."""

ACTIONS = {
    "dealt": "draws",
    "hits": "draws",
    "doubles": "doubles",
    "splits": "splits",
    "surrenders": "surrenders",
    "total": "stands",
    "stands": "stands",
}
"""What a person does, by the event of a line without its role."""


def name_step(step: str) -> str:
    """What happens in a step, as a sentence."""
    return STEPS.get(step, f"the step `{step}` happens")


def describe_mistake(scene: Scene, kind: str, rule: KeyPath, message: str) -> str:
    """The sentence for a finding, with the persons and numbers of the line that shows it."""
    told, expected = scene.told, scene.expected
    for field, event in (("{told}", told or expected), ("{expected}", expected or told)):
        message = message.replace(field, (event.name if event is not None else "") or "a member")
    if (
        (kind in ("wager", "count", "number") or rule[0] == "strategies")
        and told is not None
        and told.wager is not None
    ):
        return f"{_wager(scene, told)}: {message}"
    if kind in ("action", "dealer") and told is not None and without_role(told.key) in ACTIONS:
        return _action(scene, told) or message
    if kind in ("payout", "natural", "rounding") and rule[0] == "payouts":
        return _payout(scene, told, rule, message)
    if kind == "shuffle" and told is not None and (told.cut is not None or told.card is not None):
        return f"{message}: {_luck(scene, told)}"
    if kind in ("ending", "condition", "shuffle") and rule[0] in ("procedure", "shoe"):
        return _condition(scene, told, expected) or message
    if kind == "missing line" and expected is not None and expected.key in EVENTS:
        return f"{message}: {when(expected)}"
    if kind == "extra line" and told is not None and told.key in EVENTS:
        return f"{message}: {when(told)}"
    return message


def when(event: Event) -> str:
    """When an event happens, as the rest of a sentence."""
    means = EVENTS[event.key].means.partition(";")[0]
    return means[0].lower() + means[1:]


def _count(scene: Scene, person: int) -> int:
    """The count of a player when the hand begins, by the rules."""
    is_shuffled = any(event.key == "shuffle" for event in scene.halt.before)
    return 0 if is_shuffled else View(scene.compiled.program, scene.table).count(person)


def _amount(scene: Scene, amount: int) -> str:
    return format_amount(amount, scene.compiled.decimals)


def _wager(scene: Scene, told: Event) -> str:
    """The wager in the line, and what it depends on."""
    wager = _amount(scene, told.wager or 0)
    person = scene.player
    if person is None:
        return f"{told.name} wagers {wager}"
    bankroll = View(scene.compiled.program, scene.table).bankroll(person)
    return (
        f"{told.name} wagers {wager} with a count of {_count(scene, person)} "
        f"and a bankroll of {_amount(scene, bankroll)}"
    )


def _action(scene: Scene, told: Event) -> str:
    """What a person does, and with which total; empty if that is not known."""
    person = told.person
    if person is None or person not in range(len(scene.compiled.persons)):
        return ""
    cards = [
        event.card
        for event in scene.since_deal
        if event.person == person and event.key in CARDS_TOLD and event.card is not None
    ]
    if not cards:
        return ""
    total = View(scene.compiled.program, scene.compiled.table).total_with(person, cards)
    who = told.name or ("the dealer" if told.is_dealer else "the player")
    return f"{who} {ACTIONS[without_role(told.key)]} with {total} against the rule"


def _payout(scene: Scene, told: Event | None, rule: KeyPath, message: str) -> str:
    """What is paid wrong, and the bankroll that the line shows then."""
    if told is None or told.bankroll is None or not message.endswith("is wrong"):
        return message
    outcome = next((OUTCOMES[each.key] for each in reversed(scene.before) if each.key in OUTCOMES), "")
    paid = PAYOUTS.get(str(rule[-1]), PAYOUTS.get(outcome, "a hand"))
    return f"{paid} is paid wrong: {told.name or 'the player'} has {_amount(scene, told.bankroll)} after it"


def _luck(scene: Scene, told: Event) -> str:
    """Which cut, or which card since the shuffle, the line shows."""
    keys = [event.key for event in scene.halt.before]
    since = keys[::-1].index("shuffle") if "shuffle" in keys else 0
    if told.cut is not None:
        cuts = scene.yardstick.language.lines_of("cut", 0)
        earlier = sum(line in cuts for line in scene.text.content[: scene.halt.at].splitlines(keepends=True))
        return f"cut {since + 1} of this shuffle, number {earlier + 1} of the generator"
    view = View(scene.compiled.program, scene.table)
    dealt = [event.card for event in scene.halt.before if event.key in CARDS_TOLD]
    number = (0 if "shuffle" in keys else view.shoe_size - view.cards_left) + len(dealt) + 1
    whole = scene.compiled.deck if "shuffle" in keys else view.coming
    left = Counter[int | None](whole) - Counter(dealt)
    is_again = view.coming and not left[told.card]
    return f"card {number} after the shuffle{', which was dealt before' if is_again else ''}"


def _condition(scene: Scene, told: Event | None, expected: Event | None) -> str:
    """What happens too early, too late, or not at all; empty if that is not known."""
    keys = [None if event is None else event.key for event in (told, expected)]
    view = View(scene.compiled.program, scene.table)
    if "shuffle" in keys and keys[0] != keys[1]:
        left = view.cards_left - sum(event.key in CARDS_TOLD for event in scene.halt.before)
        is_early = keys[0] == "shuffle"
        return f"the cards are {'' if is_early else 'not '}shuffled with {count_of(left, 'card')} left"
    if expected is not None and expected.hand is not None and expected.key == "hand" != keys[0]:
        return f"hand {expected.hand} is not played"
    if told is not None and told.hand is not None and told.key == "hand" != keys[1]:
        following = events_from(scene.yardstick, scene.text, scene.halt.at, MOST_LINES)
        last = max(event.hand or 0 for event in following)
        return (
            f"the game goes on after hand {told.hand - 1}{f', up to hand {last}' if last > told.hand else ''}"
        )
    return ""


def describe_setting(path: KeyPath, value: object) -> str:
    """What a program does that has another value of a key."""
    key = dotted(path)
    rule = next((each for each in RULES.values() if f"rules.{each.place}" == key), None)
    sentence = "" if rule is None else rule.yes if value is True else rule.no
    if sentence:
        return sentence[0].lower() + sentence[1:].removesuffix(".")
    allowance = next((each for each in ALLOWANCES.values() if f"rules.{each.place}" == key), None)
    if allowance is not None:
        whether = (
            "is offered"
            if value is True
            else "is not offered"
            if value is False
            else "is offered in other cases"
        )
        return f"{allowance.doing} {whether}"
    return SETTINGS.get(key, "`{key}` is not followed").format(key=key, value=value)
