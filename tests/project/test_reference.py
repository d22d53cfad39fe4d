"""Tests that the reference is up to date, and describes the whole language and command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli
import typer
from tests.ruleset.test_schema import KEYS, is_expression

from bj.catalogue.events import OUTPUT_FIELDS
from bj.catalogue.expression_names import NAMES as CATALOGUE
from bj.catalogue.fields import FIELDS
from bj.cli.app import COMMANDS, make_app
from bj.cli.reference import reference
from bj.describe.reference.markdown_parts import fenced_example
from bj.describe.reference.steps_reactions_and_syntax import FUNCTIONS, KINDS, OPERATORS, list_places
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.supported_syntax import ARITHMETIC, COMPARISONS, USAGE
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.load import load_ruleset
from bj.ruleset.model.procedure import ENTRIES
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.model.reactions import ROLES
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.schema.document import EFFECT_MEANINGS, OCCASION_MEANINGS, STEP_MEANINGS
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.markdown_escapes import code

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "reference.md").read_text("utf-8")


def chapter(title: str) -> str:
    """The text from a heading to the next one of its depth."""
    depth = title.partition(" ")[0]
    return TEXT.split(f"\n{title}\n", 1)[1].split(f"\n{depth} ", 1)[0]


def test_reference_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """The committed reference equals the printed one: `bj reference > docs/reference.md`."""
    reference()
    assert capsys.readouterr().out == TEXT


def test_every_key_is_in_the_reference() -> None:
    """The reference has every key with its description and example; a section has a heading."""
    lines = [line for line in TEXT.splitlines() if line.startswith("- **`")]
    for key, (name, field) in KEYS.items():
        if key.startswith("Ruleset."):
            assert re.search(rf"^### `\[\[?{name}[].]", TEXT, re.MULTILINE), key
        elif key.removeprefix("Output.") in OUTPUT_FIELDS:
            example = code(str((field.examples or [])[0]))
            assert f"\n| `{name}` | {field.description} | {example} |\n" in TEXT, key
        else:
            example = f"For example {code(f'{name} = {write_value((field.examples or [])[0])}')}."
            said = f"). {field.description} {example}"
            assert any(line.startswith(f"- **`{name}`** (") and said in line for line in lines), key


def test_only_payouts_are_ratios() -> None:
    """A text of a different form, such as a row of a chart, is not a payout."""
    keys = set(re.findall(r"^- \*\*`(\w+)`\*\* \([^)]*ratio such as", TEXT, re.MULTILINE))
    assert keys == {"win", "natural", "surrender", "insurance", "pays", "jackpot", "adds"}


def test_every_word_is_in_the_reference() -> None:
    """Steps, entries, occasions, roles, effects, operators, functions, names and fields have their rows."""
    for title, table in (
        ("## Steps", {**STEP_MEANINGS, **ENTRIES}),
        ("### Occasions", OCCASION_MEANINGS),
        ("### Roles", ROLES),
        ("### Effects", EFFECT_MEANINGS),
        ("### Operators", OPERATORS),
        ("### Functions", dict.fromkeys(USAGE.values(), "")),
        ("### Names", {key: name.means for key, name in CATALOGUE.items()}),
        ("## Templates", {f"{{{row.key}}}": row.means for row in FIELDS.values()}),
    ):
        text = chapter(title)
        for word, meaning in table.items():
            assert re.search(rf"^\| `{re.escape(word)}` \|.*{re.escape(meaning)}", text, re.MULTILINE), word


def test_tables_of_the_reference_are_complete() -> None:
    """The handwritten parts of the reference describe everything that exists, and nothing else."""
    assert FUNCTIONS.keys() == USAGE.keys()
    assert KINDS.keys() == set(ValueKind)
    fields = {field for names in OUTPUT_FIELDS.values() for field in names}
    fields |= {field for keys in PROMPT_FIELDS.values() for names in keys.values() for field in names}
    assert FIELDS.keys() == fields
    for symbol in (*ARITHMETIC.values(), *COMPARISONS.values(), "and", "or"):
        assert f"a {symbol} b" in OPERATORS


def kind_of(path: KeyPath) -> str:
    """The key of an expression, without the names that its author chose."""
    steps = [step for step in path if not isinstance(step, int)]
    if steps[0] in ("strategies", "members", "procedure", "powers"):
        steps[1] = "LIST" if steps[0] == "procedure" else "NAME"
    if "bonuses" in steps:
        steps[2] = "NAME"
    if "side_bets" in steps:
        steps[steps.index("side_bets") + 1] = "NAME"
    if steps[-2] in ("memory", "set", "with"):
        steps[-1] = "NAME"
    return ".".join(steps)


def test_places_of_expressions_are_right() -> None:
    """Every expression of the shipped rulesets has a key that the reference lists for its place."""
    rulesets = [load_ruleset(file).model for file in shipped_rulesets().values()]
    uses = {
        (kind_of(use.path), use.place)
        for ruleset in rulesets
        for use in expressions_of(ruleset)
        if not use.in_words
    }
    assert {place for _, place in uses} == set(Place)
    places = list_places()
    for key, place in uses:
        assert key in places[place]
    known = {key.removesuffix(".NAME").rpartition(".")[2] for keys in places.values() for key in keys}
    assert known == {name for name, field in KEYS.values() if is_expression(field)}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_in_the_reference(command: str) -> None:
    """Every command has a heading, and a row for each of its arguments and options."""
    text = chapter(f"### `bj {command}`")
    group = typer.main.get_group(make_app(command))
    rows = re.findall(r"^\| `(.*)` \| ", text, re.MULTILINE)
    for parameter in group.commands[command].params:
        if parameter.param_type_name == "argument":
            assert any(row.startswith(str(parameter.metavar or parameter.name).upper()) for row in rows)
            continue
        for option in (*parameter.opts, *parameter.secondary_opts):
            assert any(option in re.split(r"[,/ ]+", row) for row in rows), option


def test_examples_are_toml() -> None:
    """Every block of TOML in the reference can be read, and equals its example."""
    blocks = re.findall(r"^```toml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for key, (name, field) in KEYS.items():
        if key.startswith("Ruleset."):
            example = (field.examples or [])[0]
            assert {name: example} in [tomli.loads(block) for block in blocks]


def test_deep_tables_are_written_with_headers() -> None:
    """A table that is too large for one line gets a header of its own, with quotes where they are needed."""
    deep = {"a": 1, "b c": {"d": {str(number): number for number in range(5)}}, "e": {}}
    text = "\n".join(list(fenced_example("x", deep))[1:-2])
    assert tomli.loads(text) == {"x": deep}
    assert '[x."b c".d]' in text
