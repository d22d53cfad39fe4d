"""The JSON Schema of rulesets is valid, committed, and explains every key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from bj.catalogue.events import OUTPUT_FIELDS
from bj.catalogue.rule_shorthands import WORDS
from bj.catalogue.steps import STEPS
from bj.cli.schema import schema as print_schema
from bj.errors import TextFaults
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check.scopes import AnyNumber
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model import Ruleset, arguments, procedure, reactions
from bj.ruleset.model.base import EXPRESSION, Section
from bj.ruleset.model_fields import is_model, kinds_of
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.schema.document import EFFECT_MEANINGS, OCCASION_MEANINGS, STEP_MEANINGS, make_schema
from bj.ruleset.schema.table_requirements import DEFINITIONS
from bj.ruleset.templates import parse_template
from bj.text.unsafe_characters import PRINTABLE, UNPRINTABLE

FOLDER = Path(__file__).parents[2] / "rulesets"
SCHEMA = make_schema()


def sections(model: type[Section] = Ruleset) -> Iterator[type[Section]]:
    """``model`` and all models inside it."""
    yield model
    for field in model.model_fields.values():
        inner = [kind for outer in kinds_of(field.annotation) for kind in (outer, *get_args(outer))]
        for kind in inner:
            for bare in kinds_of(kind):
                if is_model(bare):
                    yield from sections(bare)


KEYS: dict[str, tuple[str, FieldInfo]] = {
    f"{model.__name__}.{field.alias or name}": (field.alias or name, field)
    for model in dict.fromkeys(sections())
    for name, field in model.model_fields.items()
}


def is_expression(field: FieldInfo) -> bool:
    """Whether a key takes an expression."""
    return "Meaning(" in repr([field.annotation, *field.metadata])


def places(schema: Any, key: str) -> Iterator[Any]:
    """Every value of ``key`` in a schema."""
    if isinstance(schema, dict):
        yield from (schema[key],) if key in schema else ()
        for value in schema.values():
            yield from places(value, key)
    elif isinstance(schema, list):
        for value in schema:
            yield from places(value, key)


def definitions_of(name: str) -> list[dict[str, Any]]:
    """The keys of a model's definitions: one for each list of steps, else one."""
    steps = [definition for definition in SCHEMA["$defs"] if definition.endswith("Step")]
    names = steps if name == "Step" else [name]
    return [SCHEMA["$defs"][definition]["properties"] for definition in names]


def test_committed_schema_is_the_printed_one(capsys: pytest.CaptureFixture[str]) -> None:
    """`bj schema > rulesets/ruleset.schema.json` changes nothing."""
    print_schema()
    assert capsys.readouterr().out == (FOLDER / "ruleset.schema.json").read_text("utf-8")


def test_schema_is_valid() -> None:
    """The schema conforms to draft 2020-12, and every definition that it refers to exists."""
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(SCHEMA)
    references = set(places(SCHEMA, "$ref"))
    assert references >= {"#/$defs/Cards", "#/$defs/HandStep"}
    assert references <= {f"#/$defs/{name}" for name in SCHEMA["$defs"]}
    assert all(re.fullmatch(r"[#/$\w]+", reference) for reference in references)


@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_shipped_rulesets_point_to_the_schema_and_keep_to_it(ruleset: str) -> None:
    """Every shipped ruleset begins with the path of the schema, and another validator accepts it."""
    text = shipped_rulesets()[ruleset].read_text("utf-8")
    folder = "../" if "/" in ruleset else "./"
    assert text.startswith(f"#:schema {folder}ruleset.schema.json\n")
    assert not list(Draft202012Validator(SCHEMA).iter_errors(tomli.loads(text)))


def test_schema_is_not_a_ruleset() -> None:
    """The schema next to the shipped rulesets is not listed as a ruleset."""
    assert {path.suffix for path in shipped_rulesets().values()} == {".toml"}


def test_every_key_has_a_description_and_an_example() -> None:
    """Every key of the language has a description, which is a sentence, and an example."""
    for key, (_, field) in KEYS.items():
        assert re.match(r"[A-Z`].*\.$", field.description or "", re.DOTALL), key
        assert field.examples, key


def test_no_key_of_the_schema_is_without_description_and_example() -> None:
    """Every key of the schema has a description and examples, also through its definition."""
    for definition in (SCHEMA, *SCHEMA["$defs"].values()):
        for key, value in definition.get("properties", {}).items():
            assert value.get("examples"), key
            target = SCHEMA["$defs"].get(value.get("$ref", "").rpartition("/")[2], {})
            assert value.get("description") or target.get("description"), key


def test_examples_are_valid() -> None:
    """The model and the schema accept every example and every default of a key."""
    for key, (_, field) in KEYS.items():
        model, _, name = key.partition(".")
        kind: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
        adapter: TypeAdapter[Any] = TypeAdapter(kind)
        for keys in [SCHEMA["properties"]] if model == "Ruleset" else definitions_of(model):
            if name not in keys:
                continue  # a hand repeats nothing
            validator = Draft202012Validator({**keys[name], "$defs": SCHEMA["$defs"]})
            given = [keys[name]["default"]] if "default" in keys[name] else []
            for example in [*keys[name]["examples"], *given]:
                adapter.validate_python(example, strict=True)
                assert validator.is_valid(example), (key, example)


def test_examples_of_expressions_are_expressions() -> None:
    """Every example of an expression parses with the names of its place and some arguments."""
    for key, (name, field) in KEYS.items():
        if not is_expression(field):
            continue
        is_condition = "ondition" in str(field.description) or True in (field.examples or [])
        kind = ValueKind.BOOLEAN if is_condition else ValueKind.MONEY
        in_words = {*WORDS.get("early_surrender" if key == "Surrender.early" else name, ()), "15.."}
        for example in field.examples or []:
            if key.startswith("Rules.") and isinstance(example, dict):
                continue  # a table of words
            listed = example if isinstance(example, list) else [example]
            for text in example.values() if isinstance(example, dict) else listed:
                if isinstance(text, dict):
                    continue  # a table with a condition of its own
                assert text in in_words or parse_expression(str(text), AnyNumber(NAMES[Place.ACTION]), kind)


def test_every_word_has_a_meaning() -> None:
    """Exactly the words of the language are explained."""
    tables: dict[Any, Mapping[str, str]] = {
        arguments.ArgumentType: arguments.ARGUMENT_TYPES,
        procedure.StepName: STEP_MEANINGS,
        procedure.Entry: procedure.ENTRIES,
        reactions.Occasion: OCCASION_MEANINGS,
        reactions.Role: reactions.ROLES,
        reactions.Effect: EFFECT_MEANINGS,
    }
    for words, meanings in tables.items():
        assert get_args(words) == tuple(meanings)
    for table, key in ((STEP_MEANINGS, "step"), (EFFECT_MEANINGS, "do"), (OCCASION_MEANINGS, "on")):
        descriptions = "".join(
            value.get("description", "") for value in places(SCHEMA["$defs"], key) if "enum" in value
        )
        for word, meaning in table.items():
            assert f"- `{word}`: {meaning}" in descriptions


def test_a_list_of_steps_knows_its_own_steps() -> None:
    """Each list of steps offers only the steps that can be played there."""
    lists = {name: SCHEMA["$defs"][f"{name.title()}Steps"] for name in procedure.LISTS}
    known = {name: steps["items"]["anyOf"][0]["enum"] for name, steps in lists.items()}
    assert "deal" in known["hand"]
    assert "deal" not in known["game"]
    assert "kick out player" in known["round"]
    assert "kick out player" not in known["hand"]
    assert set().union(*known.values()) == set(STEPS)


def test_descriptions_name_the_fields_of_templates() -> None:
    """The description of every line lists its fields."""
    for event, fields in OUTPUT_FIELDS.items():
        description = KEYS[f"Output.{event}"][1].description or ""
        assert set(re.findall(r"`\{(\w+)\}`", description)) == set(fields), event


def fits(pattern: str, text: str) -> bool:
    """Whether the whole text matches a pattern as editors read it; in Python, `$` allows a final line end."""
    return re.fullmatch(pattern.removeprefix("^").removesuffix("$"), text) is not None


@given(
    st.sampled_from(sorted(OUTPUT_FIELDS)),
    st.lists(
        st.sampled_from([*"{}:<>^ n", "{{", "}}", "{name}", "{cards}", "8", "80", "81", "{total:>2}", "\n"])
    ),
)
def test_templates_fit_when_they_parse(event: str, pieces: list[str]) -> None:
    """The pattern of a line matches exactly the valid templates of the event."""
    text = "".join(pieces)
    try:
        parsed = parse_template(text, OUTPUT_FIELDS[event]).pieces
        lists = [piece for piece in parsed if not isinstance(piece, str) and piece.name == "cards"]
        is_good = len(lists) == ("cards" in OUTPUT_FIELDS[event])
    except TextFaults:
        is_good = False
    assert fits(SCHEMA["$defs"]["Output"]["properties"][event]["pattern"], text) == is_good


CHARACTERS = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
"""The characters of TOML in 16 bits."""


def test_characters_that_cannot_be_shown_fit_no_pattern() -> None:
    """The schema and the checks refuse the same characters in words and in lines."""
    line = DEFINITIONS["Line"]["pattern"]
    for character in CHARACTERS:
        assert fits(PRINTABLE, character) == (not UNPRINTABLE.search(character))
        doubled = character * 2 if character in "{}" else character
        try:
            parse_template(doubled, ())
            can_be_said = True
        except TextFaults:
            can_be_said = False
        assert fits(line, character) == can_be_said


def test_characters_outside_of_the_pattern_stand_in_no_expression() -> None:
    """A character that the schema refuses in expressions is a fault at any place in one."""
    refused = [character for character in CHARACTERS if not fits(EXPRESSION["pattern"], f"1 < 2{character}")]
    assert set("#{}[];&|^~") < set(refused)
    for character in refused:
        for text in (
            f"total < 17{character}",
            f"total{character}< 17",
            f'holds("7C{character}")',
            f"{character}soft",
        ):
            with pytest.raises(TextFaults):
                parse_expression(text, NAMES[Place.ACTION], ValueKind.BOOLEAN)
