"""Check reactions and powers: what members, players and dealers say and do."""

from __future__ import annotations

from bj.cards import ANY_OF_RANK, SUITS, parse_wanted
from bj.catalogue.effects import EFFECTS, EFFECTS_OF
from bj.catalogue.limits import MOST_REACTIONS
from bj.catalogue.occasions import OCCASIONS, OF
from bj.catalogue.reaction_targets import CARDS, PARTNERS, SEAT, TWICE, seat_of
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.cards import is_pack_sure
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Power, Reaction
from bj.ruleset.model.reactions import Gift, is_rank
from bj.ruleset.model.ruleset import Holder
from bj.ruleset.pack import pack_of, rank_codes
from bj.ruleset.suggestions import shorten, suggest
from bj.text.sentences import enumerate_words

OF_REACTIONS = {name: field.alias or name for name, field in Reaction.model_fields.items() if name != "on"}
"""Maps every field of a reaction, except ``on``, to its key.

A power can have these keys only together with `on`.
"""

LASTING = ("target", "draws", "payouts")
"""The keys of a power that have an effect only with `while`."""

RELATIONS = enumerate_words([f'`of = "{relation}"`' for relation in OF], "or")


@needs()
def check_reactions(checking: Checking) -> None:
    """Check that each reaction speaks or has a complete effect, and that each power in use is defined."""
    for path, reaction in checking.ruleset.all_reactions():
        if checking.is_sure(*path):
            _check_effect(checking, path, reaction)
            _check_keys(checking, path, reaction)
            _check_question(checking, path, reaction)
            _check_answers(checking, path, reaction)
            _check_cards(checking, path, reaction)
            _check_formulas(checking, path, reaction)
            _check_partner(checking, path, reaction)
            _check_of(checking, path, reaction)
    for name, power in (checking.ruleset.powers or {}).items():
        if checking.is_sure("powers", name):
            _check_power(checking, ("powers", name), power)
    for path, gift in checking.ruleset.gifts():
        if checking.is_sure(*path):
            _check_gift(checking, path, gift)
    for path, holder in checking.ruleset.holders():
        if checking.is_sure(*path):
            _check_number(checking, path, holder)
    _check_dealer(checking)


def _check_number(checking: Checking, path: KeyPath, holder: Holder) -> None:
    """Check that ``holder`` does not have too many reactions, including those from powers.

    Every reaction needs its own event code.
    """
    count = sum(1 for _ in checking.ruleset.reactions_with_powers(path, holder))
    if count > MOST_REACTIONS and holder.powers:
        message = f"there are {count} reactions, including those of powers; the limit is {MOST_REACTIONS}"
        checking.fault(
            "BJ206", (*path, "powers"), message, "use fewer powers, or powers with fewer reactions"
        )


def _check_dealer(checking: Checking) -> None:
    """Check that the dealer in a tournament has no reactions or powers, because members deal."""
    for key in ("reactions", "powers") if checking.ruleset.teams and checking.ruleset.dealer else ():
        if getattr(checking.ruleset.dealer, key):
            message, remedy = "members of the teams deal", f"give the {key} to members"
            checking.fault("BJ210", ("dealer", key), message, remedy, key=True)


def _check_power(checking: Checking, path: KeyPath, power: Power) -> None:
    """Check that a power does something, and that each of its keys has an effect."""
    if power.on is None:
        given = [key for name, key in OF_REACTIONS.items() if name in power.model_fields_set]
        lasts = any(getattr(power, key) is not None for key in ("while_", *LASTING))
        if given or not (power.reactions or power.memory or lasts):
            message, remedy = "this power does nothing", "`reactions`, `memory` or `while`"
            if given:
                message = f"`{given[0]}` has no effect without `on`"
                remedy = f"write `{given[0]}` in one of its `reactions`"
            checking.fault("BJ211", path, message, f'add `on = "…"`, or {remedy}', key=True)
    for key in LASTING:
        if getattr(power, key) is not None and power.while_ is None:
            message = f"`{key}` has no effect without `while`"
            checking.fault(
                "BJ211", (*path, key), message, 'add `while = "…"`, or `true` for always', key=True
            )


def _check_gift(checking: Checking, path: KeyPath, gift: Gift) -> None:
    """Check that a power in a list is defined, and that its memory has every number set by ``with``."""
    known = checking.ruleset.powers or {}
    if gift.power not in known:
        if not checking.gaps.may_hold(("powers", gift.power)):
            message = f"no power is called `{shorten(gift.power)}`"
            remedy = suggest(gift.power, known) if known else f'add `[powers.{gift.power}]` with `on = "…"`'
            checking.fault("BJ625", path, message, remedy)
        return
    memory = known[gift.power].memory
    if gift.with_ and known[gift.power].shared is not None:
        message = f"the memory of `{gift.power}` is shared, so everyone starts with the same values"
        checking.fault("BJ210", (*path, "with"), message, "change the starting values in the power", key=True)
    for name in gift.with_:
        if name not in memory and checking.is_sure("powers", gift.power, "memory"):
            message = f"the power `{gift.power}` does not remember `{shorten(name)}`"
            remedy = suggest(name, memory) if memory else f"add `memory = {{ {name} = 0 }}` to the power"
            checking.fault("BJ623", (*path, "with", name), message, remedy, key=True)


def _check_effect(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that the effect of a reaction is possible on its occasion, and has all required keys."""
    is_idle = reaction.do == "speak" and reaction.say is None and not reaction.set
    if is_idle and checking.is_sure(*path, "set"):
        checking.fault("BJ621", path, "this reaction does nothing", 'add `say = "…"` or `do = "…"`')
    effect = EFFECTS[reaction.do]
    has_partner = effect.needs == "partner" and reaction.has_partner
    if effect.needs and getattr(reaction, effect.needs) is None and not has_partner:
        message = f"`{reaction.do}` needs `{effect.needs}`"
        checking.fault("BJ211", (*path, "do"), message, f'add `{effect.needs} = "…"`')
    shoe = checking.ruleset.shoe
    if effect.endless_lacks and shoe is not None and shoe.is_infinite:
        remedy = "give the shoe a number of packs, or choose a different effect"
        checking.fault("BJ315", (*path, "do"), f"an infinite shoe {effect.endless_lacks}", remedy)
    if effect.on and reaction.on not in effect.on:
        remedy = "write " + enumerate_words([f'`on = "{occasion}"`' for occasion in effect.on], "or")
        checking.fault("BJ622", (*path, "on"), effect.only, remedy)


def _check_cards(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that ``reaction`` names only existing cards, and changes cards only into ranks in the pack.

    The values of ranks outside the pack may be inconsistent.
    """
    cards = checking.ruleset.cards
    if cards is None or not checking.is_sure("cards"):
        return
    codes = rank_codes(cards)
    wanted = None if reaction.card in CARDS else _wanted(reaction.card, codes)
    is_of_kind = reaction.rank is not None and reaction.suit is not None
    is_single = is_of_kind if wanted is None else wanted < ANY_OF_RANK
    if reaction.card not in CARDS and wanted is None:
        words = enumerate_words([f"`{word}`" for word in CARDS], "or")
        remedy = f"write a rank ({codes}), a suit ({SUITS}) or both, as in `QS`; or {words}"
        checking.fault("BJ204", (*path, "card"), f"no card is called `{reaction.card}`", remedy)
    elif EFFECTS[reaction.do].needs_single_card and not is_single:
        message, remedy = f"`{reaction.do}` needs a single card", 'write `card = "QS"`, or `rank` and `suit`'
        checking.fault("BJ211", (*path, "do"), message, remedy)
    if reaction.into is not None and is_rank(reaction.into):
        in_pack = [codes[rank] for rank in pack_of(cards).ranks] if is_pack_sure(checking) else codes
        if reaction.into not in in_pack:
            message = f"no card has the rank `{reaction.into}`"
            checking.fault("BJ204", (*path, "into"), message, suggest(reaction.into, [*in_pack]))


def _check_formulas(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that a reaction does not set its card or its partner twice, with different keys."""
    for pair in TWICE:
        if reaction.model_fields_set.issuperset(pair):
            message = f"`{pair[0]}` and `{pair[1]}` have the same purpose"
            checking.fault("BJ210", (*path, pair[1]), message, "remove one of them", key=True)
    if reaction.seat is not None and checking.ruleset.teams:
        message, remedy = "members of teams have no seats", "choose a member as `partner`"
        checking.fault("BJ626", (*path, "seat"), message, remedy, key=True)


def _wanted(code: str, ranks: str) -> int | None:
    try:
        return parse_wanted(code, ranks)
    except ValueError:
        return None


def _check_question(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that a question is not empty, and that a player can be asked."""
    if reaction.ask is None:
        return
    if not reaction.ask.strip():
        checking.fault("BJ210", (*path, "ask"), "the question is empty", "write a question, or remove `ask`")
    elif reaction.as_ == "dealer":
        message = "the dealer is never asked"
        checking.fault("BJ210", (*path, "ask"), message, 'remove it, or write `as = "player"`', key=True)


def _check_answers(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that a range of answers belongs to a question, and that it starts with the smaller number."""
    for key, needed, remedy in (
        ("between", "ask", 'add `ask = "…"`'),
        ("default", "between", "add `between`, such as `between = [1, 6]`"),
    ):
        if getattr(reaction, key) is not None and getattr(reaction, needed) is None:
            message = f"`{key}` has no effect without `{needed}`"
            checking.fault("BJ211", (*path, key), message, remedy, key=True)
    low, high = reaction.between or (0, 0)
    if low > high:
        message, remedy = "the upper bound comes before the lower bound", f"write `between = [{high}, {low}]`"
        checking.fault("BJ209", (*path, "between"), message, remedy)


def _check_of(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that a reaction with ``of`` has an occasion that concerns individual people.

    Its effect must not be limited to the holder's own hand.
    """
    if reaction.of is None:
        return
    if not OCCASIONS[reaction.on].of_others:
        message = f"`{reaction.on}` happens to everyone at the table"
        others = enumerate_words([f"`{name}`" for name, row in OCCASIONS.items() if row.of_others], "or")
        remedy = f"remove `of`, because the holder reacts anyway; or write {others}"
        checking.fault("BJ210", (*path, "of"), message, remedy, key=True)
    elif EFFECTS[reaction.do].decides:
        message = f"`{reaction.do}` applies only to the holder's own hand"
        checking.fault("BJ210", (*path, "of"), message, "remove `of`, or choose a different effect", key=True)


def _check_keys(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    for key, effects in EFFECTS_OF.items():
        if key in reaction.model_fields_set and reaction.do not in effects:
            message = f'`{key}` has no effect with `do = "{reaction.do}"`'
            remedy = "remove it, or use " + enumerate_words(
                [f'`do = "{effect}"`' for effect in effects], "or"
            )
            checking.fault("BJ210", (*path, key), message, remedy, key=True)


def _check_partner(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Check that the partner exists and is on the same team as every member who can react."""
    partner, members = reaction.partner, checking.ruleset.members or {}
    if partner is None:
        return
    if partner in PARTNERS:
        if partner == "them" and reaction.of is None:
            instead = f"add {RELATIONS}, or choose a different partner"
            checking.fault("BJ210", (*path, "partner"), "`them` has no meaning without `of`", instead)
    elif seat_of(partner):
        if checking.ruleset.teams:
            message, instead = "members of teams have no seats", "choose a member of the team"
            checking.fault("BJ626", (*path, "partner"), message, instead)
    elif partner not in members:
        if not checking.gaps.may_hold(("members", partner)):
            message = f"no member is called `{shorten(partner)}`"
            seat = [] if checking.ruleset.teams else [f"{SEAT} 2"]
            remedy = suggest(partner, [*members, *PARTNERS, *seat])
            checking.fault("BJ626", (*path, "partner"), message, remedy)
    else:
        for team in checking.ruleset.teams or []:
            others = [name for name in team.members if _has(checking, name, path)]
            if others and partner not in team.members:
                message = f"`{partner}` and `{others[0]}` are not on the same team"
                checking.fault("BJ626", (*path, "partner"), message, f"choose a member of `{team.id}`")
                return


def _has(checking: Checking, name: str, path: KeyPath) -> bool:
    member = (checking.ruleset.members or {}).get(name)
    if member is None:
        return False
    own = checking.ruleset.reactions_with_powers(("members", name, "reactions"), member)
    return any(place == path for place, _ in own)
