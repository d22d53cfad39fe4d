"""The protocol of the playground: what a page asks about a ruleset, and the answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bj
from bj.playground.protocol import Protocol
from bj.ruleset.ruleset_files import read_bytes, shipped_rulesets

FRIDAY = """[ruleset]
title = "Friday night"
extends = "classic"
format = 1

[output]
player_bets = "♠ {name} stakes {wagr}"
"""


def ask(protocol: Protocol, method: str, **parameters: object) -> Any:
    """The answer to a request."""
    return json.loads(protocol.answer(json.dumps({"method": method, "parameters": parameters})))


def result(method: str, **parameters: object) -> Any:
    """The result of a request to a new protocol."""
    answer = ask(Protocol(), method, **parameters)
    assert "result" in answer, answer
    return answer["result"]


def error(method: str, **parameters: object) -> str:
    """The message and remedy of a request that fails."""
    found = ask(Protocol(), method, **parameters)["error"]
    return f"{found['message']}: {found['remedy']}"


def shipped(name: str) -> str:
    """The text of a shipped ruleset."""
    return read_bytes(shipped_rulesets()[name]).decode()


def run(*words: str) -> str:
    """The output of a command."""
    command = [sys.executable, "-m", "bj", *words]
    return subprocess.run(command, capture_output=True, check=False, input=b"").stdout.decode()


@pytest.mark.parametrize(
    "request_text",
    [
        "",
        "[]",
        "{}",
        '{"method": ["card"]}',
        '{"method": "card", "parameters": []}',
        "[" * 100_000,
        "9" * 5_000,
    ],
)
def test_a_damaged_request_is_refused(request_text: str) -> None:
    """Text that is not a request gets an error as any other request that fails."""
    assert json.loads(Protocol().answer(request_text))["error"]["message"] == "this is not a request"


def test_parameters_that_no_page_sends_are_refused() -> None:
    """Negative places, rows of charts that do not exist and callbacks are errors of the request."""
    assert "`place.0` is invalid" in error("hover", text="", place=[-5, 0])
    for row in ("hard ²", "hard " + "9" * 5_000):
        assert "no row of a chart" in error("cell", text=shipped("casino"), hand=row, upcard="T", fresh=True)
    assert "`amount` is invalid" in error("simulate", text=shipped("casino"), amount="x", progress=1)


def test_findings_are_those_of_validate(tmp_path: Path) -> None:
    """A page has the findings of `bj validate --format json`, with places in UTF-16 from 0."""
    file = tmp_path / "ruleset.toml"
    file.write_text(FRIDAY.replace("♠", "🂡"), encoding="utf-8")
    (found,) = result("check", text=file.read_text(encoding="utf-8"))["findings"]
    (wanted,) = json.loads(run("validate", "--format", "json", str(file)))["findings"]
    assert found.pop("range") == [[6, 33], [6, 37]]
    assert found["edits"][0].pop("range") == [[6, 33], [6, 37]]
    for each in ("file", "fingerprint"):
        found.pop(each), wanted.pop(each)
    assert found == wanted


def test_remedies_lead_to_a_ruleset_with_arguments() -> None:
    """The text after all remedies has no fault, and the check describes its arguments for a form."""
    fixed = result("fix", text=FRIDAY)["text"]
    found = result("check", text=fixed)
    assert found["findings"] == []
    assert [each["name"] for each in found["ruleset"]["arguments"]] == [
        "bankroll",
        "minimum",
        "hands",
        "player",
    ]
    assert found["ruleset"]["arguments"][3]["choices"] == ["simple", "counting"]


def test_words_and_explanations_have_ranges() -> None:
    """Completion and hover count UTF-16 units, also after a character of two units."""
    text = FRIDAY.replace("♠", "🂡")
    words = result("complete", text=text, place=[6, 35])
    assert [(each["word"], each["range"]) for each in words] == [("wager", [[6, 33], [6, 37]])]
    text = text.replace("[output]", "[r]")
    words = result("complete", text=text, place=[5, 2])
    assert [(each["word"], each["about"]) for each in words] == [
        ("rules", "The table rules."),
        ("ruleset", "The title and description of the ruleset, and the ruleset that it extends."),
    ]
    about = result("hover", text=text, place=[2, 1])
    assert "shipped" in about["text"]
    assert about["range"] == [[2, 0], [2, 7]]


@pytest.mark.parametrize(
    ("name", "arguments", "answers"),
    [
        ("classic", "100 5 3 counting", []),
        ("sos_vs_sc", "", []),
        ("infinite", "", ["5", "h", "x", "s", "0"]),
        ("vegas", "human:Ann:100 safe:Bob:50", ["5", "s"]),
    ],
)
def test_transcripts_are_those_of_run(name: str, arguments: str, answers: list[str], tmp_path: Path) -> None:
    """A transcript is the output of `bj run --echo`, byte for byte, also when the answers end."""
    found = result("transcript", text=shipped(name), arguments=arguments, seed=7, answers=answers)
    (tmp_path / "answers").write_text("".join(f"{each}\n" for each in answers))
    words = ["--answers", str(tmp_path / "answers"), "--echo"]
    assert found["transcript"] == run("run", name, *arguments.split(), "--seed", "7", *words)
    assert found["ends"] == ("unanswered" if name == "vegas" else "over")


def test_game_is_played_action_by_action() -> None:
    """Each answer shows the table, the legal actions with their words, and why others are not legal."""
    protocol, text = Protocol(), shipped("casino")
    game = {"text": text, "arguments": "1000 5 human", "seed": 3}
    first = ask(protocol, "play", **game)["result"]
    assert first["kind"] == "wager"
    assert first["wager"]["least"] == "10"
    actions = ["25"]
    table = ask(protocol, "play", **game, actions=actions)["result"]
    while table["kind"] == "insurance":
        actions.append("no")
        table = ask(protocol, "play", **game, actions=actions)["result"]
    assert table["players"][0]["hands"][0]["is_asked"]
    assert table["dealer"]["hands"][0]["cards"][1] == "??"
    options = {each["action"]: each["words"] for each in table["options"]}
    assert options["hit"][0] == "h"
    assert any(each["why"] for each in table["refused"])
    again = ask(Protocol(), "play", **game, actions=actions)["result"]
    assert again == table
    assert not table["is_settled"]
    settled = ask(protocol, "play", **game, actions=[*actions, "stand"])["result"]
    assert (settled["kind"], settled["is_settled"], settled["hand"]) == ("wager", True, 1)
    assert "??" not in settled["dealer"]["hands"][0]["cards"]
    (hand,) = settled["players"][0]["hands"]
    assert hand["cards"] == table["players"][0]["hands"][0]["cards"]
    assert float(settled["players"][0]["bankroll"]) == 1000 + float(hand["paid"]) != 1000
    assert ask(Protocol(), "play", **game, actions=[*actions, "stand"])["result"] == settled
    assert ask(protocol, "play", **game)["result"] == first


def test_hint_has_the_values_of_analyze() -> None:
    """The values of a hint are those of `bj analyze --hand`, the best action first."""
    game = {"text": shipped("infinite"), "seed": 2, "actions": ["2.50"]}
    assert result("play", **game)["players"][0]["hands"][0]["cards"] == ["5S", "5S"]
    found = result("hint", **game)
    analysis = json.loads(run("analyze", "infinite", "--hand", "5 5", "--up", "Q", "--format", "json"))
    assert {each["action"]: each["value"] for each in found["values"]} == pytest.approx(analysis["actions"])
    assert found["values"][0]["value"] >= found["values"][-1]["value"]


def test_simulation_is_that_of_the_command() -> None:
    """A simulation has the report of `bj simulate`, and reports its progress."""
    told: list[dict[str, Any]] = []
    parameters = {"text": shipped("casino"), "arguments": "1000 50 basic", "amount": 2000, "seed": 4}
    answer = ask(Protocol(told.append), "simulate", **parameters)["result"]
    words = ["casino", "1000", "50", "basic", "--hands", "2000", "--seed", "4"]
    assert answer["report"] == run("simulate", *words)
    assert told[-1]["hands"] == 2000


def test_best_play_and_the_values_of_a_cell() -> None:
    """The chart is that of `bj solve`, and a cell shows the hands that it is about."""
    text = shipped("infinite")
    found = result("solve", text=text)["result"]
    assert found["by_totals"] == bj.solve("infinite").by_totals
    assert found["strategy"].startswith('[ruleset]\ntitle = "Infinite')
    hands = result("cell", text=text, hand="hard 16", upcard="T")
    assert {each["hand"] for each in hands} == {"6 T", "7 9", "8 8"}
    assert [each["action"] for each in hands[0]["values"]] == ["hit", "stand"]
    assert "no row" in error("cell", text=text, hand="hard", upcard="T")


def test_cases_say_which_rule_breaks_them() -> None:
    """Cases of a shipped ruleset fail for a text with another rule, in the words of `bj test`."""
    cases = result("cases_of", name="classic")["cases"]
    text = shipped("classic").replace('natural = "3:2"', 'natural = "6:5"')
    failed = [each for each in result("cases", text=text, cases=cases) if each["failure"]]
    assert "natural_is_paid_at_once" in {each["name"] for each in failed}
    assert "(cases/ruleset.toml:" in failed[0]["failure"][0]
    assert "fix the cases" in error("cases", text=text, cases="[cases.a]\nexpect = 3\n")


def test_wrong_transcript_names_its_rule() -> None:
    """A transcript that breaks a rule gets the findings of `bj verify`."""
    game = {"text": shipped("classic"), "arguments": "100 5 3 counting"}
    right = result("transcript", **game)["transcript"]
    assert result("verify", **game, transcript=right)["verdict"] == "right"
    report = result("verify", **game, transcript=right.replace("bets 5", "bets 6"))
    assert report["verdict"] == "wrong"
    assert report["findings"][0]["rule"] == "output.player_bets"


def test_rule_card_has_sections() -> None:
    """The rule card consists of titles with lines."""
    card = result("card", text=shipped("casino"))
    assert card["rules"][0]["title"] == "Arguments"
    assert all(each["lines"] for each in (*card["rules"], *card["procedure"]))


def test_rule_card_fits_a_phone() -> None:
    """The sentences of a narrow rule card are as wide as asked for; widths that no screen has are refused."""
    sections = result("card", text=shipped("casino"), width=40)["rules"]
    lines = [line for each in sections for line in each["lines"] if each["title"] != "Strategy basic"]
    assert 30 < max(map(len, lines)) <= 40
    assert "`width`" in error("card", text=shipped("casino"), width=1)


def test_bad_requests_are_answered() -> None:
    """A request that does not fit, or a ruleset with faults, gets a message; a long text is not read."""
    assert "methods are" in error("nix")
    assert "`text`" in error("check", text=3)
    assert "has faults" in error("transcript", text=FRIDAY)
    assert "larger than" in error("check", text="x" * 1_000_000)
    assert "close the quotes" in error("play", text=shipped("classic"), arguments='"')
    assert "not legal" in error("play", text=shipped("infinite"), actions=["dance"])
