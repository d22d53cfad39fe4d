from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.session.games import shipped
from tests.session.tables import TABLE, bj, complaint, make_table

from bj.argument_values import fill_arguments, read_cuts
from bj.catalogue.actions import STAND
from bj.engine.face.view import Kind, View
from bj.errors import GameError, UsageError
from bj.record.transcript_lines import Script
from bj.ruleset.model import Cards
from bj.ruleset.pack import pack_of
from bj.session.answer_sources import read_lines
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.rigging import parse_cards, read_cards

USUAL = pack_of(Cards())
CARDS = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H 3H 4H 5H 6H 7H"


def test_cards_are_written_in_many_ways() -> None:
    """Cards are ranks with or without suits, tens in two ways, in any case and with any white space."""
    assert parse_cards("9C TD\n10H\tas  10 t 2", "x", USUAL) == (33, 47, 21, 12, 8, 8, 0)


@pytest.mark.parametrize("word", ["1", "11", "10X", "1010", "ZZ", "9CC", "C9", "♠", "\uff19"])
def test_an_invalid_card_is_named_with_its_place(word: str) -> None:
    """A wrong card is an error with line and column."""
    with pytest.raises(UsageError) as error:
        parse_cards(f"9C\n TD {word}", "cards.txt", USUAL)
    assert error.value.message == f"cards.txt:2:5: `{word}` is not a card"


def test_cards_come_from_a_file(tmp_path: Path) -> None:
    """A text that is not a list of cards names a file, which may begin with a byte order mark."""
    file = tmp_path / "cards"
    file.write_text("2S\nKD\n", "utf-8")
    assert read_cards(str(file), USUAL) == (0, 50)
    file.write_text("\ufeff2S\nKD\n", "utf-8")
    assert read_cards(str(file), USUAL) == (0, 50)
    file.write_text("\ufeff7 8", "utf-8")
    assert read_cuts(file, 52) == (7, 8)
    file.write_text("\ufeffy\n", "utf-8")
    assert read_lines(file) == [b"y"]
    with pytest.raises(UsageError, match="is not a card"):
        read_cards(str(tmp_path / "missing"), USUAL)
    with pytest.raises(UsageError, match="is not a card"):
        read_cards("9C " * 3_000 + "\0", USUAL)
    file.write_text(" \n", "utf-8")
    for given, source in ((str(file), re.escape(str(file))), (" ", "cards")):
        with pytest.raises(UsageError, match=f"^{source}: there are no cards\n"):
            read_cards(given, USUAL)
    with pytest.raises(UsageError, match=r"^cards: there are more than 100,000 cards$"):
        read_cards("9C " * 100_001, USUAL)


def test_given_cards_are_dealt_in_order(tmp_path: Path) -> None:
    """The given cards are dealt in order, from the first at the table to the dealer's last."""
    text = bj("run", make_table(tmp_path), "--cards", CARDS, typed="2\ns\nn\n")
    assert "Ann gets Two of Spades\nBen gets Three of Spades\nDealer dealt Four of Spades\n" in text
    assert "Dealer's hole card is Seven of Spades" in text


def test_the_shoe_counts_on_as_if_its_cards_were_dealt(tmp_path: Path) -> None:
    """Given cards do not change when the shoe is shuffled, so printed games can be replayed."""
    cards = tmp_path / "cards"
    cards.write_text("5 6 7 8 9 T " * 100, "utf-8")
    text = bj("run", "classic", "1000", "5", "9", "simple", "--cards", cards)
    assert text.count("# Shuffling the deck") > 1
    assert text.splitlines()[1:8] == [f"cut at {cut}" for cut in (39, 22, 33, 37, 38, 37, 38)]


def test_running_out_of_cards_is_an_error_that_says_so(tmp_path: Path) -> None:
    """When the given cards run out, the played part is printed with the reason for the end."""
    message = complaint("run", make_table(tmp_path), "--cards", "2 3 4 5", typed="2\n", code=1)
    assert message == "error: hand 1: the game needs more cards than the 4 given\n"
    restarting = TABLE + '\n[shoe]\nwhen_empty = "restart hand"\n'
    message = complaint("run", make_table(tmp_path, restarting), "--cards", "2 3 4 5", typed="2\n", code=1)
    assert message == "error: hand 1: the game needs more cards than the 4 given\n"


def test_all_cuts_are_given(tmp_path: Path) -> None:
    """One file has the cuts of all shuffles; running out of them is an error."""
    cuts = tmp_path / "cuts"
    cuts.write_text(" ".join(str(cut) for cut in range(13, 27)), "utf-8")
    text = bj("run", "classic", "1000", "5", "8", "simple", "--cuts", cuts)
    made = [line for line in text.splitlines() if line.startswith("cut at")]
    assert made == [f"cut at {cut}" for cut in range(13, 27)]
    cuts.write_text("20 21 22 23 24 25", "utf-8")
    message = complaint("run", "classic", "--cuts", cuts, code=1)
    assert "the game needs more cuts than the 6 given" in message


def test_cuts_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    """Cuts need a ruleset with cuts, fit its shoe, and are given once."""
    cuts = tmp_path / "cuts"
    cuts.write_text("20 53", "utf-8")
    assert f"{cuts}:1:4: `53` is not a cut" in complaint("run", "classic", "--cuts", cuts)
    cuts.write_text("20 21", "utf-8")
    assert "given twice" in complaint("run", "classic", cuts, "--cuts", cuts)
    assert "does not cut its cards" in complaint("run", "infinite", "--cuts", cuts)


def test_rounds_are_played_without_asking_for_another(tmp_path: Path) -> None:
    """With a number of rounds, no question asks whether to play on."""
    text = bj(
        "run", make_table(tmp_path), "--rounds", "2", "--cards", f"{CARDS} {CARDS}", typed="2\ns\n2\ns\n"
    )
    assert "Again?" not in text
    assert "# Hand 2" in text
    assert "# Hand 3" not in text


def test_a_rank_alone_is_of_a_suit_that_the_shoe_has_left() -> None:
    """Eights of packs take the four suits in turn; those of an infinite shoe are all spades."""
    assert parse_cards("8 8 8 8 8", "x", USUAL, 1) == (6, 19, 32, 45, 6)
    assert parse_cards("8S 8 8 8H 8", "x", USUAL, 1) == (6, 19, 32, 19, 45)
    assert parse_cards("8 8 8", "x", USUAL, 2) == (6, 6, 19)
    assert parse_cards("8 8 8", "x", USUAL) == (6, 6, 6)


@pytest.mark.parametrize(
    ("name", "cards", "warning"),
    [
        ("classic", "8S 8S 8S 8S", "hand 1: 8S is dealt again, but it is already on the table"),
        ("classic", "TS TH 7S 9C TS TH 7S 9C", ""),
        (
            "casino/two_packs",
            "8S 8S 8S TD",
            "hand 1: 8S is dealt again, but all 2 copies are already on the table",
        ),
        ("casino/two_packs", "8S TS 8S TD", ""),
        ("infinite", "8S 8S 8S 8S", ""),
    ],
)
def test_a_card_that_lies_on_the_table_is_not_dealt_without_a_word(
    name: str, cards: str, warning: str
) -> None:
    """The first surplus card is reported once; a card of an earlier hand may reappear."""
    checked = shipped(name)
    values = fill_arguments(checked.model.command_line, ["100"], {})
    compiled, warnings = Plan(checked, values, 0, read_cards(cards, USUAL)).compile(), list[str]()
    game = Game(compiled, Script(checked, compiled), ask=stand_on_ten)
    game.given.warn = warnings.append
    with suppress(GameError):
        b"".join(game.transcript())
    assert warnings == [warning] * bool(warning)


def stand_on_ten(view: View) -> Generator[bytes, None, int]:
    """Wager ten, and then stand."""
    question = view.question
    assert question is not None
    return question.wagers.start if question.kind == Kind.WAGER else STAND
    yield b""
