"""Conditions of the schema that no other test violates: a bad and a good value for each."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ruleset.schema_mutants import lint
from tests.ruleset.test_schema_verdicts import INVISIBLE, codes_of

from bj.ruleset.ruleset_files import shipped_rulesets

OVERLAY = '[ruleset]\nextends = "classic"\n'
WHOLE = shipped_rulesets()["infinite"].read_text("utf-8")
SHOE = 'packs = "infinite"\nseed = "random"'


def overlay(bad: str, good: str, before: str = "", after: str = "") -> tuple[str, str]:
    """Two overlays of the classic game with one difference."""
    return OVERLAY + before + bad + after + "\n", OVERLAY + before + good + after + "\n"


def whole(bad: str, good: str) -> tuple[str, str]:
    """Two rulesets without a base that differ in the shoe."""
    return WHOLE.replace(SHOE, bad), WHOLE.replace(SHOE, good)


def react(bad: str, good: str) -> tuple[str, str]:
    """Two overlays that differ in a reaction."""
    before = "[strategies.simple]\nmemory = { seen = 0 }\nreactions = [{ "
    said = " }]\n[output]\nplayer_says = '{words}'"
    return overlay(bad, good, before, said)


def step(bad: str, good: str) -> tuple[str, str]:
    """Two overlays that differ in a step of the game."""
    return overlay(
        bad, good, "[procedure]\ngame = ['shuffle', ", ", { repeat = 'hand', while = 'hand < hands' }]"
    )


def argue(kind: str, bad: str, good: str) -> tuple[str, str]:
    """Two overlays that differ in an argument of one type."""
    return overlay(bad, good, f"[arguments.extra]\ntype = '{kind}'\n")


KINDS = ("bad", "good")

CASES = {
    "a cut of too many cards": overlay(
        "between = [0, 16_001]",
        "between = [0, 832]",
        "[shoe]\npacks = 16\n[shoe.shuffle]\nmethod = 'riffle'\n",
    ),
    "a cut of fewer than none": overlay(
        "between = [-1, 5]", "between = [0, 5]", "[shoe.shuffle]\nmethod = 'riffle'\n"
    ),
    "a riffle without cuts": whole(
        "shuffle = { method = 'riffle', between = [1, 2] }",
        "shuffle = { method = 'riffle', cuts = 1, between = [1, 2] }",
    ),
    "cuts without a method": whole("shuffle = { cuts = 1 }", "seed = 1"),
    "without, and nothing to be without of": (
        WHOLE.replace("format = 1", "without = ['shoe']"),
        WHOLE.replace("format = 1", "without = []"),
    ),
    "a rank of one's own without value": (
        WHOLE + "[cards.ranks]\nX = { name = 'Joker' }\n",
        WHOLE + "[cards.ranks]\nX = { name = 'Joker', value = 10 }\nQ = { name = 'Dame' }\n",
    ),
    "an order of numbers": overlay("rank_order = '1 2'", "rank_order = 'A 10 2'", "[cards]\n"),
    "an order of colours": overlay("suit_order = 'H ♦'", "suit_order = 'H D'", "[cards]\n"),
    "money of an unknown amount": react(
        "on = 'bust', do = 'change bankroll'", "on = 'bust', do = 'change bankroll', amount = 5"
    ),
    "an amount without a deed": react("on = 'bust', say = 'Oh', amount = 5", "on = 'bust', say = 'Oh'"),
    "an extra card for a bust": react(
        "on = 'bust', do = 'extra card'", "on = 'stand', do = 'extra card', when = 'total < 12'"
    ),
    "a hand won afterwards": react("on = 'push', do = 'win hand'", "on = 'bust', do = 'win hand'"),
    "a hand void afterwards": react("on = 'push', do = 'void hand'", "on = 'stand', do = 'void hand'"),
    "a key of a retaken hand": react(
        "on = 'bust', say = 'Oh', sees = 'all'", "on = 'bust', do = 'retake hand', sees = 'all'"
    ),
    "an else without if": step(
        "{ step = 'shuffle', else = 'show hands' }", "{ step = 'shuffle', if = 'hand < 2' }"
    ),
    "a field of another line": step("{ say = '{total}' }", "{ say = '{hand}' }"),
    "invalid ranks": overlay(
        "count = { '2 3 1' = 1 }", "count = { '2 3' = 1, 10 = 1 }", "[strategies.counting]\n"
    ),
    "the name of no strategy": overlay("extends = 'Simple'", "extends = 'simple'", "[strategies.counting]\n"),
    "an unknown strategy": overlay(
        "strategy = 'Simple'", "strategy = 'simple'", "[[players]]\nname = 'A'\nbankroll = 9\n"
    ),
    "a question with a field of another": overlay(
        "ask = '{card}? '", "ask = '{total}? '", "[prompts.action]\n"
    ),
    "a card of unknown parts": overlay("listed = '{value} '", "listed = '{card} '", "[cards]\n"),
    "a choice of numbers": argue("choice", "choices = ['12']", "choices = ['a12']"),
    "the default of a file": argue("cuts", "default = 'x'", "help = 'x'"),
    "the range of a file": argue("cuts", "between = [1, 2]", "help = 'x'"),
    "the choices of a file": argue("cuts", "choices = ['a']", "help = 'x'"),
    "the default of players": argue("players", "choices = ['simple']\ndefault = 'x'", "choices = ['simple']"),
    "the range of players": argue(
        "players", "choices = ['simple']\nbetween = [1, 2]", "choices = ['simple']"
    ),
    "a choice without choices": whole(
        f"{SHOE}\n[arguments.extra]\ntype = 'choice'",
        f"{SHOE}\n[arguments.extra]\ntype = 'choice'\nchoices = ['a', 'b']",
    ),
    "players of no kind": whole(
        f"{SHOE}\n[arguments.extra]\ntype = 'players'",
        f"{SHOE}\n[arguments.extra]\ntype = 'players'\nchoices = ['human']",
    ),
    "words for a number": argue("integer", "default = 'five'", "default = 5"),
    "a number of choices": argue("integer", "choices = ['a']", "default = 5"),
    "a number that is too large": argue(
        "integer", "between = [0, 1_000_000_000_001]", "between = [0, 1_000_000_000_000]"
    ),
}
"""Pairs of rulesets, keyed by the fault of the first one; the second one does not have it."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the rulesets."""
    return tmp_path_factory.mktemp("conditions")


@pytest.fixture(scope="session")
def complaints(folder: Path) -> dict[str, list[str]]:
    """The complaints of tombi about all of them."""
    texts = {
        f"{name}, {kind}": text
        for name, pair in CASES.items()
        for kind, text in zip(KINDS, pair, strict=True)
    }
    return lint(folder, {name: text.encode() for name, text in texts.items()})


@pytest.mark.parametrize("name", CASES)
def test_both_refuse_what_breaks_a_condition(
    name: str, folder: Path, complaints: dict[str, list[str]]
) -> None:
    """Both validators refuse the first ruleset of a pair; the schema finds no fault in the second."""
    bad, good = (f"{name}, {kind}" for kind in KINDS)
    assert CASES[name][0] != CASES[name][1]
    assert complaints[bad]
    assert codes_of(folder / f"{bad}.toml")
    assert not complaints[good]
    assert codes_of(folder / f"{good}.toml") <= INVISIBLE
