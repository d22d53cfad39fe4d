"""Find the differences between two rulesets: in their rules and in the text that they print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.catalogue.events import EVENTS
from bj.describe.rules.description_parts import HeadedPart, Rows
from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.rule_card import describe_rules
from bj.ruleset.check import Checked
from bj.ruleset.model.output import find_key
from bj.ruleset.model.prompts import Prompts
from bj.text.untrusted_text import make_visible, quote


def describe_all(checked: Checked) -> list[HeadedPart]:
    """Describe everything in a ruleset that can be compared. Titles are not included."""
    return [*describe_rules(checked), *describe_procedure(checked), *describe_sayings(checked)]


def compare_rulesets(old: Checked, new: Checked) -> list[str]:
    """Describe how two rulesets differ, section by section.

    Return an empty list if they do not differ.
    """
    before, after = ({section.key: section for section in describe_all(each)} for each in (old, new))
    lines: list[str] = []
    for key in _in_order(list(before), list(after)):
        nothing = HeadedPart(key, [])
        section = after.get(key) or before[key]
        found = list(_compare_sections(before.get(key, nothing), after.get(key, nothing)))
        if found:
            lines += ["", make_visible(section.title), *found]
    return lines[1:]


def _compare_sections(old: HeadedPart, new: HeadedPart) -> Iterator[str]:
    before = {part.key: part for part in old.parts}
    after = {part.key: part for part in new.parts}
    for key in _in_order(list(before), list(after)):
        if key not in after:
            yield from (f"  - {line[2:]}" for line in before[key].lines(10**6))
        elif key not in before:
            yield from (f"  + {line[2:]}" for line in after[key].lines(10**6))
        else:
            yield from before[key].compare(after[key])


def _in_order(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the keys in both lists, in the order of ``old``.

    A key that is only in ``new`` comes after the key that precedes it there.
    """
    order = list(old)
    at = 0
    for key in new:
        if key in old:
            at = order.index(key) + 1
        else:
            order.insert(at, key)
            at += 1
    return order


SILENT = "silence"


def describe_sayings(checked: Checked) -> Iterator[HeadedPart]:
    """Yield sections with the names, the output templates, and the questions to players."""
    model = checked.model
    cards = model.cards
    names = {
        "a card": cards.name,
        "a card in a list": cards.listed,
        "a hidden card": cards.hidden,
        **{f"the suit {code}": suit for code, suit in cards.suits.items()},
        **{f"the rank {code}": rank.name for code, rank in cards.ranks.items()},
        **{f"a card of the rank {code}": rank.card for code, rank in cards.ranks.items() if rank.card},
        "the dealer": model.dealer.name,
        **{f"the team {team.id}": team.name for team in model.teams if team.name},
        "the role of a player": model.output.roles.player,
        "the role of the dealer": model.output.roles.dealer,
    }
    yield HeadedPart("Names", [Rows("names", [""], {what: [quote(name)] for what, name in names.items()})])
    output = {key: getattr(model.output, find_key(model.output, event)) for key, event in EVENTS.items()}
    rows = {event: [SILENT if text is None else quote(text)] for event, text in output.items()}
    rows |= {f"victory of {team.id}": [quote(team.victory)] for team in model.teams}
    yield HeadedPart("Output", [Rows("output", [""], rows)])
    yield HeadedPart("Questions to players", [Rows("prompts", [""], dict(_prompts(model.prompts)))])


def _prompts(prompts: Prompts) -> Iterator[tuple[str, list[str]]]:
    """Yield the messages and the accepted answers of each prompt, by section and key."""
    for name in type(prompts).model_fields:
        section = getattr(prompts, name)
        for key in type(section).model_fields:
            value = getattr(section, key)
            if isinstance(value, dict):
                yield f"{name}, {key}", [", ".join(f"{word} = {meaning}" for word, meaning in value.items())]
            elif isinstance(value, list):
                yield f"{name}, {key}", [" and ".join(map(quote, value))]
            else:
                said = quote(value) if isinstance(value, str) else str(value)
                yield f"{name}, {key}", ["" if value is None else said]
