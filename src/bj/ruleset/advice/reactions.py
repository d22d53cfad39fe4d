"""Advice on reactions that never happen, and on speech that is never printed."""

from __future__ import annotations

from collections.abc import Container, Iterable

from bj.catalogue.effects import EFFECTS
from bj.catalogue.limits import MOST_SEATS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.reaction_targets import seat_of
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.model.reactions import Reaction
from bj.text.sentences import count_of, enumerate_words

WITH_DEALER = {
    "change bankroll": "is the house, so no money changes hands",
    "exchange card": "has no other hand to exchange a card with",
}
"""Effects that fail for a dealer without a partner, each with the reason."""


def advise_reactions(advising: Advising) -> None:
    """Check that each reaction can happen, and that its speech is printed."""
    steps = advising.step_names
    has_rounds = any(step.repeat == "round" for _, step in advising.steps)
    said = advising.checked.texts
    for path, reaction in advising.reactions:
        roles = advising.roles_of(path, reaction)
        needed = OCCASIONS[reaction.on].steps
        if not advising.owners(path):
            message = f"the power `{path[1]}` is not given to a player or dealer"
            given = f'write `powers = ["{path[1]}"]` under [strategies.NAME], [members.NAME] or [dealer]'
            remedy = f"{given}, or remove it"
            advising.note("BJ910", path, message, remedy, key=True)
        elif not roles:
            message = (
                "this reaction never happens: strategies are only for players, and [dealer] is for the dealer"
            )
            remedy = "change `as`, or move the reaction to a different player or the dealer"
            if path[0] == "strategies" and reaction.as_ == "dealer":
                remedy = (
                    'write it under [dealer], with `of = "opponent"` to react to what happens to a player'
                )
            advising.note("BJ916", (*path, "as"), message, remedy)
        elif reaction.of is None and roles.isdisjoint(OCCASIONS[reaction.on].roles):
            message = f"`{reaction.on}` never happens to a dealer"
            remedy = 'add `of = "opponent"`, or choose a different occasion'
            if reaction.on in ("hand won", "hand lost"):
                remedy = (
                    'add `of = "opponent"`: if the dealer wins a hand, this is `hand lost` for the opponent'
                )
            advising.note("BJ916", (*path, "on"), message, remedy)
        elif needed and steps.isdisjoint(needed):
            listed = enumerate_words([f"`{step}`" for step in needed], "or")
            message = f"`{reaction.on}` never happens, because the procedure has no step {listed}"
            advising.note("BJ916", (*path, "on"), message, "choose a different occasion, or add the step")
        elif reaction.on == "round begins" and not has_rounds:
            message = "`round begins` never happens, because the game has no rounds"
            advising.note(
                "BJ916", (*path, "on"), message, "choose a different occasion, such as `hand begins`"
            )
        elif (reaction.limit or "").endswith("round") and not has_rounds:
            message = f"the game has no rounds, so `{reaction.limit}` lasts for the whole game"
            advising.note("BJ916", (*path, "limit"), message, "write `per hand` or `per game`")
        elif why := _why_no_partner(advising, reaction.partner or "", roles):
            advising.note("BJ916", (*path, "partner"), *why)
        elif not reaction.has_partner and roles == {"dealer"} and (why := _why_no_effect(advising, reaction)):
            advising.note("BJ916", (*path, "do"), *why)
        elif reaction.say is None and (lines := _missing_lines(reaction, said, roles)):
            message = f"the transcript does not show the effect `{reaction.do}`"
            remedy = f"add {enumerate_words(lines, 'or')} to [output], or `say` to the reaction"
            advising.note("BJ922", (*path, "do"), message, remedy)
        elif reaction.say is not None:
            for role in sorted(roles, reverse=True):
                if f"{role}_says" not in said:
                    message = f"the words of the {role} are never printed"
                    remedy = f"add `{role}_says = '{{name}}: {{words}}'` to [output]"
                    advising.note("BJ922", (*path, "say"), message, remedy)


def _why_no_partner(advising: Advising, partner: str, roles: Iterable[str]) -> tuple[str, str] | None:
    """Explain why ``partner`` does not exist for a reaction in these ``roles``, and how to fix it.

    Return None if the partner may exist.
    """
    model = advising.model
    is_open = any(argument.type == "players" for argument in model.command_line)
    seats = MOST_SEATS if is_open else len(model.players)
    if seat_of(partner) > seats:
        message = f"`{partner}` is empty, because the table has {count_of(seats, 'player')}"
        return message, "choose an occupied seat"
    if partner.endswith(" mate") and "player" not in roles and not model.teams:
        message = f"a dealer has no `{partner}`, because only teams have more than one dealer"
        return message, "choose a seat, `them` or `opponent`"
    return None


def _why_no_effect(advising: Advising, reaction: Reaction) -> tuple[str, str] | None:
    """Explain why the effect of ``reaction`` never happens when a dealer reacts, and how to fix it.

    Return None if it may happen.
    """
    if reaction.do in WITH_DEALER:
        message = f"a dealer without a partner {WITH_DEALER[reaction.do]}"
        return message, 'add `partner`, such as `partner = "opponent"`'
    is_dealt = any(entry.startswith("dealer") for entry in advising.model.procedure.deal)
    if EFFECTS[reaction.do].moves_cards and reaction.on in ("dealt", "turn") and not is_dealt:
        message = "the dealer has no cards yet, and effects cannot move a card to an empty hand"
        return message, 'add `"dealer up"` or `"dealer down"` to `deal`'
    return None


def _missing_lines(reaction: Reaction, said: Container[str], roles: Iterable[str]) -> list[str]:
    """Return the output lines that would show the effect of ``reaction`` in these ``roles``.

    If ``said`` already contains one of these lines, return an empty list.
    """
    shown_by = EFFECTS[reaction.do].shown_by
    lines = [key for key in shown_by if reaction.has_partner or key.startswith((*roles, "hand"))]
    return [] if any(key in said for key in lines) else [f"`{key}`" for key in lines]
