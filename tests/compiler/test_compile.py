from __future__ import annotations

import pytest
from tests.session.games import run, shipped, transcript
from tests.session.variants_of_classic import Changes, classic_with

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.cards import random_generators as g
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.errors import GameError
from bj.record.events import read
from bj.record.transcript_lines import Script
from bj.session.game import Game
from bj.session.rigging import parse_cards

VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"}


def said(changes: Changes, **values: int) -> tuple[str, str]:
    """The transcript of a changed classic game up to its fault, and the fault."""
    checked = classic_with(changes)
    compiled = compile_ruleset(checked, {**VALUES, **values}, 0)
    pieces: list[bytes] = []
    with pytest.raises(GameError) as caught:
        pieces += Game(compiled, Script(checked, compiled)).transcript()
    return b"".join(pieces).decode(), str(caught.value)


def test_seeds_change_the_generators_alone() -> None:
    """Two seeds give the same program, and tables that differ only in the generators."""
    one, other = (compile_ruleset(shipped("classic"), VALUES, seed) for seed in (1, 2))
    assert one.program == other.program
    differing = {at for at, pair in enumerate(zip(one.table, other.table, strict=True)) if pair[0] != pair[1]}
    assert differing
    assert differing <= set(range(t.GENERATORS, g.CHOICES + 4))


def test_choices_of_players_do_not_change_the_shoe() -> None:
    """The cards of every shuffle are the same whether a player draws random numbers or not."""
    by_chance: Changes = {"strategies.simple.wager": "random(minimum, minimum + 3)"}
    cards = []
    for changes in ({}, by_chance):
        compiled = compile_ruleset(classic_with(changes), {**VALUES, "bankroll": 10_000}, 9)
        events = read(run(compiled.program, compiled.table).events, compiled.persons)
        cards.append([event.card for event in events if event.card is not None])
    assert cards[0] == cards[1]


def test_formulas_may_use_more_numbers_than_the_table_has_room_for() -> None:
    """Conditions with hundreds of different numbers work like single ones."""
    rules = [{"when": "total < 17", "do": "hit"}, {"do": "stand"}]
    starts = range(1000, 1000 + t.CONSTANTS_SIZE + 6, 3)
    never = [" or ".join(f"wager > {start + more}" for more in range(3)) for start in starts]
    events = []
    for conditions in ([], never):
        conditional = [{"when": condition, "do": "stand"} for condition in conditions]
        changes: Changes = {"strategies.simple": {"wager": "minimum", "rules": [*conditional, *rules]}}
        compiled = compile_ruleset(classic_with(changes), VALUES, 3)
        events.append(list(run(compiled.program, compiled.table).events))
    assert events[0] == events[1]


def test_an_infinite_shoe_is_never_shuffled_for_a_share_of_it() -> None:
    """An inherited share has no effect in an infinite shoe."""
    checked = classic_with({"shoe": {"packs": "infinite", "penetration": "75%"}})
    assert "reshuffle" in checked.model.procedure.steps_named()
    compiled = compile_ruleset(checked, VALUES, 3)
    keys = [event.key for event in read(run(compiled.program, compiled.table).events, compiled.persons)]
    assert (keys.count("shuffle"), keys.count("hand")) == (1, 20)


def test_charts_and_formulas_of_two_seats_are_placed_once() -> None:
    """Two players with one strategy share its part of the program."""
    seats = [{"name": name, "bankroll": 100, "strategy": "counting"} for name in ("Ann", "Ben")]
    one, two = (
        compile_ruleset(classic_with({"players": seats[:count]}), VALUES, 0).program for count in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"strategies.simple.wager": "minimum - 1"},
            "hand 1: Player wagers 4, less than the minimum of 5",
        ),
        ({"strategies.simple.wager": "bankroll + 1"}, "hand 1: Player wagers 101 with a bankroll of 100"),
        (
            {"strategies.simple.wager": "minimum // (hand - 2) if hand == 2 else minimum"},
            "hand 2: in the step `take wagers`, an expression divides by zero",
        ),
        (
            {"strategies.simple.wager": "minimum if bankroll * 1_000_000_000 * hand * 10_000 > 0 else 1"},
            "hand 2: in the step `take wagers`, a number is too large",
        ),
        (
            {
                "strategies.simple.chart": None,
                "strategies.simple.rules": [{"when": "total < 12", "do": "hit"}],
            },
            'hand 1: no rule in Player\'s strategy applies; end the rules with `{ do = "stand" }`',
        ),
        ({"shoe.reshuffle_when": "cards_left < 1"}, "the shoe is out of cards"),
    ],
)
def test_games_that_cannot_go_on_say_why(changes: Changes, reason: str) -> None:
    """An impossible game stops with the hand and the reason."""
    lines, message = said(changes)
    assert reason in message
    assert message.startswith("hand ")
    hand = message.removeprefix("hand ").partition(":")[0]
    assert f"# Hand {hand} bankroll" in lines
    assert f"# Hand {int(hand) + 1} bankroll" not in lines


def test_money_has_a_bound() -> None:
    """Growing winnings end the game before a bankroll exceeds the engine's range."""
    changes: Changes = {
        "strategies.simple.wager": "1_000_000_000_000",
        "rules.credit": True,
        "payouts.win": "9999:1",
        "payouts.tie": "win",
    }
    _, message = said(changes, hands=10_000, bankroll=10**14)
    assert message.endswith("a number is too large")


def test_start_values_may_not_divide_by_zero() -> None:
    """A bankroll that cannot be computed is an error before the game."""
    values = {**VALUES, "minimum": 6}
    with pytest.raises(GameError, match="Player's bankroll divides by zero with these arguments"):
        compile_ruleset(classic_with({"players.0.bankroll": "bankroll // (minimum - 6)"}), values, 0)
    with pytest.raises(GameError, match=r"dealer\.draws divides by zero at a total of 20"):
        compile_ruleset(classic_with({"dealer.draws": "100 // (total - hands) > 3"}), values, 0)


@pytest.mark.parametrize("rule", ["100 // total > 5", "total < 17 or 5 // (total - 27) > 0"])
def test_totals_that_the_dealer_never_has_may_divide_by_zero(rule: str) -> None:
    """A dealer's rule may be undefined for totals that no hand has."""
    assert transcript(classic_with({"dealer.draws": rule}), VALUES).endswith("after 20 hands\n")


def test_cuts_of_a_file_are_for_one_shuffle() -> None:
    """Given cuts are in the program; otherwise the program has no cuts."""
    without = compile_ruleset(shipped("classic"), VALUES, 0).program
    program = compile_ruleset(shipped("classic"), {**VALUES, "cuts": (3, 1, 4)}, 0).program
    assert without[p.SET_CUTS] == 0
    at = program[p.FIRST_SET_CUT]
    assert program[at : at + program[p.SET_CUTS]] == [3, 1, 4]


def test_a_name_of_some_places_hides_an_argument_there_alone() -> None:
    """An argument with the name of a fact of a hand is available before the hand."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 3, "total": 7}
    checked = classic_with(
        {
            "ruleset.usage": " ".join(values),
            "arguments.total": {"type": "integer"},
            "players.0.strategy": "simple",
            "shoe.shuffle.first_cuts": None,
            "strategies.simple.wager": "minimum + total",
            "strategies.simple.chart": None,
            "strategies.simple.rules": [{"when": "total < 12", "do": "hit"}, {"do": "stand"}],
        }
    )
    text = transcript(checked, values)
    assert text.count("Player bets 12") == 3
    assert any(f"Player's total is {total}" in text for total in range(12, 31))
    assert not any(f"Player's total is {total}\n" in text for total in range(4, 12))


def test_the_smallest_wager_is_not_nothing() -> None:
    """Arguments that make the smallest wager 0 or less are refused before the game."""
    checked = classic_with({"rules.minimum_wager": "minimum - 5"})
    with pytest.raises(GameError, match=r"`rules.minimum_wager` is not above 0 with these arguments"):
        compile_ruleset(checked, VALUES, 0)
    assert transcript(checked, {**VALUES, "minimum": 6, "hands": 2}).count("Player bets 1\n") == 2


def test_rounds_without_a_hand_end() -> None:
    """A game of rounds without hands is stopped with a message."""
    rounds = {"repeat": "round", "while": True}
    hands = {"repeat": "hand", "while": "round == 20_000"}
    assert said({"procedure.game": ["shuffle", rounds], "procedure.round": [hands]})[1] == (
        "round 10000: the game would never end, because its rounds have no hands"
    )


def test_rounds_with_a_hand_now_and_then_go_on() -> None:
    """Only consecutive rounds without a hand count."""
    rounds = {"repeat": "round", "while": "round < 25_000"}
    hands = {"repeat": "hand", "while": "round % 9_000 == 0 and hand == 0"}
    changes: Changes = {"procedure.game": ["shuffle", rounds], "procedure.round": [hands]}
    assert transcript(classic_with(changes), VALUES).count("# Hand") == 2


@pytest.mark.parametrize(("cards", "line"), [("AS AH KS KH", "# Push"), ("TS AH KS KH", "natural beats")])
def test_a_natural_ties_with_the_dealers_where_nothing_pays_naturals(cards: str, line: str) -> None:
    """Without the step that pays naturals, a dealer's natural beats all hands except naturals."""
    hand = ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]
    changes: Changes = {
        "rules.dealer_natural": True,
        "procedure.hand": hand,
        "output.dealer_natural": "natural beats",
    }
    checked = classic_with(changes)
    compiled = compile_ruleset(
        checked, {**VALUES, "hands": 1}, 0, cards=parse_cards(cards, "here", checked.pack)
    )
    text = b"".join(map(bytes, Game(compiled, Script(checked, compiled)).transcript())).decode()
    assert line in text.splitlines()


def test_lines_of_a_list_that_is_repeated_in_several_places_are_said_in_each() -> None:
    """A list with sixty lines prints the same lines at each place."""
    lines = [f"line {number}" for number in range(60)]
    steps = ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]
    loops = [{"repeat": "hand", "while": f"hand < {last}"} for last in range(1, 5)]
    changes: Changes = {
        "procedure.game": ["shuffle", *loops],
        "procedure.hand": [*({"say": line} for line in lines), *steps],
    }
    printed = transcript(classic_with(changes), VALUES).splitlines()
    assert [line for line in printed if line.startswith("line ")] == lines * 4
