"""Plays games for the page: complete transcripts, interactive tables, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bj.analysis.action_values import Positions
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.valued_decision import VALUED, decision_about
from bj.cases.model import Case
from bj.cases.playing import play_case
from bj.engine.face.view import Hand, HandState
from bj.errors import BjError, UsageError
from bj.playground.current_text import Desk, Json
from bj.record.transcript_lines import format_amount
from bj.session.controlled_game import State
from bj.session.legal_actions import Choices
from bj.session.point_of_view import SeenHand, SeenPerson
from bj.session.question_texts import prompt_of, refusals_of, words_of
from bj.text.untrusted_text import Guard

LONGEST_SHOWN = 2_000_000
"""The maximum length of a transcript to send to the page, in characters."""


def transcript(
    desk: Desk, *, text: str, arguments: str = "", seed: int = 0, rounds: int = 0, answers: Sequence[str] = ()
) -> Json:
    """Play a game. Return its transcript, as `bj run --echo` prints it, and how the game ended.

    As in a test case, arguments cannot name files, and an endless game is stopped.
    """
    checked = desk.checked(text)
    case = Case.model_construct(arguments=arguments, seed=seed, rounds=rounds or None, answers=list(answers))
    played = play_case(checked, case)
    shown = Guard()(played.transcript)
    return {
        "transcript": shown[:LONGEST_SHOWN],
        "is_cut": len(shown) > LONGEST_SHOWN,
        "ends": played.ends,
        "error": played.error,
        "remedy": played.remedy,
    }


def play(
    desk: Desk, *, text: str, arguments: str = "", seed: int = 0, rounds: int = 0, actions: Sequence[str] = ()
) -> Json:
    """Return the table after the players' ``actions``, with the options for the next player.

    The page sends all actions in the game each time, so that it can undo them. If a request only adds an
    action to the previous request, bj plays only this action.
    """
    return _describe(_game(desk, text, arguments, seed, rounds, actions))


def hint(
    desk: Desk, *, text: str, arguments: str = "", seed: int = 0, rounds: int = 0, actions: Sequence[str] = ()
) -> Json:
    """Return the value of each legal action for the hand that the open question is about, the best first.

    Raises UsageError if the open question is not a decision about a hand.
    """
    state = _game(desk, text, arguments, seed, rounds, actions).state
    question, plan = state.question, state.plan
    if question is None or question.kind not in VALUED:
        raise UsageError("only decisions about a hand have values", "play on to the next hand")
    decision = decision_about(state.view, question, plan.checked.pack.codes)
    game: ExactGame = desk.keep(
        ("game of hints", arguments), lambda: make_game(plan.checked, plan.values, fresh=True, solved=True)
    )
    positions: Positions = desk.keep(("positions", arguments), lambda: Positions(game))
    try:
        found = decision.values(positions)
    except BjError:
        desk.cache.clear()  # an abandoned search cannot be continued
        raise
    prompts = plan.checked.model.prompts.action
    return {
        "hand": decision.hand(game),
        "values": [
            {"action": state.action_name(answer), "label": decision.name(answer, prompts), "value": value}
            for answer, value in found.of_answers.items()
        ],
        "is_exact": found.is_exact,
        "fresh": not game.is_endless,
        "alone": bool(decision.others),
    }


class PausedGame(NamedTuple):
    """A game that is waiting for a player's action, or that has ended."""

    state: State
    settled: list[State]
    """A list with the state after the last settled hand, or an empty list if no hand has been settled."""


def _game(
    desk: Desk, text: str, arguments: str, seed: int, rounds: int, actions: Sequence[str]
) -> PausedGame:
    checked = desk.checked(text)
    key = ("game", arguments, seed, rounds)
    known: dict[tuple[str, ...], PausedGame] = desk.keep(key, dict)
    wanted = tuple(actions)
    if wanted in known:
        return known[wanted]
    before = known.get(wanted[:-1]) if wanted else None
    if before is not None:
        game = _play(PausedGame(before.state.clone(), [*before.settled]), wanted[-1:])
    else:
        state = State(checked, desk.values(text, arguments), seed=seed, rounds=rounds)
        game = _play(PausedGame(state, []), wanted)
    known.clear()
    known[wanted] = game
    return game


def _play(game: PausedGame, actions: Sequence[str]) -> PausedGame:
    """Apply ``actions``, and store each settled table before the next hand clears it."""

    def keep(state: State) -> None:
        hands = [hand for person in state.view.players for hand in state.view.hands(person)]
        if any(hand.state == HandState.SETTLED for hand in hands):
            game.settled[:] = [state.clone()]

    game.state.watch(keep)
    for action in actions:
        game.state.apply(action)
    return game


def _describe(game: PausedGame) -> Json:
    """Describe the table from the point of view of the player to act or, at the end, of the first player.

    Between hands, describe the settled table.
    """
    state, shown = game.state, game.state
    if game.settled and not _has_cards(state):
        (shown,) = game.settled
    observer = state.view.players[0] if state.actor is None else state.actor
    seen, view, now = shown.observation(observer), shown.view, state.observation(observer)
    return {
        "kind": state.kind,
        "is_over": state.is_over,
        "is_settled": shown is not state,
        "actor": None if state.actor is None else state.persons[state.actor],
        "hand": seen.hand_number,
        "round": seen.round_number,
        "cards_left": now.cards_left,
        "prompt": prompt_of(state),
        "dealer": _person(game, shown, seen.dealer, view.dealer),
        "players": [
            _person(game, shown, person, number)
            for person, number in zip(seen.players, view.players, strict=True)
        ],
        "secrets": [*now.hole_cards, *([now.next_card] if now.next_card else [])],
        "options": _options(state),
        "wager": _wagers(state),
        "refused": [{"action": name, "why": why} for name, why in refusals_of(state).items()],
        "transcript": state.transcript[-LONGEST_SHOWN:],
    }


def _has_cards(state: State) -> bool:
    view = state.view
    return any(hand.cards for person in (view.dealer, *view.players) for hand in view.hands(person))


def _person(game: PausedGame, shown: State, seen: SeenPerson, number: int) -> Json:
    """Describe a person at the table: their hands as of the state ``shown``, and their current bankroll."""
    state, hands = game.state, shown.view.hands(number)
    asked = state.actor, state.hand_asked
    return {
        "name": seen.name,
        "bankroll": _amount(state, state.view.bankroll(number)),
        "hands": [
            _hand(state, each, hand, is_asked=asked == (number, place))
            for place, (each, hand) in enumerate(zip(seen.hands, hands, strict=True))
        ],
        "acts": state.actor == number,
    }


def _hand(state: State, seen: SeenHand, hand: Hand, *, is_asked: bool) -> Json:
    is_settled = hand.state == HandState.SETTLED
    return {
        "cards": list(seen.cards),
        "total": seen.total,
        "is_soft": seen.is_soft,
        "wager": _amount(state, seen.wager) if seen.wager else "",
        "is_doubled": seen.is_doubled,
        "insured": _amount(state, seen.insured) if seen.insured else "",
        "state": hand.state.name.lower().replace("_", " "),
        "paid": _amount(state, hand.paid) if is_settled else "",
        "is_asked": is_asked,
    }


def _options(state: State) -> list[Json]:
    """Return each legal action with its label and the words that select it. Amounts of money are omitted."""
    if state.question is None:
        return []
    legal = state.legal_actions()
    if isinstance(legal, Choices):
        legal = legal.first
    prompts, words = state.plan.checked.model.prompts.action, words_of(state)
    options = []
    for number in legal:
        name = state.action_name(number)
        label = prompts.word_for(name) if state.kind == "action" else name
        options.append({"action": name, "label": label, "words": words.get(number, [])})
    return options


def _wagers(state: State) -> Json | None:
    """Return the amounts that the player can wager or bet, or None if the question is not about an amount."""
    if state.question is None or not state.question.wagers:
        return None
    wagers = state.question.wagers
    return {
        "least": _amount(state, wagers[0]),
        "most": _amount(state, wagers[-1]),
        "step": wagers.step / state.unit,
    }


def _amount(state: State, units: int) -> str:
    return format_amount(units, state.compiled.decimals)
