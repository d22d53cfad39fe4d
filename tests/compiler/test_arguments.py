from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bj.argument_values import (
    LARGEST_CUTS_FILE,
    MOST_CUTS,
    Seat,
    Value,
    describe,
    fill_arguments,
    read_cuts,
    usage,
)
from bj.errors import UsageError
from bj.ruleset.model import Parameter

ARGUMENTS = [
    Parameter(name="bankroll", type="integer", between=[1, 100], default=50),
    Parameter(name="minimum", type="integer", between=[-5, 5], default=1),
    Parameter(name="player", type="choice", choices=["simple", "counting"], default="simple"),
    Parameter(name="speed", type="choice", choices=["slow", "fast"], default="slow"),
]
NEEDED = [
    Parameter(name="hands", type="integer", between=[1, 10]),
    Parameter(name="player", type="choice", choices=["simple", "counting"]),
]
CUTS = [
    Parameter(name="player", type="choice", choices=["simple", "counting"], default="simple"),
    Parameter(name="cuts", type="cuts", optional=True),
]
PLAYERS = [
    Parameter(name="seats", type="players", choices=["human", "safe"]),
    Parameter(name="hands", type="integer", default=3),
]


def filled(words: str, **settings: str) -> tuple[Value, ...]:
    """The values of ARGUMENTS, in order."""
    values = fill_arguments(ARGUMENTS, words.split(), settings)
    return tuple(values[argument.name] for argument in ARGUMENTS)


def complaint(arguments: Sequence[Parameter], words: str, **settings: str) -> str:
    """The error about wrong arguments: the message, and the remedy in the second line."""
    with pytest.raises(UsageError) as caught:
        fill_arguments(arguments, words.split(), settings)
    return f"{caught.value.message}\n{caught.value.remedy}"


# --- filling by type and order ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", (50, 1, "simple", "slow")),
        ("7", (7, 1, "simple", "slow")),
        ("7 3", (7, 3, "simple", "slow")),
        ("7 3 counting fast", (7, 3, "counting", "fast")),
        ("fast counting 7 3", (7, 3, "counting", "fast")),
        ("counting 7 fast 3", (7, 3, "counting", "fast")),
        ("fast", (50, 1, "simple", "fast")),
        ("7 -3", (7, -3, "simple", "slow")),
        ("+7 -0", (7, 0, "simple", "slow")),
        ("007", (7, 1, "simple", "slow")),
        ("1 -5", (1, -5, "simple", "slow")),
        ("100 5", (100, 5, "simple", "slow")),
    ],
)
def test_words_fill_by_type_and_order(words: str, expected: tuple[Value, ...]) -> None:
    """Numbers fill the integers in order, words fill the choices that have them, defaults fill the rest."""
    assert filled(words) == expected


def test_settings_fill_by_name_and_free_the_order() -> None:
    """An argument set by name is skipped in the order, so a number fills the next integer."""
    assert filled("", minimum="3") == (50, 3, "simple", "slow")
    assert filled("4", bankroll="9") == (9, 4, "simple", "slow")
    assert filled("fast", player="counting", minimum="2") == (50, 2, "counting", "fast")


def test_a_word_of_two_choices_fills_the_first_free_one() -> None:
    """A word that fits two arguments fills one after the other."""
    arguments = [
        Parameter(name=name, type="choice", choices=["yes", "no"], default="no") for name in ("one", "other")
    ]
    assert fill_arguments(arguments, ["yes"], {}) == {"one": "yes", "other": "no"}
    assert fill_arguments(arguments, ["no", "yes"], {}) == {"one": "no", "other": "yes"}


def test_a_file_fills_the_cuts(tmp_path: Path) -> None:
    """A word that is not a choice names the file of cuts, at any place; otherwise there are no cuts."""
    file = tmp_path / "cuts"
    file.write_text("1 2\n3", "utf-8")
    assert fill_arguments(CUTS, [str(file), "counting"], {}, 52) == {"player": "counting", "cuts": (1, 2, 3)}
    assert fill_arguments(CUTS, ["counting"], {"cuts": str(file)}, 52) == {
        "player": "counting",
        "cuts": (1, 2, 3),
    }
    assert fill_arguments(CUTS, [], {}) == {"player": "simple"}


def test_players_are_gathered() -> None:
    """Words with colons are players, in their order, between other arguments or set by name."""
    seats = (Seat("human", "Bob", 100), Seat("safe", "Meek", 5))
    assert fill_arguments(PLAYERS, ["human:Bob:100", "7", "safe:Meek:5"], {}) == {"seats": seats, "hands": 7}
    assert fill_arguments(PLAYERS, [], {"seats": "human:Bob:100 safe:Meek:5"}) == {"seats": seats, "hands": 3}


# --- what is wrong ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("0", ["0 is not between 1 and 100", "`bankroll` takes a whole number from 1 to 100"]),
        ("101", ["101 is not between 1 and 100"]),
        ("7 -6", ["-6 is not between -5 and 5", "`minimum` takes"]),
        ("1 2 3", ["`3` does not match any", "player (simple or counting)", "speed (slow or fast)"]),
        ("1 2 simple fast 3", ["`3` is an extra argument", "[BANKROLL] [MINIMUM] [simple|counting]"]),
        ("simple counting", ["`counting` does not match any", "bankroll (a whole number from 1 to 100)"]),
        ("countin", ["`countin` does not match any", "did you mean `counting`?"]),
        ("1.5", ["`1.5` does not match any"]),
        ("--5", ["`--5` does not match any"]),
        ("-", ["`-` does not match any"]),
        ("٣", ["does not match any"]),  # a digit, but not one that is typed here
        ("1" * 30, ["is not a value for `bankroll`"]),
    ],
)
def test_wrong_words_are_explained(words: str, parts: list[str]) -> None:
    """A word that fits nothing is refused with what was expected."""
    message = complaint(ARGUMENTS, words)
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        ({"bankrol": "3"}, ["unknown argument `bankrol`", "did you mean `bankroll`?"]),
        ({"zzz": "3"}, ["unknown argument `zzz`", "bankroll, minimum, player, speed"]),
        ({"bankroll": "x"}, ["`x` is not a value for `bankroll`", "a whole number from 1 to 100"]),
        ({"bankroll": ""}, ["`` is not a value for `bankroll`"]),
        ({"player": "x"}, ["`x` is not a valid value for `player`", "`player` takes simple or counting"]),
    ],
)
def test_wrong_settings_are_explained(settings: dict[str, str], parts: list[str]) -> None:
    """A name or value of `--set` that is wrong is refused with what was expected."""
    message = complaint(ARGUMENTS, "", **settings)
    for part in parts:
        assert part in message


def test_missing_arguments_are_named() -> None:
    """An argument without a default must be given."""
    assert "the argument `hands` is missing\nenter a whole number from 1 to 10" in complaint(NEEDED, "simple")
    assert "the argument `player` is missing\nenter simple or counting" in complaint(NEEDED, "3")


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("human:Bob", "does not describe a player"),
        ("human:Bob:1:2", "does not describe a player"),
        ("robot:Bob:1", "`robot` is not a kind of player"),
        ("human::1", "cannot be called"),
        ("human:B\x1bb:1", "cannot be called"),
        ("human:Bob:much", "`much` is not a bankroll"),
    ],
)
def test_wrong_players_are_explained(word: str, part: str) -> None:
    """A wrong player is refused with the right form."""
    message = complaint(PLAYERS, word)
    assert part in message
    assert "KIND:NAME:BANKROLL" in message or "characters" in message


def test_a_missing_file_may_be_a_choice_misspelt(tmp_path: Path) -> None:
    """A word that is neither a file nor a choice gets the nearest choice as a remedy."""
    assert "did you mean `counting`?" in complaint(CUTS, "countng")
    assert "cannot be read" in complaint(CUTS, f"simple {tmp_path / 'missing'}")


def test_usage_and_descriptions() -> None:
    """The arguments are described as they are written on the command line."""
    assert usage(NEEDED) == "HANDS simple|counting"
    assert usage(CUTS) == "[simple|counting] [CUTS]"
    assert [describe(argument) for argument in (*NEEDED, CUTS[1])] == [
        "a whole number from 1 to 10",
        "simple or counting",
        "a file of cuts",
    ]
    assert describe(Parameter(name="n", type="integer")) == "a whole number"
    assert describe(Parameter(name="n", type="choice", choices=["a", "b", "c"])) == "a, b or c"


# --- files of cuts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "cuts"),
    [
        (b"26", (26,)),
        (b"0", (0,)),
        (b"52\n", (52,)),
        (b"\t15\n\n20\r\n39  ", (15, 20, 39)),
        (b"007", (7,)),
        (b"1\x0b2\x0c3", (1, 2, 3)),
    ],
)
def test_cuts_are_read(tmp_path: Path, content: bytes, cuts: tuple[int, ...]) -> None:
    """Cuts are whole numbers with any white space between them."""
    file = tmp_path / "cuts"
    file.write_bytes(content)
    assert read_cuts(file, 52) == cuts


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"53", "1:1: `53` is not a cut"),
        (b"1 2\n 3 -4\n", "2:4: `-4` is not a cut"),
        (b"1 x 2", "1:3: `x` is not a cut"),
        (b"5 55 55", "1:3: `55` is not a cut"),
        (b"1.0", "1:1: `1.0` is not a cut"),
        (b"1,2", "1:1: `1,2` is not a cut"),
        (b"+1", "1:1: `+1` is not a cut"),
        (b"1 \xff", r"1:3: `\ufffd` is not a cut"),
        ("1 ٣".encode(), r"1:3: `\u0663` is not a cut"),
        (b"1 \x1b[2J", r"1:3: `\x1b[2J` is not a cut"),
        (b"9" * 5000, "1:1: `" + "9" * 20 + "` is not a cut"),
        (b"", "contains no cuts"),
        (b" \n\n", "contains no cuts"),
        (b"1 " * (LARGEST_CUTS_FILE // 2 + 1), "larger than 100,000 bytes"),
        (b"1 " * (MOST_CUTS + 1), "more than 10,000 cuts"),
    ],
)
def test_wrong_cuts_are_explained(tmp_path: Path, content: bytes, place: str) -> None:
    """A wrong cut is reported with its file, line and column."""
    file = tmp_path / "cuts"
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_cuts(file, 52)
    assert str(file) in caught.value.message
    assert place in caught.value.message
    assert "from 0 to 52" in caught.value.remedy


def test_cuts_go_as_far_as_the_shoe(tmp_path: Path) -> None:
    """A shoe of two packs can be cut at 104, but no further."""
    file = tmp_path / "cuts"
    file.write_text("104", "utf-8")
    assert read_cuts(file, 104) == (104,)
    with pytest.raises(UsageError, match="not a cut"):
        read_cuts(file, 103)


def test_as_many_cuts_as_are_allowed_are_read(tmp_path: Path) -> None:
    """Ten thousand cuts are not too many."""
    file = tmp_path / "cuts"
    file.write_text("1 " * MOST_CUTS, "utf-8")
    assert len(read_cuts(file, 52)) == MOST_CUTS


@pytest.mark.parametrize("name", ["missing", "."])
def test_unreadable_files_of_cuts_are_named(tmp_path: Path, name: str) -> None:
    """A missing file, or a folder, cannot be read."""
    with pytest.raises(UsageError, match=r"the cuts file .* cannot be read"):
        read_cuts(tmp_path / name, 52)
