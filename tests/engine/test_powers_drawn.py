"""The occasion `drawn`: what powers do with every card that is drawn."""

from __future__ import annotations

from typing import Any

from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_duels import Duel, compiled, played
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.session.engines import compiled_engine

SAYS: dict[str, Any] = {"on": "drawn", "say": "drawn"}
CARDS = "2S TH 3C 6D 4C 5D 6S KD"
"""Ann draws a four, a five and a six, and stands at 20; Bob busts with a king."""


def told(ann: list[dict[str, Any]], bob: list[dict[str, Any]], cards: str = CARDS, **more: Any) -> list[str]:
    """What is said in one hand after the deal."""
    lines = played(Duel(ann, bob, strategy="simple", **more), cards)
    return lines[next(at for at, line in enumerate(lines) if line.startswith("Bob gets")) + 2 :]


def test_it_comes_after_every_card_that_does_not_bust() -> None:
    """Ann speaks after each of her three cards; Bob draws only the one that busts him, and is silent."""
    both = {"on": "bust", "say": "bust"}
    assert told([SAYS, both], [SAYS, both])[:9] == [
        *("Ann gets 4C", "Ann: drawn", "Ann gets 5D", "Ann: drawn", "Ann gets 6S", "Ann: drawn"),
        *("Ann stops at 20", "Bob turns 6D", "Bob gets KD"),
    ]
    assert "Bob: bust" in told([], [SAYS, both])


def test_others_react_to_it() -> None:
    """Bob comments on the cards that Ann draws, and knows them."""
    watches = {"on": "drawn", "of": "opponent", "as": "dealer", "when": "their_last == 5", "say": "a five"}
    assert told([], [watches])[:3] == ["Ann gets 4C", "Ann gets 5D", "Bob: a five"]


def test_what_it_changes_counts_at_once() -> None:
    """A hand that has drawn its way to 14 counts as 21 from then on, and is not hit any more."""
    counts = {"on": "drawn", "do": "count as", "total": 21, "when": "total == 14"}
    assert told([counts], [])[2] == "Ann stops at 21"
    throws = {"on": "drawn", "do": "discard card", "when": "last == 5"}
    assert "Ann gets KD" in told([throws], [])


def test_a_target_that_changes_with_a_card_holds_for_it() -> None:
    """From her first card on Ann's target is 13: her five busts her."""
    power = {
        **{"memory": {"drawn_any": 0}, "while": "drawn_any == 1", "target": 13},
        "reactions": [{"on": "drawn", "as": "player", "set": {"drawn_any": 1}}],
    }
    assert "Ann busts" in told([], [], changes={"powers": {"low": power}}, powers=["low"])
    assert "Ann busts" not in told([], [])


def test_cards_of_a_retaken_hand_are_not_drawn() -> None:
    """The cards that a power takes in place of a hand that busts were drawn by nobody."""
    retakes = {"on": "bust", "do": "retake hand", "limit": "1 per game"}
    lines = told([SAYS, retakes], [], "TS TH 2C 6D KC 2S 9C 8D KD")
    assert "Ann: drawn" not in lines
    assert "Ann stops at 19" in lines


def test_a_card_that_completes_a_split_is_not_drawn() -> None:
    """Of two eights that are split each gets a second card, and only the third one is drawn."""
    checked = changed("casino", {"strategies/basic/reactions": [SAYS], "output/player_says": "{words}"})
    values = {argument.name: argument.default for argument in checked.model.command_line}
    lines = lines_of(checked, {**values, "hands": 1}, "8S 6H 8C TD 4S KS 9C TH 2C", 0)  # type: ignore[dict-item]
    assert lines.count("drawn") == 0


def test_it_is_the_same_at_both_speeds() -> None:
    """Compiled games, in which charts decide otherwise, have the same events."""
    powers: list[dict[str, Any]] = [
        {"on": "drawn", "do": "count as", "total": "total + 1", "when": "chance(30)"},
        {"on": "drawn", "of": "opponent", "say": "drawn", "when": "their_total > 12"},
    ]
    for seed in range(3):
        duel = Duel(powers, powers)
        one, other = (compiled(duel, normal=90, hands=30, seed=seed) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())
