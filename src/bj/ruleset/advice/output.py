"""Advice on output: templates that are never used, and events without a template."""

from __future__ import annotations

from bj.catalogue.events import EVENTS, SHARED
from bj.catalogue.steps import STEPS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.model.output import find_key
from bj.ruleset.model.rules_and_payouts import Charlie
from bj.text.sentences import enumerate_words


def advise_output(advising: Advising) -> None:
    """Check that shared templates are used, and that every important event has a template.

    A template for an event that never happens does no harm.
    """
    _advise_shared(advising)
    _advise_roles(advising)
    _advise_unsaid(advising)


def _advise_shared(advising: Advising) -> None:
    """Check that each template shared by players and dealer is used for at least one of them."""
    output = advising.model.output
    for key in sorted(output.model_fields_set & SHARED.keys()):
        roles = [event for event in EVENTS.values() if event.shared == key]
        left = [event for event in roles if getattr(output, event.key) is None]
        if getattr(output, key) is not None and not left:
            listed = " and ".join(f"`{event.key}`" for event in roles)
            message = f"`{key}` is never used: {listed} have their own templates"
            advising.note("BJ921", ("output", key), message, "remove it, or one of these templates", key=True)


def _advise_roles(advising: Advising) -> None:
    output = advising.model.output
    texts = [getattr(output, find_key(output, event)) for event in EVENTS.values()]
    if "roles" in output.model_fields_set and not any("{role" in text for text in texts if text is not None):
        message = "no template uses the field `{role}`"
        remedy = "use it in a template such as `dealt`, or remove it"
        advising.note("BJ921", ("output", "roles"), message, remedy, key=True)


def _advise_unsaid(advising: Advising) -> None:
    """Check that the transcript shows every important event at the table."""
    said = advising.checked.texts.keys()
    for path, step in advising.steps:
        for key, name in (("step", step.step), ("else", step.else_)):
            row = STEPS.get(name or "")
            if name == "settle" and advising.model.payouts.win.startswith("0:"):
                continue  # wins pay nothing: players play for a pot, for example
            if row and row.shown_by and said.isdisjoint(row.shown_by):
                listed = enumerate_words([f"`{event}`" for event in row.shown_by], "or")
                message = f"no output line shows {row.hidden} in the step `{name}`"
                place = (*path, key) if key == "else" else path
                advising.note_first(
                    "BJ922", [(place, False), (("output",), True)], message, f"add {listed} to [output]"
                )


def advise_bonuses(advising: Advising) -> None:
    """Check that the transcript shows which hands win immediately."""
    bonuses, charlie = advising.model.payouts.bonuses, advising.model.rules.charlie
    paths: list[KeyPath] = [("payouts", "bonuses", name) for name, bonus in bonuses.items() if bonus.at_once]
    if isinstance(charlie, Charlie) and charlie.at_once:
        paths.append(("rules", "charlie"))
    for path in paths if "player_bonus" not in advising.checked.texts else ():
        message = "no output line shows that a hand wins immediately"
        advising.note("BJ922", (*path, "at_once"), message, "add `player_bonus` to [output]")
