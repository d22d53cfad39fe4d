"""Lines of transcripts are turned back into the events that make them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine.variants import SEEDS, Variant, asking, repack, rulesets
from tests.record.backwards import Judge, events_of, games
from tests.session.games import DIFFERENT, run, shipped
from tests.session.variants_of_classic import Changes, classic_with
from tests.turns import seeds

from bj.argument_values import Value
from bj.compiler.compile import Compiled, compile_ruleset
from bj.record.events import HIDDEN, Event, read
from bj.record.transcript_lines import Script
from bj.record.transcript_reading import LONGEST_KEPT, MOST_EVENTS, Inverse
from bj.ruleset.check import Checked

VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"}
LISTS = ("player_hand", "dealer_table_hand")


def inverse_with(changes: Changes) -> Inverse:
    """The inverse of a changed classic game."""
    checked = classic_with(changes)
    compiled = compile_ruleset(checked, VALUES, 0)
    return Inverse(Script(checked, compiled), compiled)


@pytest.mark.drawn
@pytest.mark.parametrize("name", DIFFERENT)
def test_every_line_of_a_shipped_ruleset_is_turned_back(name: str) -> None:
    """The event of every line is found from its line, and no event that would not print it."""
    lines = 0
    for compiled, events in games(name, seeds(4)):
        judge = Judge(compiled, shipped(name))
        judge.judge_game(events)
        lines += judge.lines
    assert lines > 10


@settings(max_examples=10)
@given(rulesets(), SEEDS)
@example(repack(asking(586), 1), 0)  # a power makes a card that the pack does not have
def test_every_line_of_any_ruleset_is_turned_back(variant: Variant, seed: int) -> None:
    """Teams, powers, money with decimals, lists of cards: the event is found from its line."""
    checked = variant.load()
    compiled = compile_ruleset(checked, variant.values, seed)
    events = list(read(run(list(compiled.program), compiled.table).events, compiled.persons))
    Judge(compiled, checked).judge_game(events[:400])


# --- lines that are made to be confused ---------------------------------------------------------------------

PEOPLE = [{"name": name, "bankroll": 50, "strategy": "simple"} for name in ("A", "AA", "A 1", "1")]
TEXTS = ["", " ", "A", "1", "-", "\n", "{name}", "{name:>4}", "{name:^3}"]
OWN_FIELDS = {
    "hand": ["{hand}", "{bankroll}", "{hand:>3}", "{bankroll:<4}"],
    "player_dealt": ["{card}", "{rank}", "{suit}", "{card:>5}"],
    "player_total": ["{total}", "{total:^4}"],
    "player_hand": ["{total}", "{total:<3}"],
    "dealer_table_hand": ["{total}"],
    "player_says": ["{words}", "{words:<5}"],
    "player_wins": ["{amount}", "{bankroll:>6}", "{wager}", "{total}"],
    "player_standing": ["{padded_name}", "{padded_name:>7}", "{hand}", "{bankroll}"],
    "player_gives": ["{partner}", "{partner:>3}", "{amount}", "{bankroll}"],
}
MONEY = [-120, -5, 0, 1, 11, 100, 110, 111]


def confusing(chance: Random) -> Checked:
    """A ruleset whose names, cards, phrases and lines look alike."""
    output = {}
    for key, fields in OWN_FIELDS.items():
        pieces = chance.choices([*TEXTS, *fields], k=chance.randint(1, 5))
        if key in LISTS:
            pieces.insert(chance.randint(0, len(pieces)), "{cards}")
        output[key] = "".join(pieces)
    ranks = {code: {"name": chance.choice(["A", "1", "11", "", "A1"]), "value": 2} for code in "23456789TJQK"}
    reactions = [{"on": "push", "say": words} for words in ("A", "1", " ", "A\n1")]
    changes: Changes = {
        "players": PEOPLE,
        "cards.ranks": ranks | {"A": {"name": "A", "value": 1, "or": 11}},
        "cards.name": chance.choice(["{rank}{suit}", "{rank}", "{suit} {rank}"]),
        "cards.suits": dict(zip("SHCD", chance.choices(["A", "1", "", "x"], k=4), strict=True)),
        "cards.listed": chance.choice(["{card}", "{rank} ", "({card})"]),
        "cards.hidden": chance.choice(["?", "A", ""]),
        "strategies.simple.reactions": reactions,
        "output": output,
        "money": {"decimals": 1},
    }
    return classic_with(changes)


def all_events(compiled: Compiled) -> Iterator[Event]:
    """All events of a small world."""
    cards = (*compiled.deck[:5], 13, 26)
    for person, name in enumerate(compiled.persons[:-1]):
        for bankroll in MONEY:
            for number in (1, 10, 11):
                yield Event("hand", person, name, hand=number, bankroll=bankroll)
                yield Event("player_wins", person, name, amount=number, bankroll=bankroll, wager=1, total=2)
                yield Event("player_standing", person, name, hand=number, bankroll=bankroll)
                yield Event("player_gives", person, name, amount=1, bankroll=bankroll, partner=number % 3 - 1)
        for card in cards:
            yield Event("player_dealt", person, name, card=card)
        for phrase in range(len(compiled.phrases[person])):
            yield Event("player_says", person, name, phrase=phrase)
        for total in (1, 10, 11, 21):
            yield Event("player_total", person, name, total=total)
            for held in ((), cards[:1], cards[:2], (cards[0], cards[0], cards[1])):
                yield Event("player_hand", person, name, total=total, cards=held)
    dealer = len(compiled.persons) - 1
    yield Event("dealer_table_hand", dealer, compiled.persons[dealer], total=1, cards=(HIDDEN, cards[0]))


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
@example(43)
def test_all_events_of_equal_lines_are_found(seed: int) -> None:
    """Of all events of a small game, those that print a line are found from it, however similar."""
    checked = confusing(Random(seed))  # noqa: S311  # a test that can be repeated
    compiled = compile_ruleset(checked, VALUES, 0)
    judge = Judge(compiled, checked)
    for event in all_events(compiled):
        line = judge.script.say(event)[:-1]
        if len(judge.inverse.events_at(line, 0)) < MOST_EVENTS:  # those of its beginning count, too
            judge.judge(event, line)
    assert judge.lines > 100


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.text(alphabet="A1x-. \n?()", max_size=12))
def test_what_is_found_for_any_line_makes_it(seed: int, line: str) -> None:
    """Each event found for any line prints this line."""
    checked = confusing(Random(seed))  # noqa: S311  # as above
    Judge(compile_ruleset(checked, VALUES, 0), checked).events_of(line)


# --- the events of a line, and their unknown fields --------------------------------------------------------


def test_fields_that_a_line_does_not_show_are_unknown() -> None:
    """A line may lack the bankroll, the suit or the name; a single player is known."""
    inverse = inverse_with({"output.player_dealt": "{rank}", "output.push": "Push"})
    assert events_of(inverse, "# Player bets 5") == [Event("player_bets", 0, "Player", wager=5)]
    assert events_of(inverse, "Push") == [Event("push", 0, "Player")]
    assert [event.card for event in events_of(inverse, "Queen")] == [10, 23, 36, 49]
    two = inverse_with({"players": PEOPLE[:2], "output.push": "Push"})
    assert events_of(two, "Push") == [Event("push")]


def test_equal_lines_have_both_events() -> None:
    """If two events print one line, both are found; a name of one role excludes the other."""
    same = inverse_with({"output.player_total": "{name}: {total}", "output.dealer_total": "{name}: {total}"})
    assert events_of(same, "Player: 17") == [Event("player_total", 0, "Player", total=17)]
    twice: Changes = {"output.player_busts": "Bust", "output.lost_by_bust": "Bust"}
    assert [event.key for event in events_of(inverse_with(twice), "Bust")] == ["player_busts", "lost_by_bust"]


@pytest.mark.parametrize(
    "line",
    [
        *("", "# Player bets", "# Player bets 05", "# Player bets 5 ", "# Player bets -0"),
        *("# Player bets \u0665", "# Player bets 9223372036854775808", "Player dealt Two of Stars"),
        *("# Player bets 5.0", "Player's total is 128", "Player's total is -1"),
        *("Dealer dealt Two of Spades\n", "# Shuffling the deck\n# Push"),
    ],
)
def test_no_event_makes_a_line_that_is_not_quite_one(line: str) -> None:
    """Extra zeros, spaces, other digits, large numbers and two lines match no event."""
    assert events_of(inverse_with({}), line) == []


def test_money_is_read_as_it_is_written() -> None:
    """Money is read only with the decimals, padding and signs of the script."""
    lines: Changes = {"money": {"decimals": 2}, "output.player_standing": "{padded_name:<8}|{bankroll:>8}|"}
    inverse = inverse_with(lines)
    assert [event.bankroll for event in events_of(inverse, "Player  |   307.5|")] == [30750]
    assert [event.bankroll for event in events_of(inverse, "Player  |-12345.67|")] == [-1234567]
    for line in ("Player  |  307.50|", "Player  |307.5   |", "Player |   307.5|", "Player  |    307.5|"):
        assert events_of(inverse, line) == []


def test_a_template_of_several_lines_is_one_event() -> None:
    """All lines of a template are one event, also inside a text."""
    inverse = inverse_with({"output.player_busts": "\n{name} busts\n\n", "output.hand_void": ""})
    bust = Event("player_busts", 0, "Player")
    assert events_of(inverse, "\nPlayer busts\n\n") == [bust]
    assert events_of(inverse, "") == [Event("hand_void", 0, "Player")]
    text = "# Push\n\nPlayer busts\n\n\n# Push"
    assert (bust, text.rindex("\n")) in inverse.events_at(text, len("# Push\n"))
    assert inverse.events_at(text, len(text) - len("# Push")) == [(Event("push", 0, "Player"), len(text))]


def test_a_line_too_long_to_be_remembered_is_read_each_time() -> None:
    """Its events are those of any line, and they are found again."""
    inverse = inverse_with({"output.player_busts": f"{'-' * 2 * LONGEST_KEPT} {{name}}"})
    line = f"{'-' * 2 * LONGEST_KEPT} Player"
    for _ in range(2):
        assert inverse.events_at(f"{line}\n", 0) == [(Event("player_busts", 0, "Player"), len(line))]


# --- hostile lines ------------------------------------------------------------------------------------------

HOSTILE = (
    "1",
    " ",
    "-",
    "A",
    "A ",
    "[7C]",
    "[??]",
    "\n",
    "0.",
    "{name}",
    "Ann",
    "\x1b[31m",
    "\ud800",
    "Seven  ",
)


def times(inverse: Inverse, line: str) -> float:
    """The seconds for a line, alone and in a text of a hundred such lines."""
    start = time.process_time()
    events_of(inverse, line)
    inverse.events_at("\n".join([line] * 100), len(line) + 1)
    return time.process_time() - start


@pytest.mark.parametrize("name", ["classic", "sos_vs_sc", "vegas", "variants/palio"])
def test_hostile_lines_take_no_time(name: str) -> None:
    """Ten thousand characters after the beginning of a line are rejected quickly."""
    compiled, events = next(games(name, range(1)))
    script = Script(shipped(name), compiled)
    inverse = Inverse(script, compiled)
    starts = {"", *(script.say(event)[:at] for event in events for at in (-1, -2, 20))}
    for start in sorted(starts)[:200:10]:
        for text in HOSTILE:
            line = (start + text * 10_000)[:10_000]
            assert events_of(inverse, line) == []
            assert times(inverse, line) < 0.5


def test_cards_that_look_alike_take_no_time() -> None:
    """Extremely ambiguous lists give the first thousand events, or none."""
    names = dict(zip("23456789TJQKA", ["A", "AA"] * 7, strict=False))
    changes: Changes = {
        "cards.ranks": {code: {"name": name, "value": 2} for code, name in names.items()},
        "cards.name": "{rank}",
        "cards.listed": "{card}",
        "cards.hidden": "",
        "output.player_hand": "{cards}{total}",
    }
    inverse = inverse_with(changes)
    lines = {"A" * 9_000: 0, "A" * 60 + "7": MOST_EVENTS, "A" * 60 + "x": 0, "A" * 80 + "7": 0}
    for line, found in lines.items():
        start = time.process_time()
        events = events_of(inverse, line)
        assert len(events) == found
        assert all(event.cards and len(event.cards) <= 34 for event in events)
        assert time.process_time() - start < 0.5


def test_a_line_without_end_takes_no_time() -> None:
    """A line is read only up to the longest line of an event."""
    changes: Changes = {
        "output.player_hand": "{cards}",
        "output.player_standing": "{bankroll:>8}",
        "cards.listed": "A",
    }
    inverse = inverse_with(changes)
    for text in ("A", " ", "1"):
        line = text * 20_000_000
        start = time.process_time()
        assert events_of(inverse, line) == []
        assert inverse.events_at(line, 5) == []
        assert time.process_time() - start < 0.5
