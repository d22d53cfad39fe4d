"""The vocabulary of a variant lives in its ruleset: the sources have none of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.session.games import OWN, shipped

from bj.ruleset.load import shipped_rulesets
from bj.ruleset.model import Ruleset
from bj.ruleset.model.side_bets import name_of

WORD = re.compile(r"\w[\w'-]*")
SOURCES = Path(__file__).parents[2] / "src"

GAME = "a word of the card game, whatever the variant"
ENGLISH = "everyday English"
SHIPPED = "the sources may name a ruleset that comes with bj"
ROLES = "the command line's own kinds of arguments, or the engine's own names"

GENERAL_NAMES = {
    **dict.fromkeys(("bankroll", "blackjack", "cuts", "dealers", "hands", "human", "minimum"), GAME),
    **dict.fromkeys(("player", "players", "shoe", "deck", "infinite", "doubling", "counting"), GAME),
    **dict.fromkeys(("two", "down", "with", "start", "kind", "normal", "simple", "safe", "random"), ENGLISH),
    "classic": SHIPPED,
}
"""Words of names that the sources may use all the same, each with its reason."""

GENERAL_PHRASES = {
    **dict.fromkeys(
        ("player wins", "player has", "player bets", "smallest wager", "s total is", "s hand is"), GAME
    ),
    **dict.fromkeys(("dealer's hole card is", "s hole card is"), GAME),
    **dict.fromkeys(("another round", "who plays", "one plays", "s turn"), ENGLISH),
    **dict.fromkeys(("y or n", "every rank is equally likely at any time", "player starts with"), ENGLISH),
}
"""Words that follow one another in the sources all the same, each with its reason."""

NAMED = ("variants/", "side_bets/")
"""The shelves whose tables have names of their own; those of casinos are named by their rules."""

NUMBERS = re.compile(r"\d[\d_]*(?:, \d[\d_]*)+|[a-z_]+ (?:[<>]=?|==) [^\"]*?\d[\d_]*")
"""Lists of numbers, and conditions with a number: one number alone says nothing."""
SEAT = re.compile(r"\b\w+:(\w+):\d+")
"""A player on the command line: a kind, a name and a bankroll."""
GENERAL_NUMBERS = {"total < 17": "how dealers draw nearly everywhere"}


def texts_of(model: Ruleset) -> Iterator[str]:
    """Everything that a ruleset says, calls somebody or asks."""
    yield from (model.ruleset.title, model.ruleset.summary)
    yield from (member.name for member in model.members.values())
    yield from (player.name for player in model.players)
    yield from (team.victory for team in model.teams)
    yield from (reaction.say or "" for _, reaction in model.all_reactions())
    yield from (text for text in model.output.model_dump(exclude_unset=True).values())
    for step in (*model.procedure.game, *(model.procedure.round or []), *model.procedure.hand):
        yield step.say or ""
    for prompts in model.prompts.model_dump(exclude_unset=True).values():
        yield from (text for text in prompts.values() if isinstance(text, str))
    yield from (argument.help for argument in model.command_line)


def phrases_of(model: Ruleset) -> set[str]:
    """Two and more words that follow one another in what a ruleset says, but for what is filled in."""
    phrases = set()
    for text in texts_of(model):
        for piece in re.split(r"\{[^}]*\}|[\n:.,;!?()\"]", text):
            words = WORD.findall(piece.casefold())
            if len(words) > 1:
                phrases.add(" ".join(words))
    return phrases


def names_of(model: Ruleset) -> set[str]:
    """Words that name somebody or something of one variant only."""
    names = {*model.members, *(team.id for team in model.teams), *model.strategies}
    names |= {argument.name for argument in model.command_line}
    names |= {choice for argument in model.command_line for choice in argument.choices or []}
    for name in (*(member.name for member in model.members.values()), model.ruleset.title):
        names |= {word.casefold() for word in re.findall(r"\w+", name)}
    return names


def numbers_of(name: str) -> set[str]:
    """Lists of numbers and conditions with numbers, as they stand in the file of a ruleset."""
    lines = shipped_rulesets()[name].read_text("utf-8").splitlines()
    return {found for line in lines for found in NUMBERS.findall(line.partition(" #")[0])}


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Every file of the sources, comments too."""
    files = sorted(SOURCES.rglob("*.py"))
    assert files
    return {str(file.relative_to(SOURCES)): file.read_text("utf-8") for file in files}


def in_words(sources: dict[str, str]) -> dict[str, str]:
    """The sources with nothing but their words, in small letters."""
    return {name: f" {' '.join(WORD.findall(text.casefold()))} " for name, text in sources.items()}


def places(what: set[str], texts: dict[str, str]) -> dict[str, list[str]]:
    """Where the sources have some of these as whole words or numbers."""
    patterns = {one: re.compile(rf"(?<![\w'-]){re.escape(one)}(?![\w'-])") for one in what}
    found = {
        one: [name for name, text in texts.items() if one in text and pattern.search(text)]
        for one, pattern in patterns.items()
    }
    return {one: names for one, names in found.items() if names}


@pytest.mark.parametrize("name", sorted(set(OWN) - {"casino"}))
def test_no_name_or_phrase_of_a_ruleset_is_in_the_sources(name: str, sources: dict[str, str]) -> None:
    """What a shipped ruleset says, and whom and what it names, stands in its file and nowhere else.

    The tables of casinos speak as everybody does, and name nobody.
    """
    model, texts = shipped(name).model, in_words(sources)
    assert places(names_of(model) - set(GENERAL_NAMES), texts) == {}
    assert places(phrases_of(model) - set(GENERAL_PHRASES), texts) == {}


def test_no_player_of_an_example_is_in_the_sources(sources: dict[str, str]) -> None:
    """The names of players in examples of rulesets are theirs alone, except Bob, who is everywhere."""
    examples = [example for name in OWN if (example := shipped(name).model.example)]
    players = {player.casefold() for example in examples for player in SEAT.findall(example.arguments)}
    assert "meek" in players
    assert places(players - {"bob", "random"}, in_words(sources)) == {}


def test_no_catchphrase_is_in_the_sources(sources: dict[str, str]) -> None:
    """What somebody says in a shipped ruleset is quoted nowhere else, even if it is one word."""
    models = [shipped(name).model for name in OWN]
    said = {reaction.say for model in models for _, reaction in model.all_reactions() if reaction.say}
    assert "Nice!" in said
    quoted = {f"{mark}{text}{mark}" for text in said for mark in ("'", '"')}
    assert {text for text in quoted for source in sources.values() if text in source} == set()


@pytest.mark.parametrize("name", sorted(name for name in shipped_rulesets() if name.startswith(NAMED)))
def test_no_variant_and_no_side_bet_is_named_in_the_sources(name: str, sources: dict[str, str]) -> None:
    """What variants and side bets are called, in their titles, files and texts, is theirs alone."""
    model = shipped(name).model
    titles = [model.ruleset.title, name.rpartition("/")[2].replace("_", " ")]
    titles += [name_of(key, bet) for key, bet in model.side_bets.items()]
    called = {" ".join(WORD.findall(title.casefold())) for title in titles}
    assert places(called, in_words(sources)) == {}


@pytest.mark.parametrize("name", OWN)
def test_no_numbers_of_a_ruleset_are_in_the_sources(name: str, sources: dict[str, str]) -> None:
    """Cuts, limits of strategies and conditions are those of a ruleset's file.

    The tables of the shelf say in their conditions what every casino knows: two cards, or 9 to 11.
    """
    assert places(numbers_of(name) - set(GENERAL_NUMBERS), sources) == {}


def test_every_exception_is_needed() -> None:
    """What the lists of general words allow would be found without them."""
    names = set().union(*(names_of(shipped(name).model) for name in shipped_rulesets()))
    phrases = set().union(*(phrases_of(shipped(name).model) for name in shipped_rulesets()))
    assert set(GENERAL_NAMES) <= names
    assert set(GENERAL_PHRASES) <= phrases
    assert set(GENERAL_NUMBERS) <= set().union(*map(numbers_of, shipped_rulesets()))


def test_the_vocabulary_is_found() -> None:
    """The words that are looked for are those by which a reader would know a variant."""
    names = names_of(shipped("sos_vs_sc").model)
    assert {"haruhi", "jotaro", "polnareff", "sos", "brigade", "crusaders"} <= names
    assert {"star platinum", "za warudo", "has been kicked out"} <= phrases_of(shipped("sos_vs_sc").model)
    assert {"how much would you like to bet", "okay time for betting"} & phrases_of(shipped("vegas").model)
    assert {"13, 39", "cards_left < 20"} <= numbers_of("classic")
