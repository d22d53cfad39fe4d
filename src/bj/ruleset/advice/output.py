"""Advice on output: templates of events that never happen, and events without a template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.catalogue.actions import ACTIONS, PLAYS, Action
from bj.catalogue.effects import EFFECTS
from bj.catalogue.events import EVENTS, SHARED
from bj.catalogue.rules import ALLOWANCES
from bj.catalogue.steps import STEPS
from bj.ruleset.advice.advising import Advising
from bj.ruleset.model import Ruleset
from bj.ruleset.model.output import find_key
from bj.text.lists import enumerate_words


def advise_output(advising: Advising) -> None:
    """Every template is for an event that can happen, and every event that readers need has a template."""
    possible = _reasons(advising)
    for event in sorted(advising.model.output.model_fields_set & possible.keys()):
        if getattr(advising.model.output, event) is not None:
            message = f"`{event}` never happens: {possible[event]}"
            advising.note("BJ921", ("output", event), message, "remove it", key=True)
    _advise_shared(advising, possible)
    _advise_roles(advising)
    _advise_unsaid(advising)


def _advise_shared(advising: Advising, impossible: Mapping[str, str]) -> None:
    """Every text for both roles is used for one of them."""
    output = advising.model.output
    for key in sorted(output.model_fields_set & SHARED.keys()):
        roles = [event for event in EVENTS.values() if event.shared == key]
        left = [event for event in roles if getattr(output, event.key) is None]
        if getattr(output, key) is not None and not left:
            listed = " and ".join(f"`{event.key}`" for event in roles)
            message = f"`{key}` is never used: {listed} have texts of their own"
            advising.note("BJ921", ("output", key), message, "remove it, or one of the others", key=True)
        elif getattr(output, key) is not None and all(event.key in impossible for event in left):
            message = f"`{key}` never happens: {impossible[left[0].key]}"
            advising.note("BJ921", ("output", key), message, "remove it", key=True)


def _advise_roles(advising: Advising) -> None:
    """The names of the roles are used."""
    output = advising.model.output
    texts = [getattr(output, find_key(output, event)) for event in EVENTS.values()]
    if "roles" in output.model_fields_set and not any("{role" in text for text in texts if text is not None):
        message = "no text uses the field `{role}`"
        remedy = "use it in a text such as `dealt`, or remove it"
        advising.note("BJ921", ("output", "roles"), message, remedy, key=True)


def _reasons(advising: Advising) -> dict[str, str]:
    """The events that cannot happen, with the reason."""
    model, steps = advising.model, advising.step_names
    reasons = dict(_missing_rules(advising, model)) | dict(_missing_effects(advising))
    for event in EVENTS.values():
        if event.rule and not _holds(model, event.rule):
            reasons.setdefault(event.key, f"`{event.rule}` is false")
        if event.steps and steps.isdisjoint(event.steps):
            listed = enumerate_words([f"`{step}`" for step in event.steps], "or")
            reasons[event.key] = f"the procedure has no step {listed}"
    return reasons


def _holds(model: Ruleset, rule: str) -> bool:
    """Whether a rule of the house holds, or may hold under its condition."""
    return model.rules.may_ever(rule) if rule in ALLOWANCES else bool(getattr(model.rules, rule))


def _missing_rules(advising: Advising, model: Ruleset) -> Iterator[tuple[str, str]]:
    """Events that cannot happen because of the rules, with the reason."""
    shoe, steps = model.shoe, advising.step_names
    restarts = shoe.when_empty == "restart hand"
    if shoe.is_infinite:
        yield from ((event, "an infinite shoe is not shuffled") for event in ("shuffle", "cut"))
    elif steps.isdisjoint(("shuffle", "reshuffle")) and shoe.when_empty == "stop":
        yield from ((event, "the procedure has no step `shuffle`") for event in ("shuffle", "cut"))
    elif shoe.shuffle.method != "riffle":
        yield "cut", "only a riffle has cuts"
    if shoe.is_infinite or not restarts:
        yield "cards_used_up", '`when_empty` of the shoe is not "restart hand"'
    if "player down" not in model.procedure.deal and not _does(advising, "retake hand"):
        yield "player_dealt_down", "no card is dealt face down to a player"
    if "dealer down" not in model.procedure.deal and not _does(advising, "retake hand"):
        yield "dealer_dealt_down", "no card is dealt face down to the dealer"
    for action in ACTIONS.values():
        if action.rule and not _may_happen(advising, action):
            is_allowed = model.rules.may_ever(action.rule)
            reason = f"no player's strategy {action.name}s" if is_allowed else f"no player may {action.name}"
            yield from ((event.key, reason) for event in EVENTS.values() if event.rule == action.rule)
    if not model.pays_naturals and model.payouts.dealer_bust_push is None:
        yield "player_natural", "the procedure has no step `pay naturals`"
    if not model.rules.may_ever("split") and all(player.spots == 1 for player in model.players):
        yield "player_part", "no player has several hands: `split` is false"
    if not (model.rules.may_ever("free_double") or model.rules.may_ever("free_split")):
        yield "free_wager", "nothing is doubled or split for free"
    if not model.payouts.bonuses or not any(bonus.at_once for bonus in model.payouts.bonuses.values()):
        yield "player_bonus", "no bonus is paid `at_once`"
    for role in ("player", "dealer"):
        if not any(
            reaction.say is not None and role in advising.roles_of(path, reaction)
            for path, reaction in advising.reactions
        ):
            yield f"{role}_says", f"no reaction of a {role} says anything"


def _does(advising: Advising, effect: str) -> bool:
    """Whether some reaction has the effect."""
    return any(reaction.do == effect for _, reaction in advising.reactions)


def _missing_effects(advising: Advising) -> Iterator[tuple[str, str]]:
    """Events that no effect of a reaction brings about, with the reason."""
    causes: dict[str, list[str]] = {}
    for effect in EFFECTS.values():
        for event in effect.shown_by:
            causes.setdefault(event, []).append(effect.name)
    by_steps = {event for step in advising.step_names for event in STEPS[step].shown_by}
    for event, effects in causes.items():
        if event not in by_steps and not any(_does(advising, effect) for effect in effects):
            listed = enumerate_words([f'`do = "{effect}"`' for effect in effects], "or")
            yield event, f"no reaction has {listed}"


def _may_happen(advising: Advising, action: Action) -> bool:
    """Whether the rules and some player's strategy allow an action."""
    if not advising.model.rules.may_ever(action.rule):
        return False
    if "action" in advising.asked():
        return action.name in advising.model.prompts.action.answers.values()
    strategies = [advising.checked.strategies[name] for name in advising.played]
    charts = [playing for name, playing in advising.checked.playing.items() if name in advising.played]
    codes = {
        code
        for chart in charts
        for row in (*chart.rows.values(), *chart.pairs.values())
        for code in row.values()
    }
    return any(action in PLAYS[code].actions for code in codes) or any(
        rule.do == action.name for strategy in strategies for rule in strategy.rules or []
    )


def _advise_unsaid(advising: Advising) -> None:
    """The transcript shows what happens at the table."""
    said = advising.checked.said.keys()
    for path, step in advising.steps:
        for key, name in (("step", step.step), ("else", step.else_)):
            row = STEPS.get(name or "")
            if row and row.shown_by and said.isdisjoint(row.shown_by):
                listed = enumerate_words([f"`{event}`" for event in row.shown_by], "or")
                message = f"no line of output shows {row.hidden} when `{name}` is played"
                place = (*path, key) if key == "else" else path
                advising.note_first(
                    "BJ922", [(place, False), (("output",), True)], message, f"add {listed} to [output]"
                )
