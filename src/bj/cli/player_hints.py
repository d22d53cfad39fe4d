"""Hints for players at a terminal: the possible answers, and the value of each action."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING

from bj.analysis.valued_decision import VALUED, decision_about
from bj.catalogue.actions import ACTIONS
from bj.cli.player_notes import secrets_of
from bj.compiler.compile import Compiled
from bj.engine.face.view import Kind, Question, View
from bj.errors import BjError
from bj.record.transcript_lines import Script, format_amount
from bj.session.conversation import PROMPT_SECTIONS
from bj.session.game_plan import Plan
from bj.text.sentences import enumerate_words
from bj.text.untrusted_text import make_visible

if TYPE_CHECKING:
    from bj.analysis.exact_game import ExactGame


class Hints:
    """Prints hints for human players on stderr.

    Each search for values runs in the context that ``interlude`` returns, where Ctrl-C cancels it.
    """

    def __init__(
        self,
        plan: Plan,
        compiled: Compiled,
        interlude: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._plan, self._compiled, self._interlude = plan, compiled, interlude

    @cached_property
    def _game(self) -> ExactGame:
        """The game to analyze, created on first use. Raises BjError if it cannot be analyzed."""
        from bj.analysis.exact_game import make_game

        return make_game(self._plan.checked, self._plan.values, fresh=True, solved=True)

    def give(self, view: View) -> None:
        """Print the possible answers to the current question.

        If the question is about a hand, also print the value of each legal action and list the illegal ones.
        """
        question = view.question
        if question is None:
            return
        plan = self._plan
        lines = [f"answer with {_answers(plan, self._compiled, question)}; Ctrl-D leaves the game"]
        secrets = secrets_of(Script(plan.checked, self._compiled), view, question.person)
        lines += [f"you see {enumerate_words(secrets)}"] if secrets else []
        _say(lines)
        if question.kind in VALUED:
            _say(self._values(view, question))
        if question.kind == Kind.ACTION:
            _say(_not_legal(plan, question))

    def _values(self, view: View, question: Question) -> list[str]:
        """Return lines with the value of each answer, best first. If there is no hint, return the reason."""
        from bj.analysis.action_values import Positions
        from bj.cli.hint_budget import WAITING, Budget, NotInTimeError, engine_of_hints, remedy_for_hints

        engine = engine_of_hints()
        try:
            decision = decision_about(view, question, self._plan.checked.pack.codes)
            game = self._game
            positions = Positions(game, engine, Budget(engine))
            with self._interlude():
                values = decision.values(positions)
        except KeyboardInterrupt:
            return ["hint canceled"]
        except NotInTimeError:
            return [f"no hint within {WAITING} s{remedy_for_hints(engine)}"]
        except BjError as error:
            return [f"no hint: {error}"]
        given = [] if game.is_endless else ["from a fresh shoe"]
        given += ["without the other hands"] if decision.others else []
        given += [values.strategies, "exact" if values.is_exact else "approximate"]
        heading = f"{decision.hand(game)}, value per wager{''.join(f', {each}' for each in given)}"
        prompts = self._plan.checked.model.prompts.action
        return [
            heading,
            *(
                f"  {decision.name(answer, prompts)}: {value:+.2%}"
                for answer, value in values.of_answers.items()
            ),
        ]


def _say(lines: Iterable[str]) -> None:
    print("".join(f"({make_visible(line)})\n" for line in lines), end="", file=sys.stderr, flush=True)


def _answers(plan: Plan, compiled: Compiled, question: Question) -> str:
    """Describe the possible answers: a range of amounts, or the shortest word for each action or reply."""
    prompts = plan.checked.model.prompts
    if question.wagers or question.kind == Kind.WAGER:
        low, high = question.wagers.start, question.wagers.stop - 1
        least, most = (format_amount(units, compiled.decimals) for units in (low, high))
        if question.wagers.step > 1:
            most += f" in steps of {format_amount(question.wagers.step, compiled.decimals)}"
        others = ["0 to sit out"] if question.may_sit_out else []
        others += ["0 for no bet"] if question.kind == Kind.SIDE_BET else []
        may_leave = question.kind == Kind.WAGER and prompts.wager.quit is not None
        others += [f"{prompts.wager.quit} to leave"] if may_leave else []
        return enumerate_words([f"an amount from {least} to {most}", *others], "or")
    if question.kind == Kind.ACTION:
        legal = [name for name, action in ACTIONS.items() if action.number in question.actions]
        words: Mapping[str, str] = prompts.action.answers
    else:
        legal, words = ["yes", "no"], getattr(prompts, PROMPT_SECTIONS.get(question.kind, "again")).answers
    first = {meaning: word for word, meaning in reversed(list(words.items()))}
    return enumerate_words([f"`{first[name]}`" for name in legal if name in first], "or")


def _not_legal(plan: Plan, question: Question) -> list[str]:
    """Return a line that lists the illegal actions under the ruleset's names."""
    rules, prompts = plan.checked.model.rules, plan.checked.model.prompts.action
    denied = [
        prompts.word_for(name)
        for name, action in ACTIONS.items()
        if action.number not in question.actions and (not action.rule or rules.may_ever(action.rule))
    ]
    return [f"not allowed with this hand: {', '.join(denied)}"] if denied else []
