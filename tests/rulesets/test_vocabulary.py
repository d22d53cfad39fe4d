"""The vocabulary of a variant is in its ruleset: the sources do not contain it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.session.games import OWN, shipped

from bj.ruleset.model.side_bets import name_of
from bj.ruleset.ruleset_files import shipped_rulesets

SOURCES = Path(__file__).parents[2] / "src"
WORD = re.compile(r"\w[\w'-]*")

GENERAL = {"player", "players", "deck", "dealers", "blackjack", "infinite", "doubling", "two", "down", "with"}
GENERAL |= {"simple", "counting", "safe", "random", "human", "shoe", "vs", "trick"}
"""Names that are words of the card game, or of everyday English."""

NAMED = ("variants/", "side_bets/")
"""The folders of tables with names of their own. Casino tables are named after their rules."""


@pytest.fixture(scope="module")
def words() -> str:
    """All words of the sources, comments too, in small letters."""
    texts = [file.read_text("utf-8") for file in sorted(SOURCES.rglob("*.py"))]
    assert texts
    return f" {' '.join(WORD.findall(' '.join(texts).casefold()))} "


def found(phrases: set[str], words: str) -> set[str]:
    """The phrases among ``phrases`` that the sources contain."""
    return {phrase for phrase in phrases if f" {' '.join(WORD.findall(phrase.casefold()))} " in words}


@pytest.mark.parametrize("name", sorted(set(OWN) - {"casino", "classic"}))
def test_no_person_of_a_ruleset_is_in_the_sources(name: str, words: str) -> None:
    """Names of people, teams and strategies, and what people say, are in the file of the ruleset alone."""
    model = shipped(name).model
    names = {*model.members, *(team.id for team in model.teams), *model.strategies}
    for text in (*(member.name for member in model.members.values()), model.ruleset.title):
        names |= {word.casefold() for word in re.findall(r"\w+", text)}
    said = {reaction.say for _, reaction in model.all_reactions() if reaction.say and " " in reaction.say}
    assert found(names - GENERAL, words) == set()
    assert found(said | {team.victory for team in model.teams}, words) == set()


@pytest.mark.parametrize("name", sorted(name for name in shipped_rulesets() if name.startswith(NAMED)))
def test_no_variant_and_no_side_bet_is_named_in_the_sources(name: str, words: str) -> None:
    """The names of variants and side bets appear only in their own titles, files and texts."""
    model = shipped(name).model
    titles = {model.ruleset.title, name.rpartition("/")[2].replace("_", " ")}
    assert found(titles | {name_of(key, bet) for key, bet in model.side_bets.items()}, words) == set()
