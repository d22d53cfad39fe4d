"""``bj drill``: lets people practice the best play or card counting."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, TypeVar

from bj.cli import simulate_and_compare as common
from bj.cli.exit_codes import exit_policy
from bj.cli.options import (
    RulesetName,
    SettingsOption,
    argument,
    find_seed,
    flag,
    note_seed,
    option,
    split_settings,
)
from bj.cli.progress import note_engine, progress_count
from bj.cli.shell_completion import complete_strategy
from bj.drill.counting_drill import CountDrill, CountQuestion
from bj.drill.play_drill import Drill, PlayQuestion
from bj.drill.session_file import read_tallies, write_tallies
from bj.errors import UsageError
from bj.record.transcript_lines import fill
from bj.ruleset.check import Checked
from bj.ruleset.load import take_ruleset
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.templates import parse_template
from bj.session.answer_sources import EndOfInput, shown, typed_answers
from bj.session.conversation import parse_amount
from bj.text.sentences import count_of
from bj.text.untrusted_text import Guard, make_visible

WORST = 5
"""The maximum number of mistakes to list in the summary."""

Answer = TypeVar("Answer")


def drill(
    ruleset: RulesetName,
    strategy: Annotated[
        str,
        argument(
            "STRATEGY",
            "The strategy to practice; by default, the best play.",
            autocompletion=complete_strategy,
        ),
    ] = "",
    count: Annotated[
        bool, flag("--count", "Show cards and ask for the running count and the true count.")
    ] = False,
    questions: Annotated[
        int | None, option("N", "Stop after N questions.", "--questions", min=1, max=1_000_000)
    ] = None,
    session: Annotated[
        str, option("FILE", "Keep the tally of right and wrong answers in a file.", "--session")
    ] = "",
    seed: common.SeedOption = "random",
    settings: SettingsOption = None,
    engine: common.EngineOption = "auto",
) -> None:
    """Practice the best play for a ruleset, or card counting.

    Each question shows a starting hand and an upcard. bj prefers frequent hands, hands where a mistake is
    likely and costly, and hands that you got wrong before. After a wrong answer, bj shows the right one and
    the cost of the mistake. Ctrl-D, Ctrl-C or the ruleset's quit key ends the drill.
    """
    with exit_policy():
        checked = take_ruleset(ruleset)
        title = checked.model.ruleset.title
        chosen = split_settings(settings or [])
        tallies = read_tallies(Path(session), title) if session else {}
        number = find_seed(seed, checked)
        desk = DrillRun(checked)
        asked: Iterator[Callable[[], None]]
        if count:
            counts = CountDrill(checked, strategy, chosen, seed=number, tallies=tallies)
            note_seed(seed, checked, number)
            asked = (lambda each=each: desk.ask_count(each) for each in counts)  # type: ignore[misc]
        else:
            plays = Drill(checked, strategy, chosen, seed=number, tallies=tallies)
            note_engine(engine)
            with progress_count() as progress:
                plays.prepare(engine, progress)
            note_seed(seed, checked, number)
            if plays.note:
                print(
                    f"note: {make_visible(plays.note)}: the right play is taken from the chart for "
                    f"`{make_visible(strategy)}`, and the costs of mistakes are unknown",
                    file=sys.stderr,
                )
            asked = (lambda each=each: desk.ask_play(each) for each in plays)  # type: ignore[misc]
        try:
            for ask in islice(asked, questions):
                ask()
                if session:
                    write_tallies(Path(session), title, tallies)
        except (EndOfInput, KeyboardInterrupt):
            print()
        desk.sum_up()


class DrillRun:
    """A drill at the terminal, which counts right and wrong answers."""

    def __init__(self, checked: Checked) -> None:
        self._prompts, self._answers, self._guard = checked.model.prompts, typed_answers(), Guard()
        self._write_total = checked.model.cards.write_total
        players = checked.model.players
        self._name = players[0].name if players else "You"
        self._right = self._asked = 0
        self._mistakes: dict[str, tuple[float, int]] = {}
        """The cost of each mistake per 100 hands, and how many times it was made."""

    def ask_play(self, question: PlayQuestion) -> None:
        """Ask how to play a hand, and print the verdict on the answer."""
        position, prompts = question.position, self._prompts.action
        meanings = {word.strip().casefold(): meaning for word, meaning in prompts.answers.items()}
        words = {
            "name": self._name,
            "cards": f"{position.hand} ",
            "upcard": position.upcard,
            "options": prompts.list_options(position.actions),
            "total": self._write_total(position.total),
            "wager": "1",
            "bankroll": "1",
            "count": "0",
        }

        def read(text: str) -> str:
            meaning = meanings.get(text.casefold(), "")
            if meaning in position.actions:
                return meaning
            self._leave_if_wanted(text)
            raise UsageError(self._say("wrong", {**words, "answer": shown(text)}))

        print(position.name)
        action = self._ask(self._say("ask", words), read)
        verdict = question.answer(action)
        self._asked += 1
        self._right += verdict.is_right
        if verdict.is_right:
            print("right\n")
            return
        did, better = (prompts.word_for(each) for each in (action, verdict.right))
        cost, per_100 = verdict.cost, verdict.per_100_hands
        name = f"{position.name}: {did} instead of {better}"
        before, times = self._mistakes.get(name, (0.0, 0))
        self._mistakes[name] = (max(before, per_100 or 0.0), times + 1)
        if cost is None or per_100 is None:
            text = f"wrong: {better}"
        elif cost < 0:
            text = f"wrong: {better}, although {did} gains {-cost:.4f} wagers"
        else:
            text = f"wrong: {better}; the mistake costs {cost:.4f} wagers, {per_100:.4f} per 100 hands"
        print(self._guard(f"{text}\n"))

    def ask_count(self, question: CountQuestion) -> None:
        """Ask for a count, and print the verdict on the answer."""

        def read(text: str) -> int:
            number = parse_amount(text, 0)
            if number is None:
                self._leave_if_wanted(text)
                raise UsageError(f"`{shown(text)}` is not a whole number.")
            return number

        if question.is_new_shoe:
            print("a new shoe: the count is 0")
        left = f", {count_of(question.cards_left, 'card')} left" if question.cards_left is not None else ""
        print(" ".join(question.cards) or f"the same cards{left}")
        is_right = question.answer(self._ask(f"{question.kind}? ", read))
        self._asked += 1
        self._right += is_right
        print("right\n" if is_right else f"wrong: {question.right}\n")

    def _leave_if_wanted(self, text: str) -> None:
        """Raise EndOfInput if ``text`` is the answer that quits a game of this ruleset."""
        if self._prompts.wager.quit is not None and text == str(self._prompts.wager.quit):
            raise EndOfInput

    def _say(self, key: str, words: dict[str, str]) -> str:
        return fill(parse_template(getattr(self._prompts.action, key), PROMPT_FIELDS["action"][key]), words)

    def _ask(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """Ask until ``read`` accepts the answer, and return the result of ``read``."""
        prompt = self._guard(prompt)
        while True:
            if not self._answers.shows_prompts:
                print(prompt, end="", flush=True)
            text = self._answers.ask(prompt).strip()
            if not self._answers.is_terminal():
                print(shown(text))
            try:
                return read(text)
            except UsageError as error:
                print(self._guard(error.message))

    def sum_up(self) -> None:
        """Print the number of right answers and the most expensive mistakes."""
        print(f"{self._right} of {count_of(self._asked, 'question')} right")
        worst = sorted(self._mistakes.items(), key=lambda each: -each[1][0])
        cost = sum(each for _, (each, _) in worst)
        if cost > 0:
            print(f"these mistakes cost {cost:.4f} wagers per 100 hands")
        for name, (each, times) in worst[:WORST]:
            amount = f", {each:.4f} wagers per 100 hands" if each > 0 else ""
            print(self._guard(f"  {name}{amount}{f', {times} times' if times > 1 else ''}"))
