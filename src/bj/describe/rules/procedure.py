"""Describe the procedure step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bj.catalogue.steps import STEPS
from bj.describe.rules.comparisons_in_words import ALWAYS
from bj.describe.rules.description_parts import HeadedPart, Listing
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.possible_in_game import is_always_played
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.procedure import RANKED
from bj.ruleset.model import Procedure, Step
from bj.ruleset.shoe_size import RESHUFFLING, reshuffle_condition
from bj.text.markdown_escapes import code
from bj.text.wrapping import wrap

LISTS: Mapping[str, str] = {"game": "The game", "round": "A round", "hand": "A hand"}

PLAYED: Mapping[str, Mapping[str, str]] = {
    "hand": {"hand": "the number of hands played"},
    "round": {"round": "the number of rounds played", "hand": "the number of hands played"},
}
"""For each kind of repetition, maps names to their meaning before the repetition starts."""


@dataclass(frozen=True, slots=True)
class Steps(Listing):
    """A list of steps with their meanings."""

    meanings: tuple[str, ...] = ()

    def lines(self, width: int) -> list[str]:
        """Return the steps in one column and their meanings in another."""
        digits = len(str(len(self.items)))
        column = max(
            (len(item) for item, what in zip(self.items, self.meanings, strict=True) if what), default=0
        )
        lines = []
        for number, (item, meaning) in enumerate(zip(self.items, self.meanings, strict=True), 1):
            text = f"{item:{column}}   {meaning}" if meaning else item
            margin = column + 3 if meaning else 0
            lines += wrap(text, width, f"  {number:{digits}}. ", " " * (4 + digits + margin))
        return lines


def describe_procedure(checked: Checked) -> Iterator[HeadedPart]:
    """Yield a section for each list of steps."""
    model = checked.model
    phrases = Phrases(checked)
    details = {
        "reshuffle": phrases.in_words(RESHUFFLING) if reshuffle_condition(model) else "`True`",
        "natural": model.payouts.natural,
        "deal": "in their order",
        "draws": "by the rule of the house",
    }
    for name, steps in lists_of_steps(model.procedure):
        items = []
        for index, step in enumerate(steps):
            path: KeyPath = ("procedure", name, index)
            said = {
                key: phrases.in_words((*path, key), PLAYED.get(step.repeat or "", {})) for key in _texts(step)
            }
            items.append(describe_step(step, said))
        meanings = tuple(_meaning(step).format_map(details) for step in steps)
        yield HeadedPart(LISTS[name], [Steps(name, "", items, True, meanings)])


def lists_of_steps(procedure: Procedure) -> Iterator[tuple[str, list[Step]]]:
    """Yield each list of steps that is not empty, with its name."""
    for name in LISTS:
        steps: list[Step] | None = getattr(procedure, name)
        if steps:
            yield name, steps


def _texts(step: Step) -> dict[str, str]:
    """Map each key of a step that contains an expression to the expression."""
    texts = {"while": step.while_, "if": step.if_, "by": step.by}
    return {key: text for key, text in texts.items() if text is not None}


def describe_step(step: Step, phrases: Mapping[str, str] | None = None) -> str:
    """Describe a step. ``phrases`` maps the key of each expression in the step to a phrase."""
    said = phrases or {key: code(text) for key, text in _texts(step).items()}
    if step.repeat is not None:
        text = f"repeat the {step.repeat} while {said['while']}"
    elif step.say is not None:
        text = "say " + " / ".join(map(code, filter(None, step.say.split("\n"))))
        text = text if step.say.strip() else "print an empty line"
    else:
        text = _named(f"{step.step}", said)
    if step.if_ is not None:
        text += f", if {said['if']}"
    return text + (f"; else {_named(step.else_, said)}" if step.else_ is not None else "")


def _named(name: str, said: Mapping[str, str]) -> str:
    """Return the name of a step. For standings, add how they are sorted."""
    return f"{name}, sorted by {said['by']}" if name == RANKED and "by" in said else name


def only_when(checked: Checked, name: str) -> str:
    """Return an ending for a sentence, to say when the step ``name`` occurs.

    Return an empty string if the step always occurs.
    """
    if is_always_played(checked.model, name):
        return ""
    steps = checked.model.procedure.all_steps()
    found = [(path, step) for path, step in steps if name in (step.step, step.else_)]
    if len(found) == 1 and found[0][1].step == name:
        when = Phrases(checked).when((*found[0][0], "if"))
        return "" if when == ALWAYS else f", but only {when}"
    return ", but only in some hands" if found else ""


def _meaning(step: Step) -> str:
    """Return the meaning of a step.

    Return an empty string if the step has a condition, or no meaning of its own.
    """
    return STEPS[step.step].means if step.step is not None and step.if_ is None else ""
