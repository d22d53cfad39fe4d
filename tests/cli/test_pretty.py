from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.cli.pictures import pictures
from tests.project import table_picture
from tests.project.table_picture import PICTURE
from tests.session.test_interactive import terminal

VEGAS = ("human:Ann:100", "human:Bob:80", "safe:Meek:50")
CARDS = "9C KD TC 5D 2D TH 7S TS 4D 8C"


def test_hands_lie_side_by_side_and_the_active_one_is_marked() -> None:
    """Each person has a frame with name, bankroll, cards, total and wager; hidden cards stay hidden."""
    drawn = pictures("vegas", VEGAS, CARDS, ["15", "10", "y", "n"])
    assert len(drawn) == 3
    assert "▶ Ann" in drawn[0]
    assert "▶ Bob" in drawn[2]
    lines = drawn[2].splitlines()
    assert lines[0] == "Vegas shoe · hand 1 · 43 cards left"
    assert [line[:14] for line in lines[1:8]] == [
        "╭─ Dealer ───╮",
        "│ ╭───╮╭───╮ │",
        "│ │░░░││10 │ │",
        "│ │░░░││  ♠│ │",
        "│ ╰───╯╰───╯ │",
        "│ ?          │",
        "╰────────────╯",
    ]
    assert lines[10] == "│ │░░░││2  ││4  │    │ ┃ │K  ││10 │  ┃ │ │░░░││7  │ │"
    assert lines[13] == "│ ?  bets 15  stands │ ┃ 20  bets 10 ┃ │ ?  bets 2  │"


def test_a_person_asked_about_a_power_sees_their_own_cards(tmp_path: Path) -> None:
    """For a question other than an action, the person is marked too, and the cards of others stay hidden."""
    file = tmp_path / "wink.toml"
    file.write_text(
        '[ruleset]\ntitle = "Wink"\nextends = "vegas"\n[powers.wink]\non = "turn"\nask = "Wink?"\n'
        'say = "Wink."\n[strategies.human]\npowers = ["wink"]\n[output]\nplayer_says = "{words}"\n',
        "utf-8",
    )
    drawn = pictures(str(file), ["human:Ann:100", "human:Bob:80"], "9C KD TC 5D 2D TH", ["15", "10", "n"])
    assert "▶ Ann" in drawn[0]
    assert "┃ │9  ││5  │" in drawn[0]
    assert "│ │░░░││2  │ │" in drawn[0]


def test_a_hand_that_is_over_is_open_and_says_what_it_brought() -> None:
    """After the hand, all cards of players are open, each hand has its result, and none is marked."""
    last = pictures("vegas", VEGAS, CARDS, ["15", "10", "n", "n"])[-1]
    assert "▶" not in last
    assert "░" not in last
    assert "11  bets 15  lost 15 │" in last
    assert "20  bets 10  won 10 │" in last


def test_terminals_without_unicode_get_ascii() -> None:
    """If the encoding lacks the signs of cards, letters and dashes draw them."""
    drawn = pictures("vegas", VEGAS, CARDS, ["15", "10"], encoding="ascii")[0]
    assert drawn.isascii()
    assert "+- > Ann 100 -+" in drawn
    assert "| |9  ||2  |  |" in drawn
    assert "| |  c||  d|  |" in drawn


def test_narrow_terminals_lay_cards_over_one_another() -> None:
    """Frames go below one another, then cards overlap, then only their names are left."""
    aces, hits = "A " * 24, ["10", *["h"] * 12]
    wide, narrow, narrower = (
        pictures("infinite", ["300"], aces, hits, width=width)[-1] for width in (80, 48, 24)
    )
    assert wide.count("╭───╮") == 2 + 10
    assert "╭──" * 9 + "╭───╮" in narrow
    assert "│A " * 9 + "│A  │" in narrow
    assert "┃ A A A A A A A A A A ┃" in narrower
    for drawn, width in ((wide, 80), (narrow, 48), (narrower, 24)):
        assert max(map(len, drawn.splitlines())) <= width


def test_cards_of_a_ruleset_are_drawn_as_it_names_them(tmp_path: Path) -> None:
    """Cards of an infinite shoe are drawn without suits; suits with other names are letters."""
    assert not set("♠♥♣♦") & set(pictures("infinite", ["300"], "A K 9 9", ["10"])[0])
    file = tmp_path / "cups.toml"
    file.write_text(
        '[ruleset]\ntitle = "Cups"\nextends = "vegas"\n[cards]\nsuits = { S = "Swords", H = "Cups" }\n',
        "utf-8",
    )
    drawn = pictures(str(file), ["human:Ann:100"], "9S KH TC 5D", ["5"])[0]
    assert "┃ │  S││  ♣│  ┃" in drawn
    assert "♠" not in drawn


def test_names_of_any_letters_keep_the_frames_straight(tmp_path: Path) -> None:
    """Wide letters have two columns, also on covered cards; line ends are escapes."""
    file = tmp_path / "wide.toml"
    file.write_text(
        '[ruleset]\ntitle = "One\\nTwo"\nextends = "vegas"\n[cards.suits]\nS = "黑桃"\nH = "紅心"\n', "utf-8"
    )
    for width, card in ((80, "│ 黑│"), (18, "│黑│")):
        drawn = pictures(str(file), ["human:Ann:100"], "2S KH 3S 5D 4S 2H", ["5", "y", "y"], width=width)[-1]
        lines = drawn.splitlines()
        assert lines[0].startswith("One\\nTwo")
        assert len({cell_len(line) for line in lines[8:]}) == 1
        assert card in drawn


def test_nothing_is_drawn_before_the_deal() -> None:
    """The first wager is asked for at an empty table."""
    assert pictures("vegas", VEGAS, CARDS, ["15"]) == []


def test_a_table_without_a_dealer_is_drawn_without_one(tmp_path: Path) -> None:
    """If the dealer gets no cards, only the hands of the players are drawn."""
    file = tmp_path / "alone.toml"
    file.write_text(
        '[ruleset]\ntitle = "Alone"\nextends = "vegas"\n[dealer]\ndraws = false\n[procedure]\n'
        'deal = ["player up", "player up"]\nhand.without = ["reveal hole card"]\n',
        "utf-8",
    )
    drawn = pictures(str(file), ["human:Ann:100"], "9S KH", ["5"])[0]
    assert "Dealer" not in drawn
    assert "┃ │9  ││K  │" in drawn


def test_the_transcript_stays_as_it_is() -> None:
    """The table is drawn on stderr: stdout has the same bytes as without it."""
    import pty

    main, side = pty.openpty()
    command = [sys.executable, "-m", "bj", "run", "vegas", "human:Ann:100", "--cards", CARDS]
    plain = subprocess.run(command, input=b"5\nn\n", capture_output=True, check=True).stdout
    pretty = subprocess.Popen(
        [*command, "--pretty"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=side
    )
    os.close(side)
    out, _ = pretty.communicate(b"5\nn\n", timeout=60)
    drawn = os.read(main, 100_000).decode()
    os.close(main)
    assert out == plain
    assert "▶ Ann 100" in drawn


def test_there_has_to_be_a_terminal() -> None:
    """The option is refused if standard error is not a terminal."""
    command = [sys.executable, "-m", "bj", "run", "vegas", "human:Ann:100", "--pretty"]
    done = subprocess.run(command, input=b"", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == b"error: `--pretty` needs a terminal on stderr\nhelp: remove it\n"


@pytest.mark.skipif(not hasattr(signal, "SIGWINCH"), reason="terminals do not tell their size")
def test_a_new_size_redraws_the_table() -> None:
    """While a question waits, a resized terminal gets a new drawing of its width."""
    import termios

    words = ("run", "vegas", *VEGAS, "--cards", CARDS, "--pretty")
    with terminal(*words) as screen:
        for keys in ("15\n", "10\n"):
            screen.wait_for("bet? ")
            screen.type(keys)
        first = screen.wait_for("(Y or N): ")
        termios.tcsetwinsize(screen.master, (40, 26))
        second = screen.wait_for("Meek 50")  # the line editor may draw the prompt anew before or after
        screen.type("n\n")
        screen.wait_for("▶ Bob 80")
    assert re.search(r"▶ Ann 100 .*Bob 80 .*Meek 50", first)
    assert not re.search(r"▶ Ann 100 .*Bob", second)
    assert "▶ Ann 100" in second


def test_the_picture_of_the_readme_is_a_table() -> None:
    """The picture can be drawn again, has its last question, and loads no other file."""
    drawn = table_picture.draw()
    assert PICTURE.read_text("utf-8").count("♥") == drawn.count("♥") == 2
    assert "another" in drawn
    assert "url(" not in drawn.replace("url(#", "")
