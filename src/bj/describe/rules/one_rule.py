"""Find the sentence about a given key on the rule card."""

from __future__ import annotations

from collections.abc import Sequence

from bj.catalogue.house_rules import RULES
from bj.describe.rules.cards_and_payouts import RankValues
from bj.describe.rules.chart_tables import ChartTable
from bj.describe.rules.description_parts import Fact, Listing, Part
from bj.describe.rules.procedure import LISTS, Steps, describe_procedure
from bj.describe.rules.reactions import RETAKES, describe_reactions
from bj.describe.rules.rule_card import describe_rules
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked

CALLED = {
    "cards.ranks": "cards",
    "procedure.deal": "deal",
    "rules.minimum_wager": "minimum",
    "rules.wager_step": "step",
    "shoe.reshuffle_when": "reshuffle",
    "shoe.shuffle": "mixed",
    "shoe.shuffle.cuts": "mixed",
    "shoe.when_empty": "empty",
    **{f"rules.{rule.place}": rule.fact for rule in RULES.values()},
}
"""Maps a key to the name of its part of the rule card, if this name is not the last word of the key."""

OWNERS = {"strategies": "Strategy", "members": "member"}
"""Maps each section to the first word in the headings for its strategies or members."""

WITHOUT_SENTENCE = ("output", "prompts", "arguments", "teams")
"""Sections of a ruleset that have no sentences on a rule card."""


def rule_in_words(checked: Checked, path: KeyPath, hand: tuple[bool, int] | None = None) -> str:
    """Return the sentence about the key at ``path``, or an empty string if the rule card has none.

    For a table, return only its name. For a chart, include the row for ``hand``, given as (soft, total).
    """
    section, *rest = map(str, path)
    if section in WITHOUT_SENTENCE or not rest:
        return ""
    if section == "procedure" and rest[0] in LISTS:
        steps = (part for head in describe_procedure(checked) for part in head.parts if part.key == rest[0])
        index = next((int(word) for word in rest[1:2] if word.isdecimal()), None)
        found = next(steps, None)
        if not isinstance(found, Steps) or index is None:
            return ""
        return ": ".join(filter(None, (f"Step {found.items[index]}", found.meanings[index])))
    if section in OWNERS:
        heading, name = f"{OWNERS[section]} {rest[0]}", rest[1] if len(rest) > 1 else ""
        parts = [
            (head, part) for head in describe_rules(checked) for part in head.parts if head.key == heading
        ]
        said = (
            (head, _item(part, rest[2:]) or _text(part, hand)) for head, part in parts if part.key == name
        )
        return next((f"{head.title}: {text}" for head, text in said), "")
    if section == "powers":
        power = checked.model.powers[rest[0]]
        if rest[-1] in RETAKES:
            return f"Power {rest[0]}: {RETAKES[rest[-1]][getattr(power, rest[-1])]}."
        sentences = describe_reactions(checked, [(("powers", rest[0]), power)]).items if power.on else ()
        return next((f"Power {rest[0]}: {sentence}" for sentence in sentences), "")
    name = CALLED.get(".".join(map(str, path)), rest[-1])
    heads = (head for head in describe_rules(checked) if head.key.partition(" ")[0] not in OWNERS.values())
    return next((_text(part) for head in heads for part in head.parts if part.key == name), "")


def _item(part: Part, place: Sequence[str]) -> str:
    """Return the reaction in a list of reactions that is at ``place`` or contains ``place``.

    Return an empty string if ``part`` is not a list of reactions, or if ``place`` is the whole list.
    """
    if not isinstance(part, Listing) or part.key != "reactions" or not place:
        return ""
    return part.items[int(place[0])]


def _text(part: Part, hand: tuple[bool, int] | None = None) -> str:
    """Return a part of a rule card as a single line.

    A table becomes its name and, if ``hand`` is given, the row for this hand.
    """
    if isinstance(part, Fact):
        return part.text
    if isinstance(part, Listing):
        return " ".join(filter(None, (part.head, "; ".join(part.items))))
    if isinstance(part, ChartTable) and hand is not None:
        return f"the {part.key}: {part.row_in_words(*hand)}"
    is_short = isinstance(part, RankValues)
    return " ".join(line.strip() for line in part.lines(1_000)) if is_short else f"the {part.key}"
