"""`bj.State`: a game that a program steps, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, reject, settings
from tests.engine.variants import SEEDS, Variant, asking, repack, rulesets
from tests.session.games import DIFFERENT
from tests.session.starting import start
from tests.session.test_speeds import values_of
from tests.turns import seeds

import bj
from bj.engine.face import driving
from bj.engine.face.driving import QUIT
from bj.engine.face.possible_cards_and_cuts import give_card
from bj.engine.face.view import Reason, Stop, View
from bj.engine.layout import table as t
from bj.errors import GameError, RulesetError, UsageError
from bj.record.events import Event
from bj.record.transcript_lines import Script
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.answer_sources import EndOfInput
from bj.session.engines import PLAIN
from bj.session.game import Game
from bj.session.question_texts import prompt_of, words_of

MOST_ACTIONS = 60


def choose(state: bj.State, rng: Random) -> int:
    """A random action, rarely leaving; a card or a cut by its probability."""
    if state.is_chance:
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
        return rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0]
    legal = state.legal_actions()
    return rng.choice([*legal[-4:], *[each for each in legal[:3] if each >= 0 or len(legal) == 1]])


def play(state: bj.State, seed: int, most: int = MOST_ACTIONS) -> bj.State:
    """Take random actions, up to ``most`` or to the end."""
    rng = Random(seed)  # noqa: S311  # a test that can be repeated
    try:
        while not state.is_over and len(state.actions) < most:
            state.apply(choose(state, rng))
    except GameError:
        assert state.is_over
    return state


def in_session(state: bj.State) -> str:
    """The record of a session whose people answer as in ``state``."""
    compiled, answers = state.plan.compile(), iter(state.actions)

    def ask(view: View) -> Generator[bytes, None, int]:
        yield from ()
        try:
            return next(answers)
        except StopIteration:
            raise EndOfInput from None

    printed = b""
    try:
        for piece in Game(compiled, Script(state.plan.checked, compiled), ask=ask).transcript():
            printed += piece
    except GameError:
        assert state.is_over
    return printed.decode()


def agrees_with_session(state: bj.State) -> bool:
    """Whether a session has the same record; one that was left also prints the standings."""
    printed = in_session(state)
    return printed == state.transcript if state.is_over else printed.startswith(state.transcript)


def deal_again(told: bj.State, state: bj.State) -> bj.State:
    """Replay the game of ``told`` by applying its actions, and every card and cut of its events."""
    actions, events, at = iter(told.actions), told.events, len(state.events)
    while not state.is_over:
        if not state.is_chance:
            number = next(actions, None)  # the last one may end the game without an event
        elif at < len(events):
            number = events[at].cut if state.kind == "cut" else events[at].card
        else:
            break
        if number is None:
            break
        at += len(state.apply(number).new_events)
    return state


@pytest.mark.drawn
@pytest.mark.parametrize("name", DIFFERENT)
def test_shipped_rulesets_are_stepped_as_they_are_run(name: str) -> None:
    """The record of a stepped game equals that of a session, and of a game with every card applied."""
    for seed in seeds(2):
        told = play(bj.State(name, values_of(name), seed=seed, rounds=0), seed)
        assert agrees_with_session(told)
        again = deal_again(told, bj.State(name, values_of(name), seed=seed, explicit_chance=True))
        assert again.events[: len(told.events)] == told.events


@given(rulesets(), SEEDS)
@example(repack(asking(8_609_847), 16_618), 0)  # an action ends it by a fault, without an event
@settings(max_examples=12)
def test_random_rulesets_are_stepped_as_they_are_run(variant: Variant, seed: int) -> None:
    """With people, powers and side bets the records are the same, and so are the wins."""
    checked = variant.load()
    try:
        told = play(bj.State(checked, variant.values, seed=seed), seed)
        state = bj.State(checked, variant.values, seed=seed, explicit_chance=True)
    except (GameError, UsageError):  # before the first action, or because cards are put back
        reject()
    assert agrees_with_session(told)
    if not View(state._stepper.program, state._stepper.table).looks_ahead:
        with suppress(GameError):  # as `told` ended
            deal_again(told, state)
        assert state.events == told.events
        assert (state.is_over, state.returns()) == (told.is_over, told.returns())


def test_command_prints_the_transcript() -> None:
    """`bj run` prints the transcript of a stepped game without persons, byte for byte."""
    words = ["100", "5", "5", "simple"]
    printed = start("run", "classic", *words, "--seed", "7").stdout.decode()
    assert bj.State("classic", words, seed=7).transcript == printed


def test_cards_come_as_often_as_chance_says() -> None:
    """The ranks dealt by seeds have the probabilities of the chance outcomes."""
    state = bj.State("infinite", start=1_000_000, seed=5)
    chances = dict(bj.State("infinite", explicit_chance=True).apply("10").chance_outcomes())
    dealt = Counter[int | None]()
    for _ in range(800):
        state.apply("0.01" if state.kind == "wager" else "stand")
        dealt.update(event.card for event in state.new_events if "_dealt" in event.key)
    assert dealt.keys() == chances.keys()
    total = dealt.total()
    for card, chance in chances.items():
        assert abs(dealt[card] - total * chance) < 4.5 * (total * chance * (1 - chance)) ** 0.5


def test_dealt_cards_leave_the_shoe() -> None:
    """The probability of a card is its share of the cards not dealt since the shuffle."""
    state = bj.State("casino", hands=3, explicit_chance=True)
    full = Counter(dict.fromkeys(range(52), 6))
    rng = Random(3)  # noqa: S311  # as above
    while not state.is_over:
        events = state.events
        last = max((at for at, event in enumerate(events) if event.key == "shuffle"), default=0)
        left = full - Counter(event.card or 0 for event in events[last:] if "_dealt" in event.key)
        assert not state.is_chance or state.chance_outcomes() == [
            (card, left[card] / left.total()) for card in sorted(left)
        ]
        assert state.observation(0).cards_left == left.total()
        state.apply(choose(state, rng))


@given(rulesets(), SEEDS)
@settings(max_examples=15)
def test_an_observation_does_not_depend_on_hidden_cards(variant: Variant, seed: int) -> None:
    """An observation does not depend on face-down cards, nor on those in the shoe."""
    rng = Random(seed)  # noqa: S311  # as above
    try:
        state = bj.State(variant.load(), variant.values, seed=seed)
        while not state.is_over and len(state.actions) < MOST_ACTIONS:
            seen = state.observation()
            if not (seen.hole_cards or seen.next_card) and state.kind == "action":
                twin = state.clone()
                change_hidden_cards(twin._stepper.table)
                assert twin.observation() == seen
            state.apply(choose(state, rng))
    except GameError:
        reject()


def change_hidden_cards(table: Any) -> None:
    """Change all cards that the owner of the current hand does not see."""
    owner = table[table[t.ASKED] + t.OWNER]
    for hand in (table[t.DEALER_HAND], *table[t.HANDS : t.HANDS + table[t.HANDS_IN_PLAY]]):
        for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
            if table[at] >= t.FACE_DOWN and table[hand + t.OWNER] != owner:
                table[at] = t.FACE_DOWN + (table[at] + 5) % 13
                table[hand + t.VALUE] ^= 3
    end = table[t.SHOE] + table[t.SHOE_SIZE]
    first = end - table[t.CARDS_LEFT]
    table[first:end] = reversed(table[first:end])


def test_hole_card_is_hidden_until_it_is_turned_up() -> None:
    """The player sees ``??`` and no total of the dealer, and the dealer sees both cards."""
    state = bj.State("infinite", explicit_chance=True).apply("10")
    for code in ("9S", "TS", "8S", "7S"):
        state.apply(code)
    assert state.kind == "action"
    seen, known = state.observation(), state.observation(1)
    assert (seen.dealer.hands[0].cards, seen.dealer.hands[0].total) == (("TS", "??"), None)
    assert (known.dealer.hands[0].cards, known.dealer.hands[0].total) == (("TS", "7S"), 17)
    assert seen.players == known.players
    state.apply("stand")
    assert state.returns() == (0, 0)


def test_every_form_of_a_ruleset_is_the_same_game(tmp_path: Path) -> None:
    """A name, a file, a text, its data and a loaded ruleset, with words, values and keywords."""
    file = find_ruleset("classic")
    text = '[ruleset]\ntitle = "Classic two-party blackjack"\nextends = "classic"\n'
    data = {"ruleset": {"title": "Classic two-party blackjack", "extends": "classic"}}
    typed: dict[str, Any] = {"bankroll": 100, "minimum": 5, "hands": 5, "player": "simple"}
    first = bj.State("classic", ["100", "5", "5", "simple"])
    games = [bj.State(form, typed) for form in (file, text, data, load_ruleset(file))]
    games.append(bj.State("classic", **typed))
    assert {game.transcript for game in games} == {first.transcript}
    players = [("human", "Ann", 40), "safe:Ben:90"]
    assert bj.State("vegas", players=players).persons[:2] == ("Ann", "Ben")
    assert bj.State("classic", cuts=[26] * 7).events[1].cut == 26


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({"bankrol": 5}, {}),
        ({"bankroll": 5.5}, {}),
        ({"bankroll": True}, {}),
        ({"cuts": [99]}, {}),
        ({"cuts": ["1"]}, {}),
        ("100", {}),
        ((), {"seed": -1}),
        ((), {"seed": "1"}),
        ((), {"rounds": 3}),
        (b"100", {}),
        (None, {}),
        ({1: 100}, {}),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, options: dict[str, Any]) -> None:
    """Unknown arguments, wrong types and values out of range are usage errors."""
    with pytest.raises(UsageError):
        bj.State("classic", arguments, **options)


@pytest.mark.parametrize("rounds", [-1, 10**9 + 1, 2**63, True, 1.5, "3"])
def test_numbers_of_rounds_are_whole_and_bounded(rounds: Any) -> None:
    """A value that is not a number of rounds is refused, in a stepped game and in a simulation."""
    with pytest.raises(UsageError, match="is not a number of rounds"):
        bj.State("vegas", ["human:Ann:10"], rounds=rounds)
    with pytest.raises(UsageError, match="is not a number of rounds"):
        bj.simulate("vegas", ["safe:Ann:10"], hands=10, rounds=rounds)


@pytest.mark.parametrize("ruleset", [5, None, b"classic"])
def test_other_values_are_not_rulesets(ruleset: Any) -> None:
    """The error names the type of a value that cannot be a ruleset."""
    with pytest.raises(UsageError, match=f"a ruleset cannot be {type(ruleset).__name__}"):
        bj.State(ruleset)


@pytest.mark.parametrize("ruleset", ["[ruleset]\ntitle = 5\n", {"ruleset": {"title": "x", "nothing": 1}}])
def test_faults_of_texts_are_reported(ruleset: Any) -> None:
    """A text and data have the same faults as a file."""
    with pytest.raises(RulesetError):
        bj.State(ruleset)
    assert bj.validate(ruleset)


def test_data_that_is_not_toml_is_refused() -> None:
    """A value that TOML cannot express is a usage error."""
    with pytest.raises(UsageError, match="cannot be written as TOML"):
        bj.State({"ruleset": {"title": object()}})


def test_actions_have_names() -> None:
    """An action is given by number or name; any other is refused and changes nothing."""
    state = bj.State("infinite", seed=4)
    assert (state.kind, state.actor, state.unit) == ("wager", 0, 100)
    assert [state.action_name(each) for each in state.legal_actions()[:3]] == ["leave", "0.01", "0.02"]
    assert len(state.legal_actions()) == 30_001
    wrongs: list[Any] = [30_001, 0, "300.01", "much", "stand", True, 2.0, None, b"hit", []]
    for wrong in wrongs:
        with pytest.raises(UsageError, match="not legal") as refused:
            state.apply(wrong)
        assert refused.value.remedy == "legal here: leave, 0.01 to 300; numbers are in units of 0.01"
        with pytest.raises(UsageError, match="not legal"):
            state.action_name(wrong)
    assert len(state.actions) == 0
    assert state.apply("2.5").actions == (250,)
    assert [state.action_name(each) for each in state.legal_actions()] == ["hit", "stand"]
    over = state.clone()
    while not over.is_over:
        over.apply("leave" if over.kind == "wager" else "stand")
    assert (over.kind, over.actor, list(over.legal_actions())) == ("over", None, [])
    with pytest.raises(UsageError, match="not legal"):
        over.apply(0)


@pytest.mark.parametrize("person", [-1, 2, True, 0.0, "Nemo", b"", [], 10**40])
def test_other_persons_are_refused(person: Any) -> None:
    """Anything but a number or a name is refused with a list of all persons, also by a view."""
    state = bj.State("infinite", seed=4)
    for look in (state.observation, lambda observer: state.save("view.toml", observer)):
        with pytest.raises(UsageError, match="is not a person") as refused:
            look(person)
        assert refused.value.remedy == "pass 0 for Player, 1 for Dealer"


def test_persons_have_names(tmp_path: Path) -> None:
    """A name is as good as a number, for an observation and for a view."""
    state = bj.State("vegas", ["human:Ann:100", "human:Bob:50"], seed=7)
    assert state.observation("Bob") == state.observation(1)
    for observer in (1, "Bob"):
        state.save(tmp_path / f"{observer}.toml", observer)
    assert (tmp_path / "Bob.toml").read_bytes() == (tmp_path / "1.toml").read_bytes()


def test_events_show_the_fields_that_they_have() -> None:
    """The fields that an event of this kind does not have are left out."""
    assert repr(bj.State("casino", seed=3).events[1]) == (
        "Event(key='hand', person=0, name='Player', bankroll=100000, hand=1)"
    )


def test_of_many_persons_the_first_are_listed() -> None:
    """The remedy stays short at a full table."""
    state = bj.State("vegas", [f"human:P{number}:10" for number in range(60)])
    with pytest.raises(UsageError) as refused:
        state.observation(61)
    assert refused.value.remedy.endswith("15 for P15 …")


@pytest.mark.parametrize("file", [None, 3, b"game.toml", []])
def test_files_are_named_by_a_path(file: Any) -> None:
    """Anything else is refused."""
    state = bj.State("infinite", seed=4)
    for use in (bj.State.load, state.save):
        with pytest.raises(UsageError, match=f"a file cannot be {type(file).__name__}"):
            use(file)


def test_an_observer_sees_their_own_hands() -> None:
    """`own` is the observer, at any seat, and also the dealer, who knows the hole card."""
    state = bj.State("casino", hands=1, seed=1).apply("10")
    seen = [state.observation(person) for person in range(2)]
    assert seen[0].own == seen[0].players[0]
    assert seen[1].own.name == "Dealer"
    assert seen[1].own.hands[0].cards == ("AC", "KD")
    assert seen[0].dealer.hands[0].cards == ("AC", "??")


def test_amounts_do_not_stand_for_other_answers() -> None:
    """With money in whole units, the numbers for leaving and sitting out are not amounts."""
    state = bj.State({"ruleset": {"title": "Whole", "extends": "casino"}, "money": {"decimals": 0}})
    assert (state.kind, state.unit, state.legal_actions()[0]) == ("wager", 1, QUIT)
    for wrong in ("-1", "0", "-0"):
        with pytest.raises(UsageError):
            state.apply(wrong)


def test_only_a_card_of_the_shoe_can_be_given() -> None:
    """The engine's face refuses other cards itself, and leaves the table as it is."""
    compiled = bj.State("casino", explicit_chance=True).plan.compile()
    table = list(compiled.table)
    with pytest.raises(ValueError, match="99 is not in list"):
        give_card(compiled.program, table, 99)
    assert table == list(compiled.table)


def test_a_clone_goes_on_alone() -> None:
    """Actions on a clone do not change the original; one seed gives both the same future."""
    state = bj.State("infinite", seed=4).apply(1000)
    before = state.observation()
    child = state.child("hit")
    assert (state.observation(), state.actions) == (before, (1000,))
    assert state.apply("hit").events == child.events
    assert child.new_events == child.events[-len(child.new_events) :]


def test_cards_that_are_put_back_need_the_shoe() -> None:
    """After a power puts a card back at a depth, the next cards are not equally likely."""
    power = '{ on = "turn", do = "look at next card" }, { on = "turn", do = "put next card back", below = 2 }'
    text = f"""
[ruleset]
title = "Oracle"
extends = "vegas"

[powers.sight]
reactions = [{power}]

[strategies.human]
powers = ["sight"]
"""
    bj.State(text, ["human:Ann:10"])
    with pytest.raises(UsageError, match="put next card back"):
        bj.State(text, ["human:Ann:10"], explicit_chance=True)


BETS = """
[ruleset]
title = "A bet of any amount"
extends = "casino"

[side_bets.pairs]
between = [1, 25]
pay_table = [{ when = "same_rank", pays = "11:1" }]
"""


def test_a_side_bet_of_any_amount_is_an_action_for_each_amount() -> None:
    """No bet and all amounts between the limits are legal, by number and by name; others are refused."""
    state = bj.State(BETS, player="human", seed=1).apply("10")
    legal = state.legal_actions()
    assert state.kind == "side_bet"
    assert (legal[0], legal[1], legal[-1], len(legal)) == (0, 100, 2500, 2402)
    assert [state.action_name(each) for each in (0, 100, 1250, 2500)] == ["no", "1", "12.5", "25"]
    for wrong in ("0.99", "25.01", "yes", "-1", 99, 1, True):
        with pytest.raises(UsageError, match="is not legal"):
            state.apply(wrong)
    assert prompt_of(state) == "Player, how much on pairs? (1 to 25, 0 for none) "
    assert words_of(state) == {0: ["0"]}
    made = state.child("12.5")
    assert Event("side_bet", 0, "Player", amount=1250, wager=1250, bankroll=100000, bet=0) in made.new_events
    assert "side_bet" not in {event.key for event in state.child("no").new_events}


@pytest.mark.parametrize("amount", [-1, 1, 99, 2501, 1 << 40])
def test_the_engine_refuses_a_side_bet_beyond_its_limits(amount: int) -> None:
    """An amount that a driver gives although it is not legal stops the game."""
    state = bj.State(BETS, player="human", seed=1).apply("10")
    table = list(state.compiled.table)
    driving.answer(table, 1000)
    assert PLAIN.play(state.compiled.program, table, driving.no_record()) == Stop.DECISION
    driving.answer(table, amount)
    assert PLAIN.play(state.compiled.program, table, driving.no_record()) == Stop.FAULTY
    fault = View(state.compiled.program, table).fault
    assert fault is not None
    assert fault.reason == (Reason.WAGER_TOO_SMALL if amount < 100 else Reason.WAGER_TOO_LARGE)
    assert fault.value == amount
