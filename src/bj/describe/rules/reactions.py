"""Describe reactions and powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import NamedTuple

from bj.catalogue.effects import CHOSEN_HAND, EFFECTS, PARTNERS_HAND
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.reaction_targets import CARDS, PARTNERS, seat_of
from bj.describe.rules.comparisons_in_words import ALWAYS, OFTEN
from bj.describe.rules.dealer_rule import drawing
from bj.describe.rules.description_parts import Fact, Listing
from bj.describe.rules.expressions_in_words import MINUS, Phrases
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.expressions_and_templates import shared_names
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import Gift, as_gift, is_rank
from bj.ruleset.model.rules_and_payouts import OwnPayouts
from bj.text.sentences import enumerate_words
from bj.text.untrusted_text import quote

ROLES: Mapping[str, str] = {"player": ", as a player", "dealer": ", as a dealer", "both": ""}
OTHERS: Mapping[str, str] = {"mate": "a mate", "opponent": "an opponent", "anybody": "anyone else"}
OPPONENTS: Mapping[str, str] = {"player": "the dealer", "dealer": "the first player", "both": "the opponent"}
SHARED: Mapping[str, str] = {"team": ", shared with the whole team", "table": ", shared with the whole table"}
TIES: Mapping[str, str] = {"push": "a tie is a push", "lose": "a tie loses", "win": "a tie wins"}
BUSTING_CARD: Mapping[str, str] = {
    "shown": "the busting card is announced first",
    "hidden": "the busting card is not announced",
}
RETAKEN: Mapping[str, str] = {
    "hidden": "none of the new cards is announced",
    "last shown": "if the new cards do not bust, the last is announced",
}
SEES: Mapping[str, str] = {"shown": "only announced cards are counted", "all": "all these cards are counted"}
RETAKES = {"busting_card": BUSTING_CARD, "retaken": RETAKEN, "sees": SEES}
"""For each key of powers that retake a hand, maps the values of the key to phrases."""


def describe_reactions(checked: Checked, reactions: Iterable[tuple[KeyPath, Reaction]]) -> Listing:
    """Describe the reactions of a holder, in order. ``reactions`` contains each reaction with its path."""
    phrases = Phrases(checked)
    sentences = [_ReactionWords(phrases, path, reaction).sentence() for path, reaction in reactions]
    return Listing("reactions", "", sentences)


def describe_memory(checked: Checked, path: KeyPath, entries: Iterable[Gift | str]) -> Iterator[Fact]:
    """Describe what each power in the list at ``path`` remembers, and how long the power lasts."""
    phrases = Phrases(checked)
    gifts = [as_gift(entry) for entry in entries]
    shared = shared_names(checked.model)
    for index, gift in enumerate(gifts):
        later = {name for other in gifts[index + 1 :] for name in checked.model.powers[other.power].memory}
        lasts = checked.model.powers[gift.power].while_
        if lasts is not None:
            when = phrases.in_words(("powers", gift.power, "while"))
            lasting = "" if when == ALWAYS else " as long as {}"
            changed = _own_rules(phrases, gift.power, is_dealers=path[0] == "dealer")
            yield Fact(f"power {gift.power}", f"Has the power `{gift.power}`{lasting}{changed}.", when)
        given: KeyPath = (*path, index, "with")
        usual: KeyPath = ("powers", gift.power, "memory")
        alike: dict[tuple[str, str], list[str]] = {}
        for name in checked.model.powers[gift.power].memory | gift.with_:
            if name not in later:  # a later power describes the same memory
                start = phrases.in_words((*(given if name in gift.with_ else usual), name))
                together = SHARED[shared[name]] if name in shared else ""
                alike.setdefault((together, start), []).append(f"`{name}`")
        for (together, start), remembered in alike.items():
            form = f"Remembers {enumerate_words(remembered)}{together}, starting at {{}}."
            yield Fact(f"memory {gift.power} {remembered[0]}", form, start)


def _own_rules(phrases: Phrases, name: str, *, is_dealers: bool) -> str:
    checked = phrases.checked
    power, target = checked.model.powers[name], ("powers", name, "target")
    payouts, path = power.payouts or OwnPayouts(), ("powers", name, "draws")
    dealer = "the dealer" if is_dealers or power.shared == "table" else "a dealer with this power"
    said = [
        *([f"their target is {phrases.in_words(target)}"] if power.target is not None else []),
        *([f"{dealer} {drawing(checked, path, power.draws)}"] if power.draws is not None else []),
        *([f"a win pays {payouts.win}"] if payouts.win is not None else []),
        *([f"a natural pays {payouts.natural}"] if payouts.natural is not None else []),
        *([TIES[payouts.tie]] if payouts.tie is not None else []),
    ]
    return ": " + enumerate_words(said, "and") if said else ""


class _ReactionWords(NamedTuple):
    """Puts the reaction at ``path`` into words."""

    phrases: Phrases
    path: KeyPath
    reaction: Reaction

    def said(self, *key: str) -> str:
        """Put the expression under ``key`` in the reaction into words."""
        return self.phrases.in_words((*self.path, *key))

    def sentence(self) -> str:
        reaction, condition = self.reaction, ""
        if reaction.when is not None:
            said = self.said("when")
            condition = "" if said == ALWAYS else f", if {said}"
        if reaction.limit is not None:
            number, _, period = reaction.limit.partition(" per ")
            condition += f", at most {OFTEN.get(int(number), f'{number} times')} per {period}"
        if reaction.between is not None:
            condition += f", with {self.answer(reaction.between)}"
        elif reaction.ask is not None:
            condition += f", if a person says yes to {quote(reaction.ask)}"
        deeds = [f"says {quote(reaction.say)}"] if reaction.say is not None else []
        deeds += self.do()
        clause = OCCASIONS[reaction.on].words
        if reaction.of is not None:
            clause = OCCASIONS[reaction.on].of_others.format(OTHERS[reaction.of])
        return f"{clause}{ROLES[reaction.as_]}{condition}: {'; '.join(deeds)}."

    def answer(self, between: Sequence[int]) -> str:
        """Describe the number that a person gives as an answer.

        The description includes the number to use if no person is asked.
        """
        usual = str(between[0])
        if self.reaction.default is not None:
            usual = self.said("default")
        asked = f"a person's answer to {quote(self.reaction.ask or '')}, from {between[0]} to {between[1]}"
        return f"{asked}, or {usual} if no person is asked"

    def partner(self) -> str:
        """Describe the partner who pays or collects: a person or the house."""
        if self.reaction.seat is not None:
            return f"the player in seat {self.said('seat')}"
        if self.reaction.partner is None:
            return "the house"
        if self.reaction.partner == "opponent":
            return OPPONENTS[self.reaction.as_]
        if self.reaction.partner in PARTNERS:
            return PARTNERS[self.reaction.partner][1]
        if seat_of(self.reaction.partner):
            return f"the player in {self.reaction.partner}"
        return self.phrases.checked.model.members[self.reaction.partner].name

    def below(self) -> str:
        """Describe the position of a card in the shoe."""
        if self.reaction.below is None:
            return "below all cards"
        number = self.said("below")
        return "on top" if number == "0" else f"below {number} card{'' if number == '1' else 's'}"

    def card(self) -> str:
        if self.reaction.place is not None:
            return f"card {self.said('place')} of the hand"
        said = [
            f"whose {key} is {self.said(key)}"
            for key in ("rank", "suit")
            if getattr(self.reaction, key) is not None
        ]
        if said:
            return f"the last card {enumerate_words(said)}"
        if self.reaction.card in CARDS:
            return f"the {self.reaction.card} card"
        return f"the last {self.phrases.card(self.reaction.card).split()[-1]}"

    def into(self) -> str:
        """Describe the new rank or value of a card."""
        if self.reaction.into is None or is_rank(self.reaction.into):
            return f"one of the rank {self.reaction.into}"
        return f"one that counts {self.said('into')}"

    def soft(self) -> str:
        """Say whether an ace counts high in the new total."""
        if self.reaction.soft is None:
            return ""
        said = self.said("soft")
        return ", soft" if said == ALWAYS else f", soft if {said}"

    def of_hand(self) -> str:
        """Describe the selected card, with its owner if it is in a partner's hand."""
        move, card = EFFECTS[self.reaction.do].move, self.card()
        is_partners = move is None or move.source in (PARTNERS_HAND, CHOSEN_HAND)
        return f"{card} of {self.partner()}" if is_partners and self.reaction.has_partner else card

    def new_card(self) -> str:
        """Describe the selected card, if it is not in any hand."""
        return self.card().removeprefix("the last ")

    def other(self) -> str:
        """Describe the other person whose hand changes: the partner or, without a partner, the dealer."""
        return self.partner() if self.reaction.has_partner else "the dealer"

    def number(self) -> str:
        return self.said(EFFECTS[self.reaction.do].number_key)

    def payment(self) -> str:
        """Describe the amount that the holder pays or receives."""
        return _transfer(self.number(), self.partner())

    def do(self) -> Iterator[str]:
        """Describe the effect of the reaction and the numbers that it sets, one phrase at a time."""
        effect = EFFECTS[self.reaction.do]
        words = effect.words_to if effect.words_to and self.reaction.has_partner else effect.words
        if self.reaction.on == "dealer stands" and self.reaction.do == "extra card":
            words = "makes the dealer take another card"
        if words:
            fields = [field for _, field, _, _ in Formatter().parse(words) if field]
            yield words.format(**{field: FIELDS[field](self) for field in fields})
        for name in self.reaction.set:
            yield f"sets `{name}` to {self.said('set', name)}"


FIELDS: Mapping[str, Callable[[_ReactionWords], str]] = {
    "card": _ReactionWords.of_hand,
    "new_card": _ReactionWords.new_card,
    "partner": _ReactionWords.other,
    "below": _ReactionWords.below,
    "into": _ReactionWords.into,
    "total": _ReactionWords.number,
    "soft": _ReactionWords.soft,
    "amount": _ReactionWords.number,
    "payment": _ReactionWords.payment,
    "busting_card": lambda words: BUSTING_CARD[words.reaction.busting_card],
    "retaken": lambda words: RETAKEN[words.reaction.retaken],
    "sees": lambda words: SEES[words.reaction.sees],
}
"""Maps the fields in the phrases for effects to the functions that fill them in."""


def _transfer(amount: str, other: str) -> str:
    """Describe a payment from or to ``other``.

    A negative amount goes in the opposite direction.

    >>> _transfer("-5", "the house"), _transfer("10", "Ann")
    ('pays 5 to the house', 'gets 10 from Ann')
    >>> _transfer("minus `price`", "Ann")
    'pays `price` to Ann, or gets it if that is negative'
    """
    if re.fullmatch("-[0-9.]+", amount):
        return f"pays {amount[1:]} to {other}"
    if amount.startswith(MINUS):
        return f"pays {amount.removeprefix(MINUS)} to {other}, or gets it if that is negative"
    certain = re.fullmatch("[0-9.]+", amount)
    return f"gets {amount} from {other}" + ("" if certain else ", or pays it if that is negative")
