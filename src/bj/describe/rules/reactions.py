"""Reactions and powers in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter

from bj.catalogue.effects import CHOSEN_HAND, EFFECTS, PARTNERS_HAND
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.reactions import CARDS, PARTNERS, seat_of
from bj.describe.rules.comparisons import ALWAYS, OFTEN
from bj.describe.rules.drawing import drawing
from bj.describe.rules.layout import quote
from bj.describe.rules.parts import Fact, Listing
from bj.describe.rules.phrases import Phrases
from bj.errors import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.expressions_and_templates import shared_names
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
BUSTING_CARD: Mapping[str, str] = {
    "shown": "the card that busts is announced before",
    "hidden": "the card that busts is not announced",
}
RETAKEN: Mapping[str, str] = {
    "hidden": "none of the new cards is announced",
    "last shown": "of new cards that do not bust, the last is announced",
}
SEES: Mapping[str, str] = {"shown": "only announced cards are counted", "all": "all these cards are counted"}


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
    """The selected card."""
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


def _of_hand(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The selected card, and its owner if a partner holds it."""
    move, card = EFFECTS[reaction.do].move, _card(phrases, path, reaction)
    is_partners = move is None or move.source in (PARTNERS_HAND, CHOSEN_HAND)
    return f"{card} of {_partner(phrases, path, reaction)}" if is_partners and reaction.has_partner else card


def _new_card(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The selected card outside all hands."""
    return _card(phrases, path, reaction).removeprefix("the last ")


def _other(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The other person whose hand changes."""
    return _partner(phrases, path, reaction) if reaction.has_partner else "the dealer"


def _number(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The number of the effect."""
    key = EFFECTS[reaction.do].number_key
    return phrases.in_words((*path, key), getattr(reaction, key), Place.REACTION)


def _payment(phrases: Phrases, path: KeyPath, reaction: Reaction) -> str:
    """The money that a person gets or pays."""
    return _transfer(_number(phrases, path, reaction), _partner(phrases, path, reaction))


FIELDS: Mapping[str, Callable[[Phrases, KeyPath, Reaction], str]] = {
    "card": _of_hand,
    "new_card": _new_card,
    "partner": _other,
    "below": _below,
    "into": _into,
    "total": _number,
    "soft": _soft,
    "amount": _number,
    "payment": _payment,
    "busting_card": lambda _phrases, _path, reaction: BUSTING_CARD[reaction.busting_card],
    "retaken": lambda _phrases, _path, reaction: RETAKEN[reaction.retaken],
    "sees": lambda _phrases, _path, reaction: SEES[reaction.sees],
}
"""The fields of the words of effects."""


def _do(phrases: Phrases, path: KeyPath, reaction: Reaction) -> Iterator[str]:
    """The effect of a reaction, in words, and the numbers that it sets."""
    effect = EFFECTS[reaction.do]
    words = effect.words_to if effect.words_to and reaction.has_partner else effect.words
    if reaction.on == "dealer stands" and reaction.do == "extra card":
        words = "makes the dealer take another card"
    if words:
        fields = [field for _, field, _, _ in Formatter().parse(words) if field]
        yield words.format(**{field: FIELDS[field](phrases, path, reaction) for field in fields})
    for name, text in reaction.set.items():
        yield f"sets `{name}` to {phrases.in_words((*path, 'set', name), text, Place.REACTION)}"


def _transfer(amount: str, other: str) -> str:
    """Money that goes one way, or the other way if it is negative.

    >>> _transfer("-5", "the house"), _transfer("10", "Ann")
    ('pays 5 to the house', 'gets 10 from Ann')
    """
    if re.fullmatch("-[0-9.]+", amount):
        return f"pays {amount[1:]} to {other}"
    certain = re.fullmatch("[0-9.]+", amount)
    return f"gets {amount} from {other}" + ("" if certain else ", or pays it if that is negative")
