"""Find out what is possible in a ruleset. Rule cards mention only what is possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from bj.cards import rank_of
from bj.catalogue.effects import COUNT_AS, EFFECTS, EXTRA_CARD, LOSE, RETAKE, STAND_ANYWAY, VOID, WIN
from bj.catalogue.house_rules import ALLOWANCES, RULES
from bj.describe.rules.description_parts import Fact
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import Expression, evaluate_expression
from bj.ruleset.model import Power, Reaction, Ruleset
from bj.ruleset.model.allowances import ACES
from bj.ruleset.model.reactions import as_gift
from bj.ruleset.model.rules_and_payouts import OwnPayouts

ANOTHER_RULE = ", unless a power says otherwise"
"""The words that follow a rule if powers can change it."""

WITHOUT = {rule.no for rule in RULES.values()} | {row.no for row in ALLOWANCES.values()}
"""Sentences that say what the house does not do or allow. Powers do not change these rules."""

DEALS: Mapping[str, tuple[bool, ...]] = {
    "strategies": (False,),
    "members": (False, True),
    "dealer": (True,),
}
"""Maps each section with reactions to whether the holders deal. Members of teams both play and deal."""

OWN_ROLE: Mapping[str | None, tuple[bool, ...]] = {None: (True,), "mate": (True,), "opponent": (False,)}
"""Maps values of `of` to whether the reaction concerns hands in the same role as its holder.

With any other value, the reaction concerns hands in both roles.
"""


def with_exceptions(checked: Checked, facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield all facts, and mark those that powers or reactions can change."""
    changed = _changed_rules(checked)
    for fact in facts:
        is_changed = fact.key in changed and fact.form not in WITHOUT
        yield replace(fact, form=f"{fact.form.removesuffix('.')}{ANOTHER_RULE}.") if is_changed else fact


def _changed_rules(checked: Checked) -> set[str]:
    model, found = checked.model, changed_payouts(checked)
    if "tie" in found:
        found |= {"tied naturals", *(f"tie of {total}" for total in model.payouts.tied_totals)}
    if len(targets(checked)) > 1:
        found.add("target")
    if any(power.draws is not None for power in powers_given(checked, dealing=True)):
        found.add("draws")
    for section, reaction in _reactions_held(model):
        for deals in DEALS[section]:
            if reaction.as_ != ("player" if deals else "dealer"):
                found |= _changed_by(model, reaction, deals=deals)
    return found if ranks_of_naturals(checked) else found - {"natural"}


def _reactions_held(model: Ruleset) -> Iterator[tuple[str, Reaction]]:
    """Yield every reaction of every holder, along with the section of the ruleset that defines the holder."""
    for path, holder in model.holders():
        for _, reaction in model.reactions_with_powers((), holder):
            yield str(path[0]), reaction


def _changed_by(model: Ruleset, reaction: Reaction, *, deals: bool) -> set[str]:
    """Return the keys of the facts that a reaction can change.

    The reaction's holder either ``deals`` or plays.
    """
    effect, found = EFFECTS[reaction.do], set[str]()
    if reaction.on == "bust" and effect.changes_hands:
        of_dealers = {deals == is_own for is_own in OWN_ROLE.get(reaction.of, (True, False))}
        if False in of_dealers and effect.number != LOSE:
            found.add("bust")
        if True in of_dealers:
            found.add("dealer bust push")
        if not effect.decides or (effect.number == STAND_ANYWAY and not deals):
            found.add("target")  # the hand does not bust after all
    elif reaction.on in ("stand", "dealer stands") and effect.decides:
        found |= {"stand", "charlie"} if reaction.on == "stand" and not deals else {"stand"}
    if effect.number in (EXTRA_CARD, RETAKE) and (deals or reaction.on == "dealer stands"):
        found.add("draws")
    elif effect.number == EXTRA_CARD:
        found |= {"double", "hit"} if model.rules.aces == ACES[0] else {"double"}
    elif effect.number in (VOID, WIN, LOSE) and (deals or reaction.on == "stand"):
        found |= _compared(model)
    return found


def pays_naturals_early(model: Ruleset) -> bool:
    """Return whether the step `pay naturals` comes before players act."""
    steps = [step.step for _, step in model.procedure.all_steps()]
    if "pay naturals" not in steps:
        return False
    return "players act" not in steps or steps.index("pay naturals") < steps.index("players act")


def _compared(model: Ruleset) -> set[str]:
    """Return the keys of the facts that concern the comparison of a hand with the dealer's hand."""
    found = {"win", "tie", "charlie", "dealer natural", "player natural", "tied naturals", "dealer bust push"}
    found |= {f"tie of {total}" for total in model.payouts.tied_totals}
    found |= {f"bonus {name}" for name, bonus in model.bonuses.items() if not bonus.at_once}
    return found | {"natural"} if model.pays_naturals and not pays_naturals_early(model) else found


def powers_given(checked: Checked, *, dealing: bool = False) -> Iterator[Power]:
    """Yield every power that a person in the game has.

    If ``dealing`` is true, yield only powers that a dealer can have.
    """
    model = checked.model
    own = [*model.dealer.powers, *(entry for member in model.members.values() for entry in member.powers)]
    learned = [entry for strategy in checked.strategies.values() for entry in strategy.powers or ()]
    for entry in (*own, *learned):
        power = model.powers[as_gift(entry).power]
        if not dealing or entry in own or power.shared == "table":
            yield power


def changed_payouts(checked: Checked) -> set[str]:
    """Return the payouts, out of ``win``, ``natural`` and ``tie``, that powers can change."""
    own = [power.payouts or OwnPayouts() for power in powers_given(checked)]
    return {key for key in OwnPayouts.model_fields if any(getattr(each, key) is not None for each in own)}


def targets(checked: Checked) -> set[int]:
    """Return the house's target and the targets that powers can set."""
    return {checked.model.rules.target}.union(*(power.targets for power in powers_given(checked)))


def high_ranks(checked: Checked) -> list[int]:
    """Return the ranks in the pack that can count high in a hand."""
    pack, highest = checked.pack, max(targets(checked))
    return [rank for rank in pack.ranks if pack.worths[rank][0] < pack.worths[rank][1] <= highest]


def ranks_of_naturals(checked: Checked) -> list[int]:
    """Return the ranks that count high in naturals or, if no rank counts high, all ranks in naturals.

    Return an empty list if no two cards make a natural.
    """
    pack, twice = checked.pack, _ranks_held_twice(checked)
    gain = max(high - low for low, high in (pack.worths[rank] for rank in pack.ranks))
    found = []
    for rank, other in product(high_ranks(checked) if pack.has_high else pack.ranks, pack.ranks):
        total = pack.worths[rank][0] + pack.worths[other][0] + gain
        if total in targets(checked) and (rank != other or rank in twice):
            found.append(rank)
    return list(dict.fromkeys(found))


def fits_two_high(checked: Checked) -> bool:
    """Return whether two cards in a hand could both count high without busting it."""
    twice, worths = _ranks_held_twice(checked), checked.pack.worths
    return any(
        worths[rank][1] + worths[other][1] <= max(targets(checked)) and (rank != other or rank in twice)
        for rank, other in product(high_ranks(checked), repeat=2)
    )


def has_naturals(checked: Checked) -> bool:
    """Return whether two cards can be a natural, possibly because a power counts them as one."""
    return bool(ranks_of_naturals(checked)) or makes_naturals(checked)


def makes_naturals(checked: Checked) -> bool:
    """Return whether a power can count two cards as a soft total, and thereby as a natural."""
    held = (reaction for _, reaction in _reactions_held(checked.model))
    return any(EFFECTS[each.do].number == COUNT_AS and each.soft is not None for each in held)


def _ranks_held_twice(checked: Checked) -> set[int]:
    shoe = checked.model.shoe
    is_one_pack = shoe.packs == 1 and shoe.players_per_pack is None
    return {rank for rank in checked.pack.ranks if not is_one_pack or _copies(checked, rank) > 1}


def _copies(checked: Checked, rank: int) -> int:
    return sum(number for card, number in checked.pack.copies.items() if rank_of(card) == rank)


TWO_ACES = {
    "cards": 2,
    "total": 12,
    "soft": True,
    "pair": True,
    "same_rank": True,
    "first": 11,
    "split_hands": 1,
    "from_split": False,
}
"""The facts about a starting hand with two aces, by the names that conditions use."""


def _may_hold(condition: Expression, known: Mapping[str, int]) -> bool:
    """Return whether a condition can be true, given the ``known`` values."""
    try:
        return bool(evaluate_expression(condition, known, 1))
    except (KeyError, ValueError, ZeroDivisionError):  # the condition reads other values, or fails
        return True


def is_ever_allowed(checked: Checked, key: str) -> bool:
    """Return whether the condition for an allowance can be true for at least one upcard."""
    worths = [checked.pack.worths[rank][1] for rank in checked.pack.ranks]
    return any(_may_hold(checked.expressions["rules", key], {"upcard": worth}) for worth in worths)


def is_always_played(model: Ruleset, name: str) -> bool:
    """Return whether the step ``name`` occurs in the procedure without a condition."""
    return any(step.step == name and step.if_ is None for _, step in model.procedure.all_steps())


def peeks(checked: Checked) -> bool:
    """Return whether the dealer peeks before players act.

    The dealer must peek with every upcard that could be part of a natural.
    """
    rules, pack = checked.model.rules, checked.pack
    if not is_always_played(checked.model, "peek") or rules.condition("hole_card") is None:
        return False
    upcards = {
        pack.worths[upcard][1]
        for upcard, other in product(pack.ranks, pack.ranks)
        if {pack.worths[upcard][0] + pack.worths[other][1], pack.worths[upcard][1] + pack.worths[other][0]}
        & targets(checked)
    }
    condition = checked.expressions["rules", "hole_card"]
    return all(_may_hold(condition, {"upcard": worth}) for worth in upcards)


def can_split(checked: Checked) -> bool:
    """Return whether players can ever split a hand."""
    return checked.model.rules.condition("split") is not None and is_ever_allowed(checked, "split")


def can_split_aces(checked: Checked) -> bool:
    """Return whether players can split aces, meaning any cards that can count 11."""
    has_aces = any(checked.pack.worths[rank][1] == 11 for rank in checked.pack.ranks)
    return has_aces and can_split(checked) and _may_hold(checked.expressions["rules", "split"], TWO_ACES)
