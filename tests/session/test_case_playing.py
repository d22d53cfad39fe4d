from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.engine.heavy import talkative
from tests.session.cases_of_classic import play, write
from tests.session.games import DIFFERENT, shipped

from bj.argument_values import fill_arguments
from bj.cases import text_sources
from bj.cases.model import Case
from bj.cases.playing import play_case, play_example
from bj.errors import UsageError
from bj.record.line_sources import BEFORE_THE_GAME, PlacedRules, find_piece
from bj.record.transcript_lines import Script
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.session.game import Game
from bj.session.game_plan import Plan

UNATTENDED = {
    "classic": "200 10 40 counting",
    "trick": "60 20 5 simple",
    "sos_vs_sc": "15 3 counting sc",
    "sos_vs_sc_revised": "10 5 simple sos",
    "vegas": "safe:Meek:100 random:Chance:40",
}
HUMAN = "human:Ann:100"
QUOTE = '"'
WON = 'reactions = [{ on = "round won", say = "Nice!"'
KICK_OUT = '{ step = "kick out'


@pytest.mark.parametrize("name", UNATTENDED)
def test_a_case_says_what_the_game_says(name: str) -> None:
    """A traced game prints the same text as an ordinary one."""
    checked = shipped(name)
    values = fill_arguments(checked.model.command_line, UNATTENDED[name].split(), {})
    rounds = 5 if name == "vegas" else 0
    for seed in range(3):
        compiled = Plan(checked, values, seed, rounds=rounds).compile()
        pieces = Game(compiled, Script(checked, compiled)).transcript()
        played = play(name, arguments=UNATTENDED[name], seed=seed, rounds=rounds or None)
        assert played.transcript == b"".join(map(bytes, pieces)).decode()
        assert played.ends == "over"


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_case_says_what_the_example_says(name: str) -> None:
    """The example of a ruleset, played as a case, has the same transcript, with the typed answers."""
    example = shipped(name).model.example
    keys: dict[str, Any] = {"rounds": example.rounds} if example.rounds else {}
    played = play(name, arguments=example.arguments, seed=example.seed, answers=list(example.answers), **keys)
    assert played.transcript == play_example(shipped(name))


def test_every_line_knows_the_rule_that_made_it() -> None:
    """The keys and steps that print the lines of a hand."""
    played = play("classic", arguments="100 5 1 simple", set={"cuts": [26]}, cards="TS 6H 9S TC KD")
    steps = PlacedRules(shipped("classic")).steps
    assert [(piece.places[0][1], *steps[piece.step][1:]) for piece in played.pieces] == [
        ("shuffle", "game", 0),
        ("cut", "game", 0),
        ("hand", "hand", 0),
        ("player_bets", "hand", 2),
        ("dealt", "hand", 3),
        ("dealt", "hand", 3),
        ("dealt", "hand", 3),
        ("total", "hand", 5),
        ("hole_card", "hand", 6),
        ("dealt", "hand", 7),
        ("total", "hand", 7),
        ("busts", "hand", 7),
        ("player_standing", "game", 2),
    ]
    assert [piece.hand for piece in played.pieces] == [0, 0, *[1] * 11]


def blamed(ruleset: str, part: str, **keys: Any) -> list[str]:
    """The origin of the first text of a game with ``part`` in it, without the folder."""
    played = play(ruleset, **keys)
    rules = PlacedRules(shipped(ruleset))
    told = rules.blame(played.pieces, played.transcript.index(part))
    folder = f"{shipped_rulesets()[ruleset].parent}/"
    return [line.replace(folder, "") for line in told]


def place(ruleset: str, text: str, part: str | None = None) -> str:
    """The place of the line ``text`` in a shipped ruleset, at the start of ``part``."""
    lines = shipped_rulesets()[ruleset].read_text("utf-8").split("\n")
    line = next(number for number, line in enumerate(lines, 1) if line.strip().startswith(text))
    return f"{ruleset}.toml:{line}:{lines[line - 1].index(part or text) + 1}"


def test_words_of_a_reaction_are_found() -> None:
    """A phrase of a member has two origins: the template and the words, each in its file."""
    words = '"Nice!"'
    told = blamed("sos_vs_sc_revised", words, arguments="5 1 simple sc", cards="TS TH 7S 9C")
    assert told == [
        f"comes from [output] says ({place('sos_vs_sc', 'says', QUOTE)}), with text from "
        f"[members.joseph] reactions[0].say ({place('sos_vs_sc', WON, words)})",
        f"hand 1 of round 1, the step `kick out player` ({place('sos_vs_sc', KICK_OUT)})",
    ]


@pytest.mark.parametrize(
    ("cards", "member"), [("TS TH 7S 9C", "joseph"), ("TS TH 9S 9C" * 3 + "TS TH 7S 9C", "kakyoin")]
)
def test_words_of_several_people_are_distinguished(tmp_path: Path, cards: str, member: str) -> None:
    """If two members have the same phrase, the origin is the reaction of the speaker."""
    text = '[ruleset]\ntitle = "x"\nextends = "sos_vs_sc"\n'
    text += '[members.kakyoin]\nreactions = [{ on = "round won", say = "Nice!" }]\n'
    checked = load_ruleset(write(tmp_path, "", text))
    case = {"arguments": "5 1 simple sc", "cards": cards.replace("C", "C "), "expect": {}}
    played = play_case(checked, Case.model_validate(case))
    (piece,) = (piece for piece in played.pieces if "Nice!" in piece.text)
    assert piece.places[1][:2] == ("members", member)


def test_the_other_side_of_a_condition_is_found() -> None:
    """A step in place of another one is reported with its own name and place."""
    told = blamed("sos_vs_sc", "has been kicked out", arguments="5 1 simple sc", cards="TS TH 9S 7C")
    step = place("sos_vs_sc", KICK_OUT, '"kick out dealer"')
    assert told[1] == f"hand 1 of round 1, the step `kick out dealer` ({step})"


def test_victories_and_restarts_are_found() -> None:
    """The words of a team and the line about an empty shoe have their origins."""
    told = blamed("sos_vs_sc", "Game over", arguments="4 3 simple sc")
    victory = place("sos_vs_sc", 'victory = "Game over. The winner is Stardust', QUOTE)
    assert told[0] == f"comes from teams[1].victory ({victory})"
    cards = "TS TH 9S 7C TS 8H 9C 7D KC" + " TS TH TC" * 14 + " TS TS TH"
    told = blamed("sos_vs_sc", "card used up", arguments="5 1 simple sc", cards=cards)
    assert told[1] == "hand 1 of round 2, when the cards run out"


def test_questions_and_answers_are_distinguished() -> None:
    """A prompt has its key as origin; typed text is marked as typed."""
    ask = place("vegas", 'ask = "{name}, how', QUOTE)
    told = blamed("vegas", "Ann, how", arguments=HUMAN, answers=["10"])
    assert told[0] == f"comes from [prompts.wager] ask ({ask})"
    told = blamed("vegas", "10\n", arguments=HUMAN, answers=["10"])
    assert told[0] == "comes from typed input"
    told = blamed("vegas", "Please answer", arguments=HUMAN, answers=["x"])
    assert told[0] == "comes from [prompts.wager] not_a_number, which the ruleset does not set"
    assert told[1].startswith("hand 1, the step `take wagers`")
    told = blamed("vegas", "Player 1, which", answers=["1"])
    assert told[1] == "before the game, when asking who is playing"


def test_lists_of_cards_and_lines_of_steps_are_found() -> None:
    """A hand has the origins of its template and its card; a line of a step has that step."""
    keys: dict[str, Any] = {"arguments": HUMAN, "answers": ["10", "N", "N"], "cards": "9C TS TD 7C"}
    assert blamed("vegas", "Okay,", **keys)[0].startswith("comes from [procedure] hand[1].say (vegas.toml:")
    assert blamed("vegas", "[??]", **keys)[0].startswith("comes from [cards] hidden (vegas.toml:")
    assert blamed("vegas", "[10D]", **keys)[0].startswith("comes from [cards] listed (vegas.toml:")
    assert blamed("vegas", " (19 points)", **keys)[0].startswith("comes from [output] turn (vegas.toml:")
    assert "when the game ends early" in blamed("vegas", "Ann     $100", **keys | {"answers": []})[1]


def test_after_the_end_the_last_piece_is_meant() -> None:
    """A transcript that ends too early has its last line as origin."""
    played = play("classic", arguments="100 5 1 simple")
    assert find_piece(played.pieces, len(played.transcript) + 7) is played.pieces[-1]


def test_no_word_of_a_case_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases do not read files of cuts, since their authors may be strangers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("1 2 3", "utf-8")
    played = play("classic", arguments="100 5 3 simple secret")
    assert played.error == "`secret` is an extra argument"
    assert play("classic", set={"cuts": "secret"}).transcript == ""


def test_given_cuts_and_players() -> None:
    """A case has its own cuts, and quotes for players with blanks in their names."""
    played = play("classic", arguments="100 5 1 simple", set={"cuts": [26, 13]})
    assert played.transcript.startswith("# Shuffling the deck\ncut at 26\ncut at 13\n# Hand 1")
    played = play("vegas", arguments="'safe:Mr Meek:100'", rounds=1, seed=1)
    assert "Mr Meek bets $2" in played.transcript
    assert played.error == ""


def test_endless_games_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless game is stopped, also without output, and always at the same hand."""
    monkeypatch.setattr(text_sources, "LARGEST_TRANSCRIPT", 40_000)
    monkeypatch.setattr(text_sources, "MOST_STEPS", text_sources.MOST_STEPS // 100)
    text = shipped_rulesets()["classic"].read_text("utf-8")
    text = text.replace("hand < hands and bankroll >= minimum", "hand < 1_000_000_000")
    text = text.replace("[rules]", "[rules]\ncredit = true")
    case = Case.model_validate({"expect": {}})
    loud = play_case(load_ruleset(write(tmp_path, "", text)), case)
    assert loud.error == "the game was stopped after 40,000 characters of output"
    silent = play_case(load_ruleset(write(tmp_path, "", text[: text.index("[output]")])), case)
    assert silent.error.endswith(": the game was stopped because it never seems to end")
    assert play_case(load_ruleset(tmp_path / "mine.toml"), case).error == silent.error
    assert 100 < silent.hands < 300
    seat = text[text.index("[[players]]") : text.index("[dealer]")]
    crowd = text[: text.index("[output]")].replace(
        seat, "".join(seat.replace('"Player"', f'"Player {number}"') for number in range(4))
    )
    assert 100 < 4 * play_case(load_ruleset(write(tmp_path, "", crowd)), case).hands < 300


def test_there_are_no_steps_before_the_game() -> None:
    """The question about players comes before the first step."""
    played = play("vegas", answers=["1", "safe", "Meek", "100", "N"], seed=1)
    assert [piece.step for piece in played.pieces[:8]] == [BEFORE_THE_GAME] * 8
    assert played.error == ""


def test_running_out_of_names_is_not_an_error() -> None:
    """Without answers about players, the game ends before its first hand."""
    played = play("vegas", answers=["1"])
    assert (played.ends, played.error, played.hands) == ("unanswered", "", 0)


def test_refusals_say_what_to_do() -> None:
    """The remedy of a refused command line is kept for the report."""
    assert play("classic", arguments="simpel").remedy == "did you mean `simple`?"
    with pytest.raises(UsageError):
        fill_arguments(shipped("classic").model.command_line, ["simpel"], {})


def test_games_with_long_hands_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traced game with long hands ends with an error after some work."""
    monkeypatch.setattr(text_sources, "MOST_WORK", text_sources.MOST_WORK // 10)
    checked = talkative(seats=12, reactions=7, hands=1000).load()
    played = play_case(checked, Case.model_validate({"expect": {}}))
    assert played.error.endswith(": the game was stopped because its hands take too much work to play")
    assert 1 <= played.hands < 100
