"""Whole games of both editions of the tournament, and of the variants between them."""

from __future__ import annotations

import itertools

import pytest
from tests.games.cases import laid_over
from tests.oracle import tournament
from tests.oracle.tournament import FIRST, REVISED, Edition
from tests.session.games import shipped, transcript

from bj.argument_values import Value, fill_arguments

EDITIONS = {"sos_vs_sc": FIRST, "sos_vs_sc_revised": REVISED}
ALL_BETWEEN = [Edition(*flags) for flags in itertools.product([False, True], repeat=len(FIRST))]
GAMES = [(31, 8, "sos"), (15, 20, "sos"), (40, 6, "sc"), (7, 18, "sos")]

HANDS = {"repeat": "hand", "while": "hand < hands and bankroll >= minimum and not forfeited"}
KICK_OUT = {
    "step": "kick out player",
    "if": "forfeited or bankroll < minimum",
    "else": "kick out dealer",
}
ROUNDS = {"repeat": "round", "while": "players_left > 0 and dealers_left > 0"}


def changes_of(edition: Edition) -> dict[str, object]:
    """The changes that make either of the shipped rulesets this edition."""
    shuffles = ["shuffle"]
    early, late = (shuffles, []) if edition.shuffles_every_round else ([], shuffles)
    escape = "hand over" if edition.escapes_after_hands else "round over"
    poor = {"on": escape, "as": "player", "when": "bankroll < normal // 2", "do": "forfeit round"}
    farewell = {"on": "round over", "as": "player", "when": "forfeited", "say": "Ni Ge Run Da Yo"}
    retake = {
        **{"on": "bust", "say": "Star Platinum, Za Warudo", "do": "retake hand"},
        "busting_card": "hidden" if edition.hides_busting_card else "shown",
        "retaken": "last shown" if edition.shows_last_card else "hidden",
        "sees": "all" if edition.jotaro_counts_all else "shown",
    }
    cheer = {"on": "round won", "say": "Nice!"}
    return {
        "procedure": {
            "game": [*late, ROUNDS, "announce winner"],
            "round": [*early, HANDS, "announce standings", "end round", KICK_OUT],
        },
        "members": {
            "joseph": {"powers": [], "reactions": [poor, farewell, cheer]},
            "jotaro": {"powers": [], "reactions": [retake]},
        },
    }


@pytest.mark.parametrize(
    "edition", ALL_BETWEEN, ids=lambda edition: "".join(str(int(flag)) for flag in edition)
)
def test_every_mixture_of_the_editions_is_an_overlay(edition: Edition) -> None:
    """Each point of the table can be set by itself, and the game is then that of the other program."""
    checked = laid_over("sos_vs_sc", changes_of(edition))
    for seed, (normal, hands, dealers) in enumerate(GAMES):
        values: dict[str, Value] = {"normal": normal, "hands": hands, "kind": "simple", "dealers": dealers}
        ours = transcript(checked, values, seed)
        theirs = tournament.transcript(edition, normal, hands, "simple", dealers, seed)
        assert ours.splitlines() == theirs.splitlines()


@pytest.mark.parametrize("parent", EDITIONS)
@pytest.mark.parametrize("kind", ["simple", "counting"])
@pytest.mark.parametrize("dealers", ["sos", "sc"])
def test_kind_and_side_alone_take_the_examples_of_the_handout(parent: str, kind: str, dealers: str) -> None:
    """`simple sc` alone means a bankroll of 100 and 3 hands."""
    arguments = shipped(parent).model.command_line
    filled = fill_arguments(arguments, [kind, dealers], {}, 52)
    assert filled == fill_arguments(arguments, ["100", "3", kind, dealers], {}, 52)
    given = {"normal": 100, "hands": 3, "kind": kind, "dealers": dealers}
    assert {name: filled[name] for name in given} == given
