"""A person is offered what is legal, in the words of the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.tables import bj

HEAD = '[ruleset]\ntitle = "T"\nextends = "infinite_double"\n[prompts.action]\n'
GERMAN = """
ask = "{name}: {options}? "
wrong = "Nur {options}!"
separators = [" / ", " oder "]
options.hit = "(k)arte"
answers = { k = "hit", N = "stand", d = "double" }
"""


def questions(folder: Path, text: str, *answers: str) -> list[str]:
    """What a person with 16, then 18, is asked and told in these words, each answer behind its question."""
    file = folder / "overlay.toml"
    file.write_text(text if "[ruleset]" in text else HEAD + text, "utf-8")
    typed = "\n".join(("20", *answers, "s", "0", ""))
    lines = bj("run", file, "--cards", "T 9 6 8 2 7", "--echo", typed=typed).splitlines()
    return [line for line in lines if line.startswith(("Player: ", "Player, ", "What", "Nur"))]


@pytest.mark.parametrize(
    ("text", "answers", "told"),
    [
        (
            "",
            ("h",),
            [
                "What would you like to do?  Enter (h)it, (s)tand or (d)ouble down: h",
                "What would you like to do?  Enter (h)it or (s)tand: s",
            ],
        ),
        (
            'ask = "{name}, {options}? "\noptions.double = "d"\nanswers.x = "hit"\n',
            ("x",),
            ["Player, (h)it, (s)tand or d? x", "Player, (h)it or (s)tand? s"],
        ),
        (
            GERMAN,
            ("?", "K"),
            [
                "Player: (k)arte / (s)tand oder (d)ouble down? ?",
                "Nur (k)arte / (s)tand oder (d)ouble down!",
                "Player: (k)arte / (s)tand oder (d)ouble down? K",
                "Player: (k)arte oder (s)tand? s",
            ],
        ),
    ],
)
def test_options_are_those_that_are_legal(
    text: str, answers: tuple[str, ...], told: list[str], tmp_path: Path
) -> None:
    """Doubling is offered for two cards alone, and every list has the ruleset's words between its options."""
    assert questions(tmp_path, text, *answers) == told


def test_an_action_without_an_answer_is_not_offered(tmp_path: Path) -> None:
    """What nobody could answer is not in the question."""
    text = HEAD.replace("[prompts.action]", 'without = ["prompts.action.answers.d"]')
    ask = "What would you like to do?  Enter (h)it or (s)tand: "
    assert questions(tmp_path, text, "d", "h") == [f"{ask}d", f"{ask}h", f"{ask}s"]


def test_questions_tell_what_a_person_has_counted(tmp_path: Path) -> None:
    """The count is that of the cards that were shown, also in the question for the next wager."""
    text = """
    [ruleset]
    title = "T"
    extends = "infinite_double"
    [strategies.human]
    count = { "6 8" = 1, "9" = 2 }
    [prompts]
    action.ask = "What at {count}? "
    wager.ask = "What at {count}? "
    """
    assert questions(tmp_path, text) == ["What at 0? 20", "What at 3? s", "What at 4? 0"]
