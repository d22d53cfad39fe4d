from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from tests.cli.changed_rulesets import Changes, changed, difference
from tests.engine.variants import Variant, repack, ruleset, rulesets
from tests.session.tables import run

from bj.describe.rules.differences import compare_rulesets

CHART = "strategies/simple/chart/rows/"


def diff(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A run of `bj diff`."""
    done = run("diff", *words)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({f"{CHART}hard 12": "H S S S S H H H H H"}, ["hard 12 against 3: stand instead of hit"]),
        ({f"{CHART}hard 12": "S S H S S H H H H H"},
         ["hard 12 against 2 3: stand instead of hit", "hard 12 against 4: hit instead of stand"]),
        ({f"{CHART}hard 13..16": "H"}, ["hard 13 to 16 against 2 3 4 5 6: hit instead of stand"]),
        ({f"{CHART}soft 18": "H H H H H H H H H S"},
         ["soft 18 against 2 7 8: hit instead of stand", "soft 18 against A: stand instead of hit"]),
        ({f"{CHART}hard 12": "H", f"{CHART}soft ..17": "S"},
         ["hard 12 against 4 5 6: hit instead of stand",
          "soft 12 to 17 against everything: stand instead of hit"]),
        ({f"{CHART}hard 12": None, f"{CHART}hard 13..16": None, f"{CHART}hard 12..16": "S S S S S H H H H H"},
         ["hard 12 against 2 3: stand instead of hit"]),
        ({"strategies/simple/chart/columns": "A T 9 8 7 6 5 4 3 2", f"{CHART}hard 12": "H H H H H S S S H H",
          f"{CHART}hard 13..16": "H H H H H S S S S S", f"{CHART}soft 18": "H H H S S H H H H S"}, []),
    ],
)  # fmt: skip
def test_charts_are_compared_cell_by_cell(changes: Changes, lines: list[str]) -> None:
    """What a chart does otherwise is told by hands and upcards, however its rows and columns are written."""
    assert difference(changed("classic", {}), changed("classic", changes)) == lines


def test_inherited_chart_is_compared_where_it_stands() -> None:
    """A changed chart is told once, though other strategies play by it too."""
    found = compare_rulesets(changed("sos_vs_sc", {}), changed("sos_vs_sc", {f"{CHART}hard 12": "H"}))
    assert found == ["Strategy simple", "  hard 12 against 4 5 6: hit instead of stand"]


def test_steps_are_compared_in_their_order() -> None:
    """Steps that only one procedure has are marked among those that both have."""
    steps = ["announce hand", "take wagers", "deal", "players act", {"say": "Now"}, "reveal hole card",
             "dealer acts", "settle"]  # fmt: skip
    found = compare_rulesets(changed("classic", {}), changed("classic", {"procedure/hand": steps}))
    assert found[found.index("A hand") :] == [
        "A hand",
        "    announce hand",
        "  - reshuffle",
        "    take wagers",
        "    deal",
        "  - pay naturals",
        "    players act",
        "  + say `Now`",
        "    reveal hole card",
        "    dealer acts",
        "    settle",
    ]


def test_arguments_are_compared_by_name() -> None:
    """An argument is told by what differs of it, and one that only one ruleset has by everything."""
    changes = {"arguments/hands/default": 5, "arguments/bankroll/between": [1, 50]}
    changes |= {"arguments/bankroll/default": 9}
    assert difference(changed("classic", {}), changed("classic", changes)) == [
        "bankroll, takes: a whole number from 1 to 50 instead of a whole number from 1 to 10000",
        "bankroll, default: 9 instead of 100",
        "hands, default: 5 instead of 3",
    ]
    assert difference(changed("classic", {}), changed("trick", {}))[:4] == [
        "- The command line takes, in this order: bankroll, minimum, hands, player, cuts.",
        "+ The command line takes, in this order: bankroll, tricks, minimum, player, cuts.",
        "- hands: a whole number from 1 to 10000; 3; most hands to play",
        "+ tricks: a whole number from 1 to 10000; 3; most tricks to play",
    ]


def test_templates_are_told_old_and_new() -> None:
    """What is said at an event is quoted as it would stand in a ruleset."""
    changes = {"output/push": 'A "tie"\n', "output/dealer_wins": None}
    assert difference(changed("classic", {}), changed("classic", changes)) == [
        'dealer_wins: silence instead of "# Dealer wins"',
        'push: "A \\"tie\\"\\n" instead of "# Push"',
    ]


def test_a_member_is_told_from_a_section_of_its_name() -> None:
    """Members and sections of the card are not mixed up when they are called the same."""
    names = {"members/kyon/name": "Cards"}
    old = changed("sos_vs_sc", {**names, "members/kyon/reactions": [{"on": "push", "say": "Oh"}]})
    new = changed("sos_vs_sc", {**names, "members/kyon/reactions": [{"on": "push", "say": "Ah"}]})
    assert difference(old, new) == [
        '- When their hand ties: says "Oh".',
        '+ When their hand ties: says "Ah".',
    ]


@given(one=rulesets(), other=rulesets())
@example(one=ruleset(351), other=repack(ruleset(351), 9))  # a chart for pairs of a rank that the other lacks
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_two_rulesets_can_be_compared(one: Variant, other: Variant) -> None:
    """A ruleset does not differ from itself, and from another one in the same places both ways."""
    old, new = one.load(), other.load()
    assert compare_rulesets(old, old) == compare_rulesets(new, new) == []
    there, back = compare_rulesets(old, new), compare_rulesets(new, old)
    assert {line for line in there if not line.startswith(" ")} == {
        line for line in back if not line.startswith(" ")
    }


def test_lines_fit_80_columns() -> None:
    """Where there is no terminal, a long difference goes on further in, without a sign and without a loss."""
    result = diff("infinite", "vegas")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    at = lines.index("  - Cards are dealt from a shoe without end, in which every rank is equally")
    assert lines[at + 1] == "    likely at any time."
