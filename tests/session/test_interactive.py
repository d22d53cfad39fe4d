from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.session.starting import Started, begin
from tests.session.tables import bj, complaint, make_table

pty = pytest.importorskip("pty", reason="terminals are opened as POSIX does it")

CARDS = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H 3H 4H 5H 6H 7H"
LEFT = "(you left the game; an unfinished hand is void)\n"


class Terminal:
    """A person at a terminal with ``bj``."""

    def __init__(self, master: int, process: Started) -> None:
        self.master = master
        self.process = process
        self.seen = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def wait_for(self, text: str) -> str:
        """Read until ``text`` appears; return everything that was read."""
        while text not in self.seen:
            assert self._read(), f"{text!r} did not come before the end, but {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def wait_for_question(self) -> str:
        """Read until a line ends with a colon and a space; return it, or nothing at the end."""
        length = len(self.seen)
        while self._read():
            if len(self.seen) > length and self.seen.endswith(": "):
                return self.seen.rpartition("\n")[2]
        return ""

    def leave(self) -> tuple[str, int]:
        """The remaining output and the exit code."""
        while self._read():
            pass
        return self.seen, self.process.wait()

    def _read(self) -> bool:
        """Wait for output and read it; false if the program has closed the terminal."""
        assert select.select([self.master], [], [], 60)[0], f"nothing came after {self.seen!r}"
        try:
            piece = os.read(self.master, 4096)
        except OSError:  # so Linux says that the other side is closed
            return False
        self.seen += piece.decode().replace("\r\n", "\n")
        return bool(piece)


@contextmanager
def terminal(
    *words: str | Path, kind: str = "xterm", folder: Path | None = None, **environment: str
) -> Iterator[Terminal]:
    """A terminal of some kind, with 80 columns, in which ``bj`` runs in ``folder``."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    own = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    settings = own | {"TERM": kind, "PYTHONUTF8": "1", "NO_COLOR": "1"} | environment
    process = begin(words, (slave, slave, slave), environment=settings, folder=folder)
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_a_person_plays_at_a_terminal(tmp_path: Path) -> None:
    """Prompts wait on their line; wrong answers are explained and asked again."""
    with terminal("run", make_table(tmp_path), "--cards", CARDS) as screen:
        screen.wait_for("Ann of 20, from 2? ")
        screen.type("much\n")
        assert screen.wait_for("from 2? ") == "much\nno number: much\nAnn of 20, from 2? "
        screen.type("21\n")
        assert screen.wait_for("from 2? ") == "21\n21 is more than 20\nAnn of 20, from 2? "
        screen.type("-1\n")
        assert screen.wait_for("from 2? ") == "-1\n-1 is less than 2\nAnn of 20, from 2? "
        screen.type(" 3 \n")
        screen.wait_for("Ann has 7, h, s or d? ")
        screen.type("x\n")
        assert screen.wait_for("h, s or d? ") == "x\nnot x\nAnn has 7, h, s or d? "
        screen.type("H\n")
        assert screen.wait_for("? ") == "H\nAnn gets Eight of Spades\nAnn has 15, h or s? "
        screen.type("d\n")
        assert screen.wait_for("h or s? ") == "d\nnot d\nAnn has 15, h or s? "
        screen.type("s\n")
        screen.wait_for("Again? ")
        screen.type("n\n")
        assert screen.leave() == ("n\nAnn has 17\nBen has 98\n(the game is over after 1 hand)\n", 0)


def test_control_d_leaves_the_game_in_order(tmp_path: Path) -> None:
    """At the end of input the hand is void, the standings are printed, and the exit code is 0."""
    with terminal("run", make_table(tmp_path), "--cards", CARDS) as screen:
        screen.wait_for("from 2? ")
        screen.type("3\n")
        screen.wait_for("h, s or d? ")
        screen.type("\x04")
        text, code = screen.leave()
    assert text == f"\nAnn has 20\nBen has 100\n{LEFT}"
    assert code == 0


@pytest.mark.parametrize("asked", ["from 2? ", "h, s or d? ", "Again? "])
def test_control_c_leaves_the_game_in_order(tmp_path: Path, asked: str) -> None:
    """Ctrl-C at any question does the same, with exit code 130; payments stay."""
    with terminal("run", make_table(tmp_path), "--cards", CARDS) as screen:
        for question, keys in (("from 2? ", "3\n"), ("h, s or d? ", "s\n"), ("Again? ", "y\n")):
            screen.wait_for(question)
            if question == asked:
                break
            screen.type(keys)
        screen.type("\x03")
        text, code = screen.leave()
    bankrolls = "17\nBen has 98" if asked == "Again? " else "20\nBen has 100"
    assert text.removeprefix("^C") == f"\nAnn has {bankrolls}\n{LEFT}"
    assert code == 130


def test_lines_are_edited_and_come_again(tmp_path: Path) -> None:
    """The arrow keys edit the line and recall earlier answers; the prompt stays on its line."""
    with terminal("run", make_table(tmp_path), "--cards", CARDS) as screen:
        screen.wait_for("Ann of 20, from 2? ")
        screen.type("23\x1b[D\x7f\n")  # to the left, and back over the 2
        screen.wait_for("Ann bets 3\n")
        screen.wait_for("Ann has 7, h, s or d? ")
        screen.type("s\n")
        screen.wait_for("Again? ")
        screen.type("y\n")
        screen.wait_for("from 2? ")
        screen.type("\x1b[A" * 3 + "\n")  # y, s, 3
        screen.wait_for("Ann bets 3\n")


def test_a_terminal_without_abilities_gets_no_escapes(tmp_path: Path) -> None:
    """A dumb terminal reads plain lines, and a pipe gets only the transcript."""
    with terminal("run", make_table(tmp_path), "--cards", CARDS, kind="dumb") as screen:
        screen.wait_for("Ann of 20, from 2? ")
        screen.type("3\n")
        assert screen.wait_for("Ann bets 3\n") == "3\nAnn bets 3\n"
        screen.type("\x04")
        assert "\x1b" not in screen.leave()[0]


def test_the_question_names_who_is_asked() -> None:
    """With several persons, a prompt without a name is preceded by the name of the player."""
    with terminal("run", "vegas", "human:Ann:100", "human:Bob:100", "--seed", "1") as screen:
        assert "Ann: Ann" not in screen.wait_for("Ann, how much would you like to bet? ")
        screen.type("5\n")
        screen.wait_for("Bob, how much would you like to bet? ")
        screen.type("5\n")
        screen.wait_for("\nAnn: Would you like to draw another card? (Y or N): ")
        screen.type("N\n")
        screen.wait_for("\nBob: Would you like to draw another card? (Y or N): ")
        screen.type("N\n")
        assert ": Another" not in screen.wait_for("Another round? (Y or N): ")
    with terminal("run", "vegas", "human:Ann:100", "safe:Bob:100", "--seed", "1") as screen:
        screen.wait_for("Ann, how much would you like to bet? ")
        screen.type("5\n")
        assert "Ann: " not in screen.wait_for("another card? (Y or N): ")


def test_the_card_that_busts_is_shown() -> None:
    """If the transcript does not show the cards of a bust hand, a note does."""
    with terminal("run", "vegas", "human:Ann:100", "--cards", "T 9 5 7 T T 9") as screen:
        screen.wait_for("bet? ")
        screen.type("5\n")
        screen.wait_for("(Y or N): ")
        screen.type("y\n")
        told = screen.wait_for("Another round? (Y or N): ")
    (line,) = (line for line in told.splitlines() if line.startswith("("))
    assert line == "(Ann busts with TS 5S TH, 25)"


def test_a_resumed_game_prints_its_place(tmp_path: Path) -> None:
    """A resumed game prints its state; leaving a saved game prints how to resume it."""
    table, file = make_table(tmp_path), tmp_path / "my game.save"
    with terminal("run", table, "--cards", CARDS, "--save", file) as screen:
        for question, keys in (("from 2? ", "3\n"), ("or d? ", "s\n"), ("Again? ", "y\n"), ("2? ", "\x04")):
            screen.wait_for(question)
            screen.type(keys)
        text, _ = screen.leave()
    assert text.endswith(f"(you left the game; continue with: bj run --resume '{file}')\n")
    with terminal("run", "--resume", file) as screen:
        resumed = "(resuming A person and a machine at one table at hand 2: Ann has 17, Ben has 98)\n"
        assert screen.wait_for("? ").startswith(resumed)
    assert "(" not in bj("run", "--resume", file, typed="")


def test_a_finished_game_has_nothing_to_resume(tmp_path: Path) -> None:
    """Resuming a game that was left prints how it ended."""
    table, file = make_table(tmp_path), tmp_path / "done.save"
    bj("run", table, "--cards", CARDS, "--save", file, typed="3\ns\nn\n")
    with terminal("run", "--resume", file) as screen:
        screen.wait_for(
            "(A person and a machine at one table was over after 1 hand: Ann has 17, Ben has 98)\n"
        )


@pytest.mark.parametrize("typed", ["", "x", "3\n", "3\nx\n"])
def test_a_pipe_that_ends_leaves_the_game_in_order(tmp_path: Path, typed: str) -> None:
    """The end of input voids a hand at any moment."""
    assert bj("run", make_table(tmp_path), "--cards", CARDS, typed=typed).endswith(
        "? \nAnn has 20\nBen has 100\n"
    )


def test_prompts_are_the_same_in_a_pipe(tmp_path: Path) -> None:
    """A pipe gets the prompts; with --echo also the typed answers."""
    table = make_table(tmp_path)
    plain = bj("run", table, "--cards", CARDS, typed="3\nq\ns\nn\n")
    echoed = bj("run", table, "--cards", CARDS, "--echo", typed="3\nq\ns\nn\n")
    assert "Ann of 20, from 2? Ann bets 3\n" in plain
    assert "Ann of 20, from 2? 3\nAnn bets 3\n" in echoed
    assert "h, s or d? q\nnot q\nAnn has 7, h, s or d? s\n" in echoed
    assert (
        echoed.replace("? 3\n", "? ").replace("? q\n", "? ").replace("? s\n", "? ").replace("? n\n", "? ")
        == plain
    )


def test_answers_come_from_a_file(tmp_path: Path) -> None:
    """A file of answers gives the input; its end is the end of input, with a warning."""
    answers = tmp_path / "answers"
    answers.write_text("3\ns\nn\n", "utf-8")
    table = make_table(tmp_path)
    assert bj("run", table, "--answers", answers) == bj("run", table, typed="3\ns\nn\n")
    assert complaint("run", table, "--answers", answers, code=0) == ""
    answers.write_text("3\n", "utf-8")
    assert bj("run", table, "--answers", answers, typed="s\n").endswith("? \nAnn has 20\nBen has 100\n")
    warning = "warning: ran out of answers; game abandoned\n"
    assert complaint("run", table, "--answers", answers, code=0) == warning


def test_leaving_a_wager_ends_the_loop_of_hands(tmp_path: Path) -> None:
    """The answer to leave goes on after the hands, and the exit code is 0."""
    assert bj("run", make_table(tmp_path), typed="0\n").endswith("? Ann has 20\nBen has 100\n")


def test_hostile_answers_are_wrong_answers(tmp_path: Path) -> None:
    """Bytes of any kind and length get a harmless message."""
    typed = b"\xff\x1b]0;x\x07\n" + b"9" * 5000 + b"\n\x00\n" + b"-" * 70_000 + b"\n3\n\xe2\x80\xae\ns\nn\n"
    text = bj("run", make_table(tmp_path), "--cards", CARDS, typed=typed)
    assert not set(text) & set("\x00\x07\x1b\u202e")
    assert "no number: \ufffd\\x1b]0;x\\x07\n" in text
    assert "not \\u202e\n" in text
    assert text.endswith("Again? Ann has 17\nBen has 98\n")


ROSTER = (
    ("How many players? ", "2"),
    ("Player 1, which kind (human, safe, random)? ", "human"),
    ("Name of player 1? ", "Ann"),
    ("Bankroll of Ann? ", "40"),
    ("Player 2, which kind (human, safe, random)? ", "safe"),
    ("Name of player 2? ", "Ben"),
)
"""The questions before a game without players on the command line, with right answers."""


@pytest.mark.parametrize("asked", [question for question, _ in ROSTER])
def test_control_c_while_the_table_is_set_up_says_nothing(asked: str) -> None:
    """Before a game, Ctrl-C ends the line and exits with 130."""
    with terminal("run", "vegas") as screen:
        for question, keys in ROSTER:
            screen.wait_for(question)
            if question == asked:
                break
            screen.type(f"{keys}\n")
        screen.type("\x03")
        text, code = screen.leave()
    assert (text.removeprefix("^C"), code) == ("\n", 130)


def test_interrupt_from_elsewhere_while_the_table_is_set_up() -> None:
    """A signal to a program that waits at a pipe ends it like Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bj", "run", "vegas"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.read(len(ROSTER[0][0])) == ROSTER[0][0].encode()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"\n", b"")
    assert process.returncode == 130


@pytest.mark.parametrize("count", range(len(ROSTER)))
def test_end_of_input_while_the_table_is_set_up(count: int) -> None:
    """The end of input before a game plays nothing and is not an error."""
    typed = "".join(f"{keys}\n" for _, keys in ROSTER[:count])
    said = "".join(question for question, _ in ROSTER[: count + 1])
    assert bj("run", "vegas", typed=typed) == f"{said}\n"


@pytest.mark.parametrize(
    ("place", "wrong", "reply"),
    [
        (0, "none", "Please answer with a whole number from 1 to 60."),
        (0, "0", "Please answer with a whole number from 1 to 60."),
        (0, "61", "Please answer with a whole number from 1 to 60."),
        (1, "robot", "`robot` is not one of human, safe, random."),
        (1, "", "`` is not one of human, safe, random."),
        (2, "", "`` cannot be the name."),
        (2, "a:b", "`a:b` cannot be the name."),
        (2, "\x1b[2J", "`\\x1b[2J` cannot be the name."),
        (3, "1.5", "Please answer with a whole number from 0 to 1000000000."),
        (5, "Ann", "`Ann` cannot be the name."),
    ],
)
def test_wrong_answer_about_the_table_is_asked_again(place: int, wrong: str, reply: str) -> None:
    """A wrong answer about the players is explained and asked again."""
    keys = [answer for _, answer in ROSTER]
    typed = "\n".join([*keys[:place], wrong, *keys[place:]])
    question = ROSTER[place][0]
    assert f"{question}{reply}\n{question}" in bj("run", "vegas", typed=typed)


LOST_KEY = """
import ctypes, functools, operator, os, select, signal, sys
from bj.session.answer_sources import typed_answers

wait, press = select.select, functools.partial(getattr(ctypes.CDLL(None), "raise"), signal.SIGINT)
select.select = lambda *watched: list(map(operator.call, (press, functools.partial(wait, *watched))))[1]
answers = typed_answers()
answers.listen()
try:
    print(answers.ask("? "))
except KeyboardInterrupt:
    print("left")
"""
"""Sends Ctrl-C between the last instruction of Python and a wait, where no code of Python runs."""


def test_control_c_just_before_waiting_is_not_lost() -> None:
    """A signal that comes too late to be noted still ends the wait."""
    process = subprocess.Popen(
        [sys.executable, "-c", LOST_KEY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.wait(30) == 0
    finally:
        process.kill()
    assert process.communicate() == (b"left\n", b"")


LISTENING = """
import os
from bj.session.answer_sources import typed_answers

pipe, made = os.pipe, []
os.pipe = lambda: made.append(pipe()) or made[-1]
answers = typed_answers()
for question in range(3):
    answers.listen()
print(len(made))
"""


@pytest.mark.skipif(os.name != "posix", reason="waits in another way")
def test_all_questions_wait_for_the_same_signals() -> None:
    """A game of many questions opens no file for each."""
    done = subprocess.run([sys.executable, "-c", LISTENING], capture_output=True, check=True, text=True)
    assert done.stdout == "1\n"


def test_control_c_cancels_a_hint_and_the_game_goes_on(tmp_path: Path) -> None:
    """A long hint is cancelled quickly, and the question is asked again.

    The plain engine gives it, as the compiled one would have to be compiled in this folder.
    """
    cards = ("--cards", "A 3 A T 5 6 7 8 9 T")
    with terminal("run", "casino", *cards, XDG_CACHE_HOME=str(tmp_path)) as screen:
        screen.wait_for("of 1000: ")
        screen.type("10\n")
        asked = screen.wait_for("(p)? ").splitlines()[-1]
        screen.type("?\n")
        screen.wait_for("Ctrl-D leaves the game)\n")
        screen.type("\x03")
        text = screen.wait_for("(p)? ")
        assert text.removeprefix("^C").startswith("(hint canceled)\n")
        assert text.endswith(asked)
        screen.type("\x04")
        _, code = screen.leave()
    assert code == 0
