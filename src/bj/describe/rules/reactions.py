"""Reactions and powers in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bj.catalogue.reactions import CARDS, EFFECTS, OCCASIONS, PARTNERS, seat_of
from bj.describe.rules.comparisons import ALWAYS, OFTEN
from bj.describe.rules.drawing import drawing
from bj.describe.rules.layout import quote
from bj.describe.rules.parts import Fact, Listing
from bj.describe.rules.phrases import Phrases
from bj.errors import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.text import shared_names
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import Gift, gift_of, is_rank
from bj.ruleset.model.rules import OwnPayouts
from bj.ruleset.names import Place
from bj.text.lists import enumerate_words

ROLES: Mapping[str, str] = {"player": ", as a player", "dealer": ", as a dealer", "both": ""}
OTHERS: Mapping[str, str] = {"mate": "a mate", "opponent": "an opponent", "anybody": "anybody else"}
OPPONENTS: Mapping[str, str] = {"player": "the dealer", "dealer": "the first player", "both": "the opponent"}
SHARED: Mapping[str, str] = {"team": ", as the whole team does", "table": ", as the whole table does"}
TIES: Mapping[str, str] = {"push": "a tie is a push", "lose": "a tie loses", "win": "a tie wins"}
CARD_DEEDS: Mapping[str, str] = {
    "discard card": "discards {0}",
    "put card back": "puts {0} back into the shoe {2}",
    "exchange card": "exchanges {0} with {1}",
    "give card": "gives {0} to {1}",
    "take card": "takes {0}",
    "change card": "turns {0} into {3}",
}
TAKEN: Mapping[str, str] = {
    "take discard": "{0} of the discards",
    "draw card": "the next card of the shoe",
    "add card": "a new {1}",
}
RETAKES: Mapping[str, Mapping[str, str]] = {
    "busting_card": {
        "shown": "the card that busts is announced before",
        "hidden": "the card that busts is not announced",
    },
    "retaken": {
        "hidden": "none of the new cards is announced",
        "last shown": "of new cards that do not bust, the last is announced",
    },
    "sees": {"shown": "only announced cards are counted", "all": "all these cards are counted"},
}


def describe_reactions(checked: Checked, reactions: Iterable[tuple[KeyPath, Reaction]]) -> Listing:
    """The reactions of a holder, each with its place, in their order."""
    phrases = Phrases(checked)
    return Listing("reactions", "", [_describe(phrases, path, reaction) for path, reaction in reactions])


def describe_memory(checked: Checked, path: KeyPath, entries: Iterable[Gift | str]) -> Iterator[Fact]:
    """The memories of the powers in the list at ``path``, and how long the powers last."""
    phrases = Phrases(checked)
    gifts = [gift_of(entry) for entry in entries]
    shared = shared_names(checked.model)
    for index, gift in enumerate(gifts):
        later = {name for other in gifts[index + 1 :] for name in checked.model.powers[other.power].memory}
        lasts = checked.model.powers[gift.power].while_
        if lasts is not None:
            when = phrases.in_words(("powers", gift.power, "while"), lasts, Place.REACTION)
            lasting = "" if when == ALWAYS else " as long as {}"
            changed = _own_rules(checked, gift.power, is_dealers=path[0] == "dealer")
            yield Fact(f"power {gift.power}", f"Has the power `{gift.power}`{lasting}{changed}.", when)
        given: KeyPath = (*path, index, "with")
        usual: KeyPath = ("powers", gift.power, "memory")
        for name, text in (checked.model.powers[gift.power].memory | gift.with_).items():
            if name not in later:  # which is the same number
                place = (*(given if name in gift.with_ else usual), name)
                start = phrases.in_words(place, text, Place.START)
                together = SHARED[shared[name]] if name in shared else ""
                form = f"Remembers `{name}`{together}, at first {{}}."
                yield Fact(f"memory {gift.power} {name}", form, start)


def _own_rules(checked: Checked, name: str, *, is_dealers: bool) -> str:
    """The changes of a power as long as it lasts."""
    power = checked.model.powers[name]
    payouts, path = power.payouts or OwnPayouts(), ("powers", name, "draws")
    dealer = "the dealer" if is_dealers or power.shared == "table" else "a dealer with this power"
    said = [
        *([f"their target is {power.target}"] if power.target is not None else []),
        *([f"{dealer} {drawing(checked, path, power.draws)}"] if power.draws is not None else []),
        *([f"a win pays {payouts.win}"] if payouts.win is not None else []),
        *([f"a natural pays {payouts.natural}"] if payouts.natural is not None else []),
        *([TIES[payouts.tie]] if payouts.tie is not None else []),
    ]
    return ": " + enumerate_words(said, "and") if said else ""


def _describe(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """One reaction."""
    condition = ""
    if reaction.when is not None:
        said = phrases.in_words((*path, "when"), reaction.when, Place.REACTION)
        condition = "" if said == ALWAYS else f", if {said}"
    if reaction.limit is not None:
        number, _, period = reaction.limit.partition(" per ")
        condition += f", at most {OFTEN.get(int(number), f'{number} times')} per {period}"
    if reaction.between is not None:
        condition += f", with {_answer(phrases, path, reaction, reaction.between)}"
    elif reaction.ask is not None:
        condition += f", if a person says yes to {quote(reaction.ask)}"
    deeds = [f"says {quote(reaction.say)}"] if reaction.say is not None else []
    deeds += _do(phrases, path, reaction)
    clause = OCCASIONS[reaction.on].words
    if reaction.of is not None:
        clause = OCCASIONS[reaction.on].of_others.format(OTHERS[reaction.of])
    return f"{clause}{ROLES[reaction.as_]}{condition}: {'; '.join(deeds)}."


def _answer(phrases: Phrases, path: KeyPath, reaction: Reaction, between: Sequence[int]) -> str:
    """The number that a person answers, and its value for others."""
    usual = str(between[0])
    if reaction.default is not None:
        usual = phrases.in_words((*path, "default"), reaction.default, Place.REACTION)
    asked = f"a person's answer to {quote(reaction.ask or '')}, from {between[0]} to {between[1]}"
    return f"{asked}, or for others {usual}"


def _partner(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The person who pays or collects."""
    if reaction.seat is not None:
        return f"the player in seat {phrases.in_words((*path, 'seat'), reaction.seat, Place.REACTION)}"
    if reaction.partner is None:
        return "the house"
    if reaction.partner == "opponent":
        return OPPONENTS[reaction.as_]
    if reaction.partner in PARTNERS:
        return PARTNERS[reaction.partner][1]
    if seat_of(reaction.partner):
        return f"the player in {reaction.partner}"
    return phrases.checked.model.members[reaction.partner].name


def _below(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The place of a card in the shoe."""
    if reaction.below is None:
        return "below all cards"
    number = phrases.in_words((*path, "below"), reaction.below, Place.REACTION)
    return "on top" if number == "0" else f"below {number} card{'' if number == '1' else 's'}"


def _card(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """Which card is meant."""
    if reaction.place is not None:
        return f"card {phrases.in_words((*path, 'place'), reaction.place, Place.REACTION)} of the hand"
    of_kind = [
        (key, text) for key, text in (("rank", reaction.rank), ("suit", reaction.suit)) if text is not None
    ]
    if of_kind:
        said = [
            f"whose {key} is {phrases.in_words((*path, key), text, Place.REACTION)}" for key, text in of_kind
        ]
        return f"the last card {enumerate_words(said)}"
    if reaction.card in CARDS:
        return f"the {reaction.card} card"
    return f"the last {phrases.card(reaction.card).split()[-1]}"


def _into(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The new rank of a card."""
    if reaction.into is None or is_rank(reaction.into):
        return f"one of the rank {reaction.into}"
    return f"one that counts {phrases.in_words((*path, 'into'), reaction.into, Place.REACTION)}"


def _soft(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """Whether an ace counts high in a total."""
    if reaction.soft is None:
        return ""
    said = phrases.in_words((*path, "soft"), reaction.soft, Place.REACTION)
    return ", soft" if said == ALWAYS else f", soft if {said}"


def _do(phrases: Phrases, path: KeyPath, reaction: Reaction) -> Iterator[str]:
    """The effect of a reaction, in words."""
    if reaction.on == "dealer stands" and reaction.do == "extra card":
        yield "makes the dealer take another card"
    elif EFFECTS[reaction.do].words:
        yield EFFECTS[reaction.do].words
    if reaction.do == "retake hand":
        yield from (RETAKES[key][getattr(reaction, key)] for key in RETAKES)
    whose = _partner(phrases, path, reaction) if reaction.has_partner else "the dealer"
    if reaction.do in CARD_DEEDS:
        is_own = not reaction.has_partner or reaction.do in ("exchange card", "give card")
        card = _card(phrases, path, reaction) if is_own else f"{_card(phrases, path, reaction)} of {whose}"
        below = _below(phrases, path, reaction)
        yield CARD_DEEDS[reaction.do].format(card, whose, below, _into(phrases, path, reaction))
    if reaction.do in TAKEN:
        card = _card(phrases, path, reaction)
        card = TAKEN[reaction.do].format(card, card.removeprefix("the last "))
        yield f"gives {card} to {whose}" if reaction.has_partner else f"takes {card}"
    if reaction.do == "swap hands":
        yield f"swaps hands with {_partner(phrases, path, reaction)}"
    if reaction.do == "put next card back":
        yield f"puts the next card back {_below(phrases, path, reaction)}"
    if reaction.total is not None:
        total = phrases.in_words((*path, "total"), reaction.total, Place.REACTION)
        yield f"the hand counts as {total}{_soft(phrases, path, reaction)}"
    if reaction.amount is not None:
        amount = phrases.in_words((*path, "amount"), reaction.amount, Place.REACTION)
        if reaction.do == "raise wager":
            yield f"raises the wager by {amount}"
        else:
            yield _transfer(amount, _partner(phrases, path, reaction))
    for name, text in reaction.set.items():
        yield f"sets `{name}` to {phrases.in_words((*path, 'set', name), text, Place.REACTION)}"


def _transfer(amount: str, other: str) -> str:
    """Money that goes one way, or the other where it is negative.

    >>> _transfer("-5", "the house"), _transfer("10", "Ann")
    ('pays 5 to the house', 'gets 10 from Ann')
    """
    if re.fullmatch("-[0-9.]+", amount):
        return f"pays {amount[1:]} to {other}"
    certain = re.fullmatch("[0-9.]+", amount)
    return f"gets {amount} from {other}" + ("" if certain else ", or pays it if that is negative")
