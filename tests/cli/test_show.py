from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.changed_rulesets import changed
from tests.engine.variants import Variant, rulesets
from tests.session.tables import bj

from bj.describe.merged_ruleset import resolve
from bj.describe.rules.differences import compare_rulesets
from bj.describe.rules.rule_card import render_card, render_procedure
from bj.ruleset.advice import find_advice
from bj.ruleset.charts import Playing
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.possible_hands import hands_of_powers, possible_hands
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.usage_line import drop_unnamed

SHIPPED = shipped_rulesets()
HOSTILE = "x\n::error::\t\nStrategy simple"


@pytest.mark.parametrize("name", ["sos_vs_sc_revised"])
def test_show_prints_what_is_asked_for(name: str) -> None:
    """In a pipe, a rule card and a procedure are 80 columns wide, and a resolved ruleset is not wrapped."""
    checked = load_ruleset(SHIPPED[name])
    assert bj("show", name, "--resolved") == resolve(SHIPPED[name])
    assert bj("show", name) == render_card(name, checked, 80)
    assert bj("show", name, "--procedure") == render_procedure(name, checked, 80)


def test_a_page_says_how_its_own_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command on a page has the file's name, and a shipped ruleset's name alone."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('[ruleset]\ntitle = "Mine"\nextends = "classic"\n', "utf-8")
    assert "    bj run mine.toml [BANKROLL]" in bj("page", "mine.toml")
    assert "    bj run classic [BANKROLL]" in bj("page", "classic")


def test_chart_with_other_tens_has_a_column_for_each() -> None:
    """Tens with plays or values of their own have columns."""
    columns = {"strategies/simple/chart/columns": "2 3 4 5 6 7 8 9 T J A"}
    rows = {f"strategies/simple/chart/rows/{row}": None for row in ("hard 12", "hard 13..16", "soft 18")}
    others = {"strategies/simple/chart/rows/hard 12..16": "S S S S S H H H H S H",
              "strategies/simple/chart/rows/soft 18": "S"}  # fmt: skip
    text = render_card("classic", changed("classic", {**columns, **rows, **others}), 80)
    assert "    against         2  3  4  5  6  7  8  9  T  J  Q  K  A\n" in text
    assert "    hard 12 to 16   S  S  S  S  S  H  H  H  H  S  H  H  H\n" in text


def test_words_of_a_ruleset_stay_in_their_line() -> None:
    """Line ends, tabs and control characters of a ruleset are shown as escapes in every view."""
    changes = {
        "ruleset/title": HOSTILE,
        "ruleset/summary": HOSTILE,
        "arguments/bankroll/help": HOSTILE,
        "players/0/name": HOSTILE,
        "strategies/simple/reactions": [{"on": "push", "say": HOSTILE}],
        "procedure/hand/0": {"say": HOSTILE},
        "output/player_wins": HOSTILE,
        "output/player_says": "{words}",
        "prompts/again/answers": {"y": "yes", "n{}": "no"},
    }
    checked = changed("classic", changes)
    text = render_card("it\n", checked, 80) + render_procedure("it\n", checked, 80)
    text += "\n".join(compare_rulesets(changed("classic", {}), checked))
    text += "\n".join(compare_rulesets(checked, changed("classic", {})))
    assert text.replace("\n", "").isprintable()
    assert not any(line.startswith(("::error", "\t")) for line in text.splitlines())
    assert text.splitlines().count("Strategy simple") == 4 - 1  # the card, and a heading of each difference


def test_terminal_decides_the_width() -> None:
    """A wider text has fewer lines and the same words."""
    checked = changed("classic", {})
    narrow, wide = (render_card("classic", checked, width) for width in (40, 100))
    assert len(narrow.splitlines()) > len(wide.splitlines())
    assert narrow.split() == wide.split()


# --- the resolved ruleset ---------------------------------------------------------------------------------


def decided(checked: Checked) -> dict[str, Playing]:
    """The chart of each strategy, as far as cards can make its hands."""
    possible = possible_hands(checked.model) | hands_of_powers(checked.model)
    return {
        name: playing._replace(rows={hand: row for hand, row in playing.rows.items() if hand in possible})
        for name, playing in checked.playing.items()
    }


def assert_resolved_is_equal(file: Path, folder: Path) -> None:
    """The output of `--resolved` is the same ruleset without a base, down to the order of cards.

    Rows and index plays that never apply are left out, which `bj validate` would report.
    """
    other = folder / "resolved.toml"
    other.write_text(resolve(file), "utf-8", newline="")
    assert not {"extends", "without"} & tomli.loads(other.read_text("utf-8"))["ruleset"].keys()
    checked = [load_ruleset(each) for each in (file, other)]
    assert decided(checked[0]) == decided(checked[1])
    assert "BJ911" not in {fault.code for fault, *_ in find_advice(checked[1])}
    old, new = (each.model.model_dump() for each in checked)
    old = drop_unnamed(old)
    for name, strategy in old["strategies"].items():
        for key, holder in (("rows", "chart"), ("indices", None)):
            mine, others = (each[holder] if holder else each for each in (strategy, new["strategies"][name]))
            if mine and mine[key]:
                assert (others.pop(key) or {}).items() <= mine.pop(key).items()
    old["ruleset"]["extends"] = old["ruleset"]["without"] = None
    new["ruleset"]["without"] = None
    assert repr(in_order(old)) == repr(in_order(new))


def in_order(value: Any) -> Any:
    """``value`` with the keys of tables sorted, except ranks and suits in the order of a pack."""
    if isinstance(value, list):
        return [in_order(item) for item in value]
    if not isinstance(value, dict):
        return value
    keys = list(value) if {"A", "K"} <= value.keys() or {"S", "H"} <= value.keys() else sorted(value)
    return {key: in_order(value[key]) for key in keys}


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_resolved_ruleset_is_the_same_ruleset(name: str, tmp_path: Path) -> None:
    """Every shipped ruleset equals its resolved text."""
    assert_resolved_is_equal(SHIPPED[name], tmp_path)


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "payouts": st.fixed_dictionaries(
            {"win": st.sampled_from(["2:1", "5:4"])}, optional={"tie": st.just("lose")}
        ),
        "dealer": st.fixed_dictionaries(
            {"name": st.text(st.characters(categories=["L", "P", "S"]), max_size=9)}
        ),
        "cards": st.fixed_dictionaries({"suits": st.just({"H": "♥", "C": 'a "club"'})}),
        "example": st.fixed_dictionaries(
            {"answers": st.lists(st.sampled_from(["h", "\n", "#", "'"]), max_size=3)}
        ),
    },
)


@given(variant=rulesets(), changes=CHANGES)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_resolved_overlay_is_the_same_ruleset(
    variant: Variant, changes: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Random overlays of random rulesets equal their resolved texts."""
    folder = tmp_path_factory.mktemp("overlay")
    (folder / "base.toml").write_bytes(tomli_w.dumps(variant.document).encode())
    overlay = {"ruleset": {"title": "Random", "extends": "base.toml"}, **changes}
    (folder / "overlay.toml").write_bytes(tomli_w.dumps(overlay).encode())
    assert_resolved_is_equal(folder / "overlay.toml", folder)


def test_resolved_ruleset_follows_a_chain_and_leaves_out(tmp_path: Path) -> None:
    """A ruleset with two bases and omitted parts is resolved as a whole."""
    (tmp_path / "one.toml").write_text(
        '[ruleset]\ntitle = "One"\nextends = "trick"\nwithout = ["output.push"]\n[rules]\ntarget = 22\n',
        "utf-8",
    )
    (tmp_path / "two.toml").write_text(
        '[ruleset]\ntitle = "Two"\nextends = "one.toml"\n[payouts]\nwin = "2:1"\n', "utf-8"
    )
    assert_resolved_is_equal(tmp_path / "two.toml", tmp_path)
    model = load_ruleset(tmp_path / "resolved.toml").model
    assert (model.rules.target, model.payouts.win, model.output.push) == (22, "2:1", None)
