"""Describe the notations in a ruleset: steps, reactions, expressions and templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from bj.catalogue.effects import EFFECTS
from bj.catalogue.expression_names import NAMES as CATALOGUE
from bj.catalogue.fields import FIELDS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS
from bj.describe.reference.markdown_parts import table
from bj.ruleset.all_expressions import fields_with_expressions
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check.expressions_and_templates import REMEMBERING
from bj.ruleset.expressions.supported_syntax import ARGUMENTS, USAGE
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model import Procedure, Ruleset
from bj.ruleset.model.base import Meaning, Section
from bj.ruleset.model.procedure import ENTRIES, LISTS
from bj.ruleset.model.reactions import ROLES
from bj.ruleset.model_fields import is_model, kinds_of
from bj.ruleset.templates import LARGEST_WIDTH
from bj.text.markdown_escapes import code, list_code

KINDS: Mapping[ValueKind, str] = {
    ValueKind.NUMBER: "number",
    ValueKind.MONEY: "amount of money",
    ValueKind.BOOLEAN: "condition",
}
"""Maps each kind of value to the word for it."""

ORDER = (
    ("before the steps of `round`", "`round begins`"),
    ("before the steps of `hand`, and therefore before `reshuffle` and `take wagers`", "`hand begins`"),
    ("after the last card of `deal`", "`dealt`"),
    ("in `offer surrender` and `betting round`", "`hand lost` for a hand that surrenders or folds"),
    (
        "in `players act`, hand by hand",
        "`turn`; `drawn` or `bust` after each card; `stand` at the end; `hand won` for a bonus `at_once`",
    ),
    ("at the end of `players act`", "`turns over`"),
    ("in `dealer acts`", "the same for the dealer, and `dealer stands` after `stand`"),
    (
        "in `pay naturals` and `settle`, seat by seat",
        "`hand won`, `hand lost` or `push`, after a hand is paid and before the next one is",
    ),
    ("after the steps of `hand`, or before `pass bank`", "`hand over`"),
    ("in `end round`", "`round over`"),
    ("in `kick out player` and `kick out dealer`", "`kicked out`, and then `round won`"),
)
"""Pairs of a point in the procedure and the occasions that happen at that point, in order."""

OPERATORS: Mapping[str, str] = {
    "a + b": "sum",
    "a - b": "difference",
    "-a": "the number with the opposite sign",
    "a * b": "product; two amounts of money cannot be multiplied",
    "a // b": "quotient, rounded down; the quotient of two amounts of money is a number",
    "a % b": "remainder of `a // b`, with the sign of `b`",
    "a < b": "less than",
    "a <= b": "less than or equal",
    "a > b": "greater than",
    "a >= b": "greater than or equal",
    "a == b": "equal; the sides may also be conditions",
    "a != b": "not equal; the sides may also be conditions",
    "a < b < c": "chained comparisons; true if all of them are true",
    "not a": "true if `a` is false",
    "a and b": "true if both are true; `b` is checked only if `a` is true",
    "a or b": "true if at least one of them is true; `b` is checked only if `a` is false",
    "a if c else b": "`a` if the condition `c` is true, and otherwise `b`",
    "True": "always true, as part of a condition; for a whole condition, write `true` without quotes",
    "False": "always false, as part of a condition; for a whole condition, write `false` without quotes",
}
"""Maps each operator in expressions to a description of its result."""

FUNCTIONS: Mapping[str, str] = {
    "min": "the smallest value ({count} arguments)",
    "max": "the largest value ({count} arguments)",
    "abs": "the absolute value",
    "ceil": "the quotient, rounded up",
    "floor": "the quotient, rounded down",
    "holds": "whether the hand contains a card, written as its rank (2 to 9, T, J, Q, K or A) and its suit "
    "(S, H, C or D); a rank or a suit alone means any such card",
    "number_of": "how many cards of this rank or suit, or copies of this card, the hand contains",
    "rank": "the number of a rank, as in names such as `first_rank`: 2 to 14; custom ranks follow",
    "suit": "the number of a suit, as in names such as `first_suit`: 1 to 4 for S, H, C and D",
    "chance": "true with this probability, in percent",
    "random": "a random value from the first to the second; all of them are equally likely",
}
"""Maps each function in expressions to a description of its result."""


def write_steps() -> Iterator[str]:
    """Write the chapter on the steps of the procedure."""
    yield from (
        "The steps in a list are carried out in order. Each step is a name, or a table with the keys of",
        "[a step](#a-step-of-the-procedure). The steps that it *needs* must come before it in the same list.",
        "",
    )
    rows = []
    for step in STEPS.values():
        limits = [f"`{needed}`" for needed in step.after]
        limits += ["a tournament"] if step.team else []
        where = step.only_in or ", ".join(LISTS)
        rows.append((code(step.name), where, step.explained, ", ".join(limits)))
    yield from table(("step", "in the list", "what it does", "needs"), rows)
    yield from ("`reveal hole card` is needed only if the dealer has a face-down card.", "")
    yield from ("The entries in `deal`, and the card that each of them deals:", "")
    yield from table(("entry", "what is dealt"), [(code(word), text) for word, text in ENTRIES.items()])


def write_reactions() -> Iterator[str]:
    """Write the chapter on occasions, roles and effects for reactions."""
    yield from ("### Occasions", "", "The values of `on` in a reaction:", "")
    yield from table(
        ("occasion", "when it happens"), [(code(row.name), row.means) for row in OCCASIONS.values()]
    )
    yield from ("During a game, the occasions happen in this order:", "")
    yield from table(("when", "what happens"), ORDER)
    yield from (
        "On each occasion, the player or dealer to whom it happens reacts first, in the order of the",
        "reactions. Then everyone with a matching `of` reacts. They do not react to a bust or a stand that a",
        "power of the hand's owner has prevented. If they change a hand that would stand, it may stand once",
        "more, and they react again. If an occasion happens to everyone, the players react in seat order,",
        "followed by the dealer.",
        "",
    )
    yield from ("### Roles", "", "The values of `as` in a reaction:", "")
    yield from table(("role", "when the member reacts"), [(code(word), text) for word, text in ROLES.items()])
    yield from (
        "### Effects",
        "",
        "The values of `do` in a reaction, each with its occasions and keys. An effect that would change",
        "nothing does not happen: nothing is said, nothing is `set`, and no limit is used up. If a hand",
        "changes when it would bust or stand, it is checked again, so it continues or busts. No effect",
        "reaches the cards of a hand that has busted or is settled, or moves a card to a hand without cards.",
        "",
    )
    rows = [
        (code(row.name), row.means, list_code(row.on) or "all", list_code(row.keys))
        for row in EFFECTS.values()
    ]
    yield from table(("effect", "what happens", "occasions", "keys"), rows)


def write_expressions() -> Iterator[str]:
    """Write the chapter on the syntax of expressions and the names that they can use."""
    yield from (
        "An expression is a whole number, or text in a small subset of Python's syntax. It is checked when "
        "the",
        "ruleset is loaded. It yields a number, an amount of money or a condition. A number becomes money",
        "where money is needed. A name in `memory` can contain a number or an amount of money.",
        "",
        "### Operators",
        "",
    )
    yield from table(("operator", "result"), [(code(word), text) for word, text in OPERATORS.items()])
    yield from ("### Functions", "")
    rows = []
    for name, usage in USAGE.items():
        least, most = ARGUMENTS[name]
        rows.append((code(usage), FUNCTIONS[name].format(count=f"{least} to {most}")))
    yield from table(("function", "result"), rows)
    yield from (
        "### Names",
        "",
        "Every expression can use the ruleset's arguments that are whole numbers, but a name in this table",
        "hides an argument of the same name. *Memory* means the names in the `memory` of a strategy and its",
        "powers.",
        "",
    )
    columns = [place for place in Place if NAMES[place]]
    titles = ("name", "what it is", "kind", *(_title(place) for place in columns))
    names = [
        (
            code(key),
            name.means,
            KINDS[ValueKind(name.kind)],
            *(_tick(key in NAMES[place]) for place in columns),
        )
        for key, name in CATALOGUE.items()
    ]
    means = "numbers that the player remembers; in the procedure, those of the player in the first seat"
    memory = ("*memory*", means, KINDS[ValueKind.NUMBER])
    yield from table(titles, [*names, (*memory, *(_tick(place in REMEMBERING) for place in columns))])
    yield from ("The places are:", "")
    for place, keys in list_places().items():
        yield f"- **{_title(place)}**: {', '.join(map(code, keys))}"
    yield ""


def write_templates() -> Iterator[str]:
    """Write the chapter on the syntax of templates and the meaning of their fields."""
    yield from (
        "A template is text with fields in braces, such as `{name}`. Everything else is printed unchanged.",
        "To print a brace, write it twice: `{{` or `}}`. A template prints one line of the transcript, or",
        "printed on several lines if it contains `\\n`. bj adds no line break to a question.",
        "",
        f"A field can have a width of 1 to {LARGEST_WIDTH} characters. Its value is then padded with spaces.",
        "`{name:<8}` aligns the value to the left, `{name:>8}` to the right, and `{name:^8}` in the center.",
        "`{name:8}` means the same as `{name:<8}`.",
        "",
        "The description of each template lists the fields that it can use. They are:",
        "",
    )
    yield from table(
        ("field", "what it is"), [(code(f"{{{row.key}}}"), row.means) for row in FIELDS.values()]
    )


def list_places() -> Mapping[Place, list[str]]:
    """Map each place to the keys whose expressions are evaluated there."""
    found = set(_find_places(Ruleset))
    return {place: sorted(key for where, key in found if where is place) for place in Place}


def _find_places(
    annotation: Any,
    path: tuple[str, ...] = (),
    meaning: Meaning | None = None,
    outer: tuple[type[Section], ...] = (),
) -> Iterator[tuple[Place, str]]:
    """Yield the place and the key of every expression in a value with this ``annotation``.

    ``outer`` lists the tables that contain the value. If a table contains itself, it is searched only once.
    """
    for kind in kinds_of(annotation):
        if get_origin(kind) is dict:
            yield from _find_places(get_args(kind)[1], (*path, "NAME"), meaning, outer)
        elif get_origin(kind) is list:
            yield from _find_places(get_args(kind)[0], path, meaning, outer)
        elif kind is str and meaning is not None:
            yield meaning.place, ".".join(path)
        elif is_model(kind) and kind not in outer:
            for name, key, inner in fields_with_expressions(kind):
                here = (*path, "LIST" if kind is Procedure else key)
                yield from _find_places(kind.model_fields[name].annotation, here, inner, (*outer, kind))


def _tick(is_known: bool) -> str:
    return "yes" if is_known else ""


def _title(place: Place) -> str:
    return place.value
