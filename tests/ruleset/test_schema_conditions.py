"""The conditions of the schema beyond types: each with a value that satisfies it and one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ruleset.schema_mutants import lint
from tests.ruleset.test_schema_verdicts import INVISIBLE, codes_of

from bj.ruleset.files import shipped_rulesets

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
    """Two overlays that differ in an argument of a kind."""
    return overlay(bad, good, f"[arguments.extra]\ntype = '{kind}'\n")


KINDS = ("bad", "good")

CASES = {
    "a riffle of an infinite shoe": overlay(
        "shuffle = { method = 'riffle', cuts = 1, between = [1, 2] }\npacks = 'infinite'",
        "shuffle = { method = 'riffle', cuts = 1, between = [1, 2] }\npacks = 2",
        "[shoe]\n",
    ),
    "discards of a riffle": overlay(
        "when_empty = 'reshuffle discards'",
        "when_empty = 'stop'",
        "[shoe]\nshuffle = { method = 'riffle' }\n",
    ),
    "discards of an infinite shoe": whole(
        "packs = 'infinite'\nwhen_empty = 'reshuffle discards'",
        "packs = 1\nwhen_empty = 'reshuffle discards'",
    ),
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
    "a pack of words": overlay("pack = { Ten = 0 }", "pack = { '10 S AH' = 0 }", "[cards]\n"),
    "a pack with less than no tens": overlay("pack = { T = -1 }", "pack = { T = 0 }", "[cards]\n"),
    "an order of numbers": overlay("rank_order = '1 2'", "rank_order = 'A 10 2'", "[cards]\n"),
    "an order of colours": overlay("suit_order = 'H ♦'", "suit_order = 'H D'", "[cards]\n"),
    "a card of its rank without a field": overlay("card = '{name}'", "card = '{rank}'", "[cards.ranks.K]\n"),
    "a rank without value, in an overlay": overlay(
        "Q = { nam = 'Q' }", "Q = { name = 'Q' }", "[cards.ranks]\n"
    ),
    "a chart without rows": (WHOLE.replace("[dealer]", "[strategies.x.chart]\n[dealer]"), WHOLE),
    "words without deeds": react("on = 'bust'", "on = 'bust', say = 'Oh'"),
    "money of an unknown amount": react(
        "on = 'bust', do = 'change bankroll'", "on = 'bust', do = 'change bankroll', amount = 5"
    ),
    "an amount without a deed": react("on = 'bust', say = 'Oh', amount = 5", "on = 'bust', say = 'Oh'"),
    "remembering nothing": react("on = 'bust'", "on = 'bust', set = { seen = 1 }"),
    "remembering an empty table": react("on = 'bust', set = {}", "on = 'bust', set = { seen = 1 }"),
    "a hand retaken when it stands": react(
        "on = 'stand', do = 'retake hand'", "on = 'bust', do = 'retake hand'"
    ),
    "an extra card for a bust": react(
        "on = 'bust', do = 'extra card'", "on = 'stand', do = 'extra card', when = 'total < 12'"
    ),
    "a hand won afterwards": react("on = 'push', do = 'win hand'", "on = 'bust', do = 'win hand'"),
    "a hand void afterwards": react("on = 'push', do = 'void hand'", "on = 'stand', do = 'void hand'"),
    "a key of a retaken hand": react(
        "on = 'bust', say = 'Oh', sees = 'all'", "on = 'bust', do = 'retake hand', sees = 'all'"
    ),
    "a number as a condition": react(
        "on = 'bust', when = 1, say = 'Oh'", "on = 'bust', when = '1 > 0', say = 'Oh'"
    ),
    "a step of nothing": step("{}", "{ say = 'Go' }"),
    "a step of two": step(
        "{ step = 'shuffle', repeat = 'hand', while = 'hand < 2' }", "{ step = 'shuffle' }"
    ),
    "a repetition without end": step("{ repeat = 'hand' }", "{ repeat = 'hand', while = 'hand < 2' }"),
    "a while without repetition": step(
        "{ say = 'Go', while = 'hand < 2' }", "{ say = 'Go', if = 'hand < 2' }"
    ),
    "an else without if": step(
        "{ step = 'shuffle', else = 'show hands' }", "{ step = 'shuffle', if = 'hand < 2' }"
    ),
    "a step of another list": step("'deal'", "'shuffle'"),
    "a field of another line": step("{ say = '{total}' }", "{ say = '{hand}' }"),
    "a deal without players": overlay(
        "deal = ['dealer up', 'dealer down']",
        "deal = ['player down', 'dealer up', 'dealer down']",
        "[procedure]\n",
    ),
    "an invalid upcard": overlay(
        "columns = '1 2 3'", "columns = '2 3 4 5 6 7 8 9 10 A'", "[strategies.simple.chart]\n"
    ),
    "an invalid row": overlay("'hard 4-12' = 'H'", "'hard 12' = 'H'", "[strategies.simple.chart.rows]\n"),
    "an invalid action": overlay("'hard 12' = 'X'", "'hard 12' = 'H'", "[strategies.simple.chart.rows]\n"),
    "invalid ranks": overlay(
        "count = { '2 3 1' = 1 }", "count = { '2 3' = 1, 10 = 1 }", "[strategies.counting]\n"
    ),
    "the name of no strategy": overlay("extends = 'Simple'", "extends = 'simple'", "[strategies.counting]\n"),
    "an unknown strategy": overlay(
        "strategy = 'Simple'", "strategy = 'simple'", "[[players]]\nname = 'A'\nbankroll = 9\n"
    ),
    "an answer of spaces": overlay(
        "answers = { h = 'hit', s = 'stand', ' ' = 'stand' }",
        "answers = { h = 'hit', s = 'stand' }",
        "[strategies.simple]\nwager = 'minimum'\n[prompts.action]\n",
    ),
    "a question with a field of another": overlay(
        "ask = '{card}? '", "ask = '{total}? '", "[prompts.action]\n"
    ),
    "a card of unknown parts": overlay("listed = '{value} '", "listed = '{card} '", "[cards]\n"),
    "a parent of an impossible name": ("[ruleset]\nextends = 'a\\\\b'\n", "[ruleset]\nextends = 'trick'\n"),
    "two kinds of a default": argue(
        "choice", "choices = ['a', 'b']\ndefault = 1", "choices = ['a', 'b']\ndefault = 'a'"
    ),
    "a choice in a range": argue("choice", "choices = ['a']\nbetween = [1, 2]", "choices = ['a']"),
    "a choice of numbers": argue("choice", "choices = ['12']", "choices = ['a12']"),
    "a choice with a dash": argue("choice", "choices = ['-a']", "choices = ['a-']"),
    "a choice of two words": argue("choice", "choices = ['a b']", "choices = ['a_b']"),
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
    "a usage line with an invalid name": overlay(
        "usage = 'bankroll, minimum hands player [cuts]'", "usage = 'bankroll minimum hands player [cuts]'"
    ),
    "a usage line with brackets around two names": overlay(
        "usage = 'bankroll minimum hands [player cuts]'", "usage = 'bankroll minimum hands player [ cuts ]'"
    ),
    "a usage line with brackets before others": overlay(
        "usage = '[cuts] bankroll minimum hands player'", "usage = ' bankroll minimum hands player[cuts] '"
    ),
    "a word of expressions as a name": overlay("min", "least", "[arguments.", "]\ntype = 'integer'\n"),
    "words for a number": argue("integer", "default = 'five'", "default = 5"),
    "a number of choices": argue("integer", "choices = ['a']", "default = 5"),
    "a number that is too large": argue(
        "integer", "between = [0, 1_000_000_000_001]", "between = [0, 1_000_000_000_000]"
    ),
}
"""Pairs of rulesets by the fault of the first; the second does not have it."""


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
    """Both refuse the first ruleset of a pair; in the second a schema finds no fault."""
    bad, good = (f"{name}, {kind}" for kind in KINDS)
    assert CASES[name][0] != CASES[name][1]
    assert complaints[bad]
    assert codes_of(folder / f"{bad}.toml")
    assert not complaints[good]
    assert codes_of(folder / f"{good}.toml") <= INVISIBLE
