"""Prints notes for players at a terminal on stderr, so that the transcript stays unchanged."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING

from bj.cards import card_code
from bj.compiler.compile import Compiled
from bj.engine.face.view import Kind, View
from bj.record.events import read
from bj.record.transcript_lines import Script, format_amount
from bj.ruleset.check import Checked
from bj.text.sentences import count_of, enumerate_words
from bj.text.untrusted_text import make_visible


def secrets_of(script: Script, view: View, person: int) -> list[str]:
    """Describe the cards that only ``person`` has seen, with their names from ``script``."""
    seen = view.seen_by(person)
    cards = [f"the hole card: {script.card_words(card)['card']}" for card in seen.hole_cards]
    if seen.next_card is not None:
        cards.append(f"the next card: {script.card_words(seen.next_card)['card']}")
    return cards


if TYPE_CHECKING:
    from bj.cli.drawn_table import Picture

LONGEST_WAIT = 0.5  # seconds; on Linux, the signal can arrive before the terminal has its new size


class TerminalNotes:
    """Prints notes about resumed games, busted hands, private cards and the end of a game.

    It also draws the table if the player has requested it.
    """

    def __init__(self, checked: Checked, compiled: Compiled, *, talks: bool, picture: Picture | None) -> None:
        self._checked = checked
        self._compiled = compiled
        self._script = Script(checked, compiled)
        self._talks = talks
        self._picture = picture
        self._has_asked = False
        self._busts_shown = (0, 0)
        """The round number and the hand number for which busted hands were last shown."""
        self._shown: tuple[object, ...] = ()
        """The state in which private cards were last shown, and the cards."""
        self._looked = defaultdict[int, list[str]](list)
        """The upcoming cards that each player has seen since the player's last question."""
        self._view: View | None = None
        """The state of the game while a question is open, or None otherwise."""

    def resume(self, view: View, *, is_over: bool) -> None:
        """Print the hand at which a game resumes or, if it ``is_over``, the number of hands played."""
        standings = [
            f"{self._compiled.persons[person]} has {self._amount(view.bankroll(person))}"
            for person in view.players
        ]
        title = self._checked.model.ruleset.title
        if is_over:
            where = f"{title} was over after {count_of(view.hand_number, 'hand')}"
        else:
            where = f"resuming {title} at hand {max(1, view.hand_number)}"
        self._say(f"{where}: {', '.join(standings)}")

    def note(self, numbers: Sequence[int]) -> None:
        """From the events in ``numbers``, collect the upcoming cards that players have looked at."""
        for event in read(numbers, self._compiled.persons):
            if event.key == "player_looks_ahead" and event.person is not None:
                self._looked[event.person].append(self._script.card_words(event.card or 0)["card"])

    def ask(self, view: View) -> None:
        """Show the table or busted hands before a question.

        Before the first question, also print how to get help.
        """
        if not self._has_asked:
            self._say("type ? for the possible answers, Ctrl-D to quit")
        self._has_asked, self._view = True, view
        self._show(view)
        self._show_secrets(view)

    @property
    def gives_hints(self) -> bool:
        """Whether the player is at a terminal and can ask for hints."""
        return self._talks

    def answered(self) -> None:
        """Record that the current question has been answered."""
        self._view = None

    def resize(self) -> None:
        """If a question is open, redraw the table for the new size of the terminal."""
        if self._picture is not None and self._view is not None:
            until = time.monotonic() + LONGEST_WAIT
            while self._picture.is_drawn_so() and time.monotonic() < until:
                time.sleep(0.01)
            print(file=sys.stderr)
            self._picture.draw(self._view)

    def _show(self, view: View) -> None:
        """Draw the table if the player has requested it; otherwise, show busted hands."""
        if self._picture is not None:
            self._picture.draw(view)
        else:
            self._show_busts(view)

    def end(self, view: View, *, is_left: bool, save_file: str) -> None:
        """Show the final hands, and print that the game is over or that the player left."""
        if not self._has_asked:
            return
        if not is_left:
            self._show(view)
        played = count_of(view.hand_number, "hand")
        if not is_left:
            self._say(f"the game is over after {played}")
        elif save_file:
            self._say(f"you left the game; continue with: bj run --resume {quote(save_file)}")
        else:
            self._say("you left the game; an unfinished hand is void")

    def _show_busts(self, view: View) -> None:
        """Show the cards in busted hands if the transcript does not show the last card."""
        names, place = self._checked.texts, (view.round_number, view.hand_number)
        if "player_bust_hand" in names or "player_dealt" in names or self._busts_shown == place:
            return
        codes, target = self._checked.pack.codes, self._checked.model.rules.target
        for person in view.players:
            for hand in view.hands(person):
                if hand.total > target and not view.decides(person, Kind.ACTION):
                    cards = " ".join(card_code(held.card, codes) for held in hand.cards)
                    total = self._checked.model.cards.write_total(hand.total)
                    self._busts_shown = place
                    self._say(f"{self._compiled.persons[person]} busts with {cards}, {total}")

    def _show_secrets(self, view: View) -> None:
        """Show private cards to the player who is being asked, but only once."""
        if view.question is None:
            return
        person = view.question.person
        name, looked = self._compiled.persons[person], self._looked.pop(person, [])
        for card in looked[: -1 if view.seen_by(person).next_card is not None else None]:
            self._say(f"{name} sees a card in the shoe: {card}")
        secrets = secrets_of(self._script, view, person)
        now = (view.round_number, view.hand_number, view.cards_left, person, *secrets)
        if secrets and (looked or self._shown != now):
            self._shown = now
            self._say(f"{name} sees {enumerate_words(secrets)}")

    def _amount(self, units: int) -> str:
        return format_amount(units, self._compiled.decimals)

    def _say(self, words: str) -> None:
        if self._talks:
            sys.stdout.flush()
            print(f"({make_visible(words)})", file=sys.stderr)
