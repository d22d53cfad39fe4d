"""Named arguments with one usage line: what a short overlay changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from bj.argument_values import fill_arguments, usage
from bj.describe.merged_ruleset import resolve
from bj.errors import TextFaults, UsageError
from bj.faults_and_fixes import Finding
from bj.findings.checking_files import examine
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.model.ruleset import Example
from bj.ruleset.usage_line import parse_usage

SWAPPED = 'usage = "bankroll hands minimum player [cuts]"\n'


def overlay(folder: Path, text: str, parent: str = "classic", name: str = "overlay") -> Path:
    """A ruleset that extends another one; the text follows in its head."""
    file = folder / f"{name}.toml"
    file.write_text(f'[ruleset]\ntitle = "Overlay"\nextends = "{parent}"\n{text}', "utf-8")
    return file


def model(file: Path) -> Ruleset:
    """The model of a file without findings."""
    assert examine(file) == []
    return load_ruleset(file).model


def findings(file: Path) -> list[tuple[str, int, int]]:
    """The code, line and column of each finding."""

    def place(finding: Finding) -> tuple[str, int, int]:
        return finding.code, finding.line, finding.column

    return list(map(place, examine(file)))


def test_an_overlay_changes_one_default(tmp_path: Path) -> None:
    """One key of one argument changes; the other arguments and their order stay the same."""
    parent, child = load_ruleset(overlay(tmp_path, "")).model, model(overlay(tmp_path, MINIMUM))
    assert child.arguments == parent.arguments | {
        "minimum": parent.arguments["minimum"].model_copy(update={"default": 10})
    }
    assert [each.name for each in child.command_line] == [each.name for each in parent.command_line]
    assert fill_arguments(child.command_line, ["100"], {})["minimum"] == 10


MINIMUM = "[arguments.minimum]\ndefault = 10\n"


def test_an_overlay_swaps_two_arguments_in_one_line(tmp_path: Path) -> None:
    """Numbers fill the arguments in the order of `usage`, for any order of the sections."""
    line = model(overlay(tmp_path, SWAPPED)).command_line
    assert usage(line) == "[BANKROLL] [HANDS] [MINIMUM] [simple|counting] [CUTS]"
    filled = fill_arguments(line, ["1", "2", "3"], {})
    assert (filled["bankroll"], filled["hands"], filled["minimum"]) == (1, 2, 3)


def test_an_argument_that_usage_leaves_out_is_gone(tmp_path: Path) -> None:
    """An omitted argument cannot be set, has no value or name, and is not in the resolved text."""
    fixed = 'usage = "bankroll minimum player [cuts]"\n[procedure]\n'
    fixed += 'game = ["shuffle", { repeat = "hand", while = "hand < 3" }, "announce standings"]\n'
    file = overlay(tmp_path, fixed)
    line = model(file).command_line
    assert fill_arguments(line, [], {}) == {"bankroll": 100, "minimum": 5, "player": "simple"}
    with pytest.raises(UsageError, match="unknown argument `hands`"):
        fill_arguments(line, [], {"hands": "5"})
    assert list(tomli.loads(resolve(file))["arguments"]) == ["bankroll", "minimum", "player", "cuts"]
    named = overlay(tmp_path, fixed + '[rules]\nminimum_wager = "hands"\n', name="named")
    assert findings(named) == [("BJ306", 8, 18)]


def test_a_line_may_bring_back_what_a_parent_left_out(tmp_path: Path) -> None:
    """Each ruleset knows the sections of all its ancestors, for any usage lines between them."""
    text = 'usage = "hands tricks minimum bankroll player [cuts]"\n'
    line = model(overlay(tmp_path, text, "trick")).command_line
    assert [each.name for each in line] == ["hands", "tricks", "minimum", "bankroll", "player", "cuts"]


def test_without_a_line_sections_are_the_order(tmp_path: Path) -> None:
    """Added arguments come after inherited ones."""
    text = '[arguments.smallest]\ntype = "integer"\n[rules]\nminimum_wager = "smallest"\n'
    line = model(overlay(tmp_path, text, "infinite")).command_line
    assert [each.name for each in line] == ["start", "smallest"]
    with pytest.raises(UsageError, match="the argument `smallest` is missing"):
        fill_arguments(line, ["5"], {})


def test_a_line_may_name_nothing(tmp_path: Path) -> None:
    """An empty line takes no arguments, unlike a missing line."""
    text = 'usage = ""\n[[players]]\nname = "Ann"\nbankroll = 9\nstrategy = "human"\n'
    assert model(overlay(tmp_path, text, "infinite")).command_line == ()


def test_brackets_say_what_may_be_left_out(tmp_path: Path) -> None:
    """A file of cuts in brackets is optional; without brackets, it is required."""
    line = model(overlay(tmp_path, 'usage = "bankroll minimum hands player cuts"\n')).command_line
    with pytest.raises(UsageError, match="the argument `cuts` is missing"):
        fill_arguments(line, [], {})


@pytest.mark.parametrize("text", ["hands player [cuts]", " hands\n player\t[ cuts\n] ", "hands player[cuts]"])
def test_white_space_does_not_matter(text: str) -> None:
    """Names may be on several lines, and brackets may touch a name."""
    words = parse_usage(text)
    assert [(word.name, word.is_optional) for word in words] == [
        ("hands", False), ("player", False), ("cuts", True),
    ]  # fmt: skip
    assert [text[word.offset : word.offset + word.length].strip("[] \n") for word in words] == [
        "hands", "player", "cuts",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["[", "]", "[]", "[ ]", "[a b]", "[[a]]", "a [b", "a] b", "[a][", "a\u00a0[b c]"]
)
def test_brackets_are_around_one_name_each(text: str) -> None:
    """Any other bracket is refused at its place."""
    with pytest.raises(TextFaults) as refusal:
        parse_usage(text)
    assert all(text[fault.offset] in "[]" for fault in refusal.value.faults)


def test_an_example_is_of_its_own_command_line(tmp_path: Path) -> None:
    """An overlay with its own `usage` does not inherit the example or any of its keys."""
    assert model(overlay(tmp_path, "")).example.arguments == "100 5 3 simple"
    assert model(overlay(tmp_path, SWAPPED)).example == Example()
    named = overlay(tmp_path, '[example]\narguments = "2"\nseed = 7\n', name="named")
    own = overlay(tmp_path, f"{SWAPPED}[example]\nseed = 9\n", "./named.toml")
    assert model(own).example == Example(seed=9)
    assert model(named).example == Example(arguments="2", seed=7)
    assert "example" not in resolve(overlay(tmp_path, SWAPPED))


def test_a_name_that_means_nothing_hides_no_argument(tmp_path: Path) -> None:
    """If a name in the line is unknown, no other fault follows from it."""
    line = 'usage = "bankroll minimum hads player [cuts]"\n'
    assert findings(overlay(tmp_path, line)) == [("BJ606", 4, 27)]
    assert findings(overlay(tmp_path, line.replace("hads", "[hands"))) == [("BJ605", 4, 27)]


def test_a_faulty_argument_is_not_missed_in_the_line(tmp_path: Path) -> None:
    """An unreadable argument still has its name in the line and in expressions."""
    text = 'usage = "start Share"\n[arguments.Share]\ntype = "integer"\n[rules]\nminimum_wager = "share"\n'
    assert findings(overlay(tmp_path, text, "infinite")) == [("BJ207", 5, 12)]
    broken = text.replace("Share", "share").replace('"integer"', "integer")
    assert findings(overlay(tmp_path, broken, "infinite")) == [("BJ106", 6, 8)]


@pytest.mark.parametrize("many", [20, 21, 3_000])
def test_the_old_spelling_has_one_remedy(tmp_path: Path, many: int) -> None:
    """A list of arguments is a single fault; the remedy has the line if it is short."""
    listed = "".join(f'[[arguments]]\nname = "a{number}"\ntype = "integer"\n' for number in range(many))
    (finding,) = examine(overlay(tmp_path, listed))
    assert (finding.code, finding.line) == ("BJ213", 4)
    assert finding.remedy.startswith(
        "write [arguments.a0] without `name`, the others in the same way, and `usage = "
    )
    assert (f"a{many - 1}" in finding.remedy) == (many <= 20)
    assert len(finding.remedy) < 300
