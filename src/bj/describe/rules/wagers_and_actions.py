"""Describe the limits for wagers, and the rules for doubling, splitting and other actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bj.catalogue.house_rules import ABOUT_NATURALS, ALLOWANCES, DEALER_NATURAL, ORIGINAL_BETS_ONLY, RULES
from bj.describe.rules.allowances import AFTER_THE_PEEK, sentence
from bj.describe.rules.comparisons_in_words import ALWAYS, NEVER, said_number
from bj.describe.rules.description_parts import Fact, HeadedPart
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.possible_in_game import (
    can_split_aces,
    has_naturals,
    is_ever_allowed,
    peeks,
    with_exceptions,
)
from bj.describe.rules.procedure import only_when
from bj.ruleset.check import Checked
from bj.ruleset.model.allowances import TABLES
from bj.ruleset.model.rules_and_payouts import Betting
from bj.text.lazy_regex import compile_later


def describe_wagers(checked: Checked) -> HeadedPart:
    """Describe the limits for wagers, and the rules for doubling, splitting and other actions."""
    model = checked.model
    rules, decimals = model.rules, model.money.decimals
    phrases = Phrases(checked)
    minimum = phrases.in_words(("rules", "minimum_wager"))
    places = "decimal place" if decimals == 1 else "decimal places"
    units = "whole units" if decimals == 0 else f"units with {decimals} {places}"
    facts = [
        Fact("unit", "Money is counted in {}.", units),
        Fact("minimum", "The smallest wager is {}.", minimum),
    ]
    if not rules.has_wagers:
        facts = [Fact("minimum", "There are no wagers.")]
    elif rules.maximum_wager is not None:
        maximum = phrases.in_words(("rules", "maximum_wager"))
        facts.append(Fact("maximum", "The largest wager is {}.", maximum))
    if rules.wager_step is not None and rules.has_wagers:
        facts.append(Fact("step", "Wagers are multiples of {}.", phrases.in_words(("rules", "wager_step"))))
    return HeadedPart(
        "Wagers",
        [
            *facts,
            *_betting(checked),
            *house_rules(checked, "Wagers"),
            *with_exceptions(checked, (_name_aces(checked, fact) for fact in _allowances(checked))),
            *_raise(checked),
            *_shares(checked),
        ],
    )


def _betting(checked: Checked) -> Iterator[Fact]:
    if "betting round" not in checked.model.procedure.steps_named():
        return
    betting = checked.model.rules.betting or Betting()
    amount, only = "the smallest wager", only_when(checked, "betting round")
    if betting.amount is not None:
        amount = Phrases(checked).in_words(("rules", "betting", "amount"))
    yield Fact("betting", f"There is a betting round{only}: each raise adds {{}} to the wager.", amount)
    yield Fact("raises", "A betting round has at most {} raises.", said_number(betting.raises))
    yield Fact(
        "folding",
        "Players who do not match the raises fold and lose their wager. Players without enough money call "
        "with all they have left.",
    )


def house_rules(checked: Checked, section: str) -> Iterator[Fact]:
    """Yield a sentence for each house rule in a section."""
    impossible = 0 if has_naturals(checked) else ABOUT_NATURALS
    for rule in RULES.values():
        said = rule.yes if checked.model.rules.has(rule.bit) else rule.no
        if rule.section == section and said and not rule.bit & impossible:
            yield Fact(rule.fact, said)


def _name_aces(checked: Checked, fact: Fact) -> Fact:
    """Unless only aces count 11, change a rule about aces to a rule about all cards that count 11."""
    pack = checked.pack
    if {pack.codes[rank] for rank in pack.ranks if 11 in pack.worths[rank]} == {"A"}:
        return fact
    return replace(fact, form=ACES.sub(lambda word: COUNTING_11[word[0]], fact.form))


COUNTING_11 = {
    "ace": "card that counts 11",
    "an ace": "a card that counts 11",
    "aces": "cards that count 11",
}
ACES = compile_later(r"\b(?:an ace|aces?)\b")

BEFORE_THE_PEEK = " before the dealer checks for a natural", " before players act"
"""Phrases for when early surrender is possible: if the dealer peeks, and if the dealer does not."""


def _allowances(checked: Checked) -> Iterator[Fact]:
    rules, steps = checked.model.rules, checked.model.procedure.steps_named()
    with_naturals = has_naturals(checked)
    is_peeked = with_naturals and peeks(checked)
    for row in ALLOWANCES.values():
        condition = rules.condition(row.key)
        is_offered = not row.step or row.step in steps
        only = only_when(checked, row.step) if row.step else ""
        if row.key == "hole_card" and not with_naturals:
            continue
        if condition is None or not is_offered or not is_ever_allowed(checked, row.key):
            if row.no:
                yield Fact(row.fact or row.key, row.no)
        elif (said := sentence(checked, row.key) if row.key in TABLES else None) is not None:
            is_about_aces = row.key == "hit" and can_split_aces(checked)
            if row.fact or condition != row.usual or rules.allows_doubled(row.key) or is_about_aces:
                said = said if can_split_aces(checked) else said.replace(", aces only once", "")
                yield Fact(row.fact or row.key, said if is_peeked else said.replace(AFTER_THE_PEEK, ""))
        elif condition != row.usual:
            when = Phrases(checked).in_words(("rules", row.key))
            form = row.when if is_peeked else row.when.replace(*BEFORE_THE_PEEK)
            if when in (ALWAYS, NEVER):
                form = form.replace(" when {}", "").replace(" may ", f" may {when} ", 1)
            yield Fact(row.fact or row.key, form.removesuffix(".") + only + ".", when)
        elif row.yes:
            form = row.yes if is_peeked else row.yes.replace(*BEFORE_THE_PEEK)
            yield Fact(row.fact, form.removesuffix(".") + only + ".")


def _raise(checked: Checked) -> Iterator[Fact]:
    """Describe how much doubling adds to the wager, if it adds a different amount than the current wager."""
    adds = checked.model.rules.double_adds
    if adds is not None and checked.model.rules.may_ever("double"):
        added = Phrases(checked).in_words(("rules", "double", "adds"))
        yield Fact("double adds", "Doubling adds {} to the wager.", added)


def _shares(checked: Checked) -> Iterator[Fact]:
    """Describe what surrender costs and what insurance pays."""
    model = checked.model
    if model.rules.may_ever("surrender"):
        lost, out_of = model.payouts.surrender.split(":")
        part = "half" if (lost, out_of) == ("1", "2") else f"{lost}/{out_of}"
        is_late = model.rules.condition("surrender") is not None
        is_taken = has_naturals(checked) and model.rules.has(DEALER_NATURAL) and not peeks(checked)
        most = "at most the first wager" if model.rules.has(ORIGINAL_BETS_ONLY) else "all of it"
        also = f", or {most} if the dealer has a natural" if is_late and is_taken else ""
        yield Fact("surrender costs", f"A surrender costs {{}} of the wager{also}.", part)
    if "offer insurance" in model.procedure.steps_named() and model.rules.condition("insurance"):
        if not has_naturals(checked):
            yield Fact("insurance pays", "Insurance never pays.")
        elif is_ever_allowed(checked, "insurance"):
            yield Fact("insurance pays", "Insurance pays {}.", model.payouts.insurance)
