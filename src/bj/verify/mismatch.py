"""Describes a difference between a transcript and the rules, with facts that may explain it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from bj.cards import rank_of
from bj.catalogue.events import DEALER
from bj.compiler.compile import Compiled
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import HIDDEN, VICTORY, Event
from bj.verify.changed_games import Variants
from bj.verify.deviation_names import OUTCOMES
from bj.verify.findings import OFTEN
from bj.verify.likely_cards_and_decisions import HAND_BEGINS, events_from
from bj.verify.matching import differing
from bj.verify.positions_and_halts import Halt, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.rulebook import Rulebook, without_role
from bj.verify.text import Text
from bj.verify.wording_differences import is_like

MOST_LOOKED = 1_000
"""The maximum number of lines to search for later wagers by the same player."""

MOST_LINES = 2_000
"""The maximum number of lines to search for the last hand, or for every wager by one player."""

LONGEST_LINES = 2_000
"""The maximum number of characters to search for a line that is not blank."""

MOST_OF_CRASH = 100
"""The maximum length of the error message after a crash, in lines."""

CARDS_SHOWN = frozenset(("player_dealt", "dealer_dealt", "hole_card"))
"""The events that show one card in a hand."""

BETWEEN_HANDS = frozenset((*HAND_BEGINS, "player_kicked_out", "dealer_kicked_out", VICTORY))
"""The events that separate two hands."""

HEADINGS = frozenset(("shuffle", "cut", "hand"))
"""The events that come before a hand's own lines."""

DEALT_ANEW = frozenset(("cards_used_up", "player_replays", "dealer_replays"))
"""The events after which a hand is dealt again."""


def _say_alike(one: Compiled, other: Compiled) -> bool:
    """Return whether recorded events mean the same in two games."""
    return (one.persons, one.phrases, one.lines, one.decimals) == (
        other.persons,
        other.phrases,
        other.lines,
        other.decimals,
    )


@dataclass(frozen=True)
class Mismatch:
    """A difference between a transcript and the rules, at which a replay stopped.

    In the properties below, *the line* is the line in the transcript at the difference, and *its event* is
    the event that would print this line.
    """

    halt: Halt
    reference: ReferenceGame
    text: Text
    book: Rulebook
    variants: Variants
    before: tuple[Event, ...]
    """The events between the start of the previous hand and the difference."""
    begin: Position
    """The start of the hand that contains the difference."""

    @property
    def table(self) -> list[int]:
        """The table at the start of the hand that contains the difference."""
        return self.begin.table

    @property
    def compiled(self) -> Compiled:
        """The compiled form of the expected game."""
        return self.reference.compiled

    @property
    def expected(self) -> Event | None:
        """The event that was expected, or None."""
        return self.halt.event

    @cached_property
    def readings(self) -> list[Event]:
        """The events that may have printed the line, limited to those with the longest text."""
        readings = self.reference.language.events_at(self.text, self.halt.at)
        readings = [(event, end) for event, end in readings if end >= self.differing[0]]
        longest = max((end for _, end in readings), default=0)
        return [event for event, end in readings if end == longest]

    @cached_property
    def shown(self) -> Event | None:
        """The event that printed the line, or None if it is not part of the game.

        If the line is ambiguous, the expected event is preferred.
        """
        expected = self.expected
        if expected is not None:
            for event in self.readings:
                if event.key == expected.key and event.person in (None, expected.person):
                    return event
        return self.readings[0] if self.readings else None

    @property
    def line(self) -> str:
        """The line, from the difference on."""
        return self.text.line(self.halt.at)

    @property
    def line_after_blanks(self) -> str:
        """The next line that is not blank, or an empty string if the line is not part of the game."""
        there = (
            self.text.content[self.halt.at : self.halt.at + LONGEST_LINES] if self.shown is not None else ""
        )
        return there.lstrip("\n").partition("\n")[0]

    @property
    def line_before(self) -> str:
        """The line before the difference. If it is a question, it includes the answer."""
        return self.text.content[: self.halt.at].rstrip("\n").rpartition("\n")[2]

    @property
    def last_line(self) -> str:
        """The last line if the transcript ends here, or an empty string if it continues."""
        return self.text.content.rstrip("\n").rpartition("\n")[2] if self.at_end else ""

    @property
    def lines_there(self) -> str:
        """The transcript from the difference on, cut to the number of expected lines."""
        end = self.halt.at
        for _ in range(max(self.halt.expected.count("\n"), 1)):
            end = self.text.after_line(end)
        return self.text.content[self.halt.at : end].removesuffix("\n")

    @cached_property
    def differing(self) -> tuple[int, str]:
        """The offset of the first line that differs, and the line that was expected there.

        If several lines are expected, the first few of them may be right.
        """
        at, rest = self.halt.at, self.halt.expected
        for line in rest.splitlines(keepends=True):
            if not self.text.content.startswith(line, at):
                break
            at, rest = at + len(line), rest.removeprefix(line)
        return at, rest.partition("\n")[0] if at > self.halt.at else self.halt.expected.removesuffix("\n")

    def right_line(self, event: Event | None) -> str:
        """Return the line that the unchanged rules would print for ``event``.

        ``event`` is the expected event, possibly with different cards.
        """
        adopted, plain = self.differing[1], self.variants.plain
        if event is None or self.halt.most or not _say_alike(self.compiled, plain.compiled):
            return adopted
        said = plain.script.say(event).removesuffix("\n")
        lines, others = said.split("\n"), self.halt.expected.removesuffix("\n").split("\n")
        if len(lines) != len(others) or self.differing[0] == self.halt.at:
            return said or adopted
        return lines[self.text.content.count("\n", self.halt.at, self.differing[0])]

    def meant_by(self, reference: ReferenceGame) -> Event | None:
        """Return the expected event, but with the cards that ``reference`` reads on the line.

        Return None if the line shows a different event or the same cards, if it can be read in the expected
        game, or if ``reference`` does not take cards from the transcript.
        """
        expected = self.expected
        if expected is None or not reference.leeway.cards or self.shown is not None:
            return None
        for event, _ in reference.language.events_at(self.text, self.halt.at):
            if event.key == expected.key and event.person in (None, expected.person):
                others = {name: getattr(event, name) for name in differing(expected, event)}
                return expected._replace(**others) if {"card", "cards"} & {*others} else None
        return None

    @cached_property
    def is_reworded(self) -> bool:
        """Whether the line resembles the expected line, but is not part of the game."""
        at, expected = self.differing
        return self.shown is None and is_like(expected, self.text.line(at))

    @property
    def at_end(self) -> bool:
        """Whether the transcript ends here or in the middle of the expected text, ignoring white space."""
        at, end = self.halt.at, self.text.end - self.text.is_cut_off
        rest, expected = self.text.content[at:end], self.halt.expected
        return expected.startswith(rest) and (not rest or bool(expected[len(rest) :].strip()))

    @cached_property
    def breaks_off(self) -> bool:
        """Whether only a few lines follow that are not part of the game, as after a crash."""
        at = self.text.after_line(self.halt.at) if self.shown is None else self.text.end
        for _ in range(MOST_OF_CRASH):
            if at >= self.text.end:
                return self.shown is None and self.halt.at > 0
            if self.reference.language.events_at(self.text, at):
                return False
            at = self.text.after_line(at)
        return False

    @cached_property
    def begins_again(self) -> bool:
        """Whether this game is over and another one begins here."""
        if self.halt.event is not None or self.halt.expected or self.halt.fault or self.at_end:
            return False
        following = events_from(self.reference, self.text, self.halt.at)
        is_alike = self.line == self.text.line(self.text.begin)
        return is_alike and next((each.hand for each in following if each.hand), 0) == 1

    @property
    def is_end(self) -> bool:
        """Whether the game in the transcript ends here, possibly with an error or before another game."""
        return self.at_end or self.breaks_off or self.begins_again

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the expected event and the line's event, without roles."""
        keys = {event.key for event in (self.expected, self.shown) if event is not None}
        keys |= {"player_says"} if self.spoken else set()
        return frozenset(map(without_role, keys))

    @cached_property
    def dealers(self) -> tuple[int, ...]:
        """The people who can be the dealer."""
        return tuple(person for person, role in enumerate(self.compiled.roles) if role == DEALER)

    @cached_property
    def player(self) -> int | None:
        """The player in this hand, according to the last event that involves a player."""
        for event in (self.expected, *reversed(self.before)):
            if event is not None and event.person is not None and event.person not in self.dealers:
                return event.person
        return None

    @property
    def has_silent_natural(self) -> bool:
        """Whether a natural in this hand, or in the previous one, should have printed nothing."""
        naturals = {event.key for event in self.before if without_role(event.key) == "natural"}
        return not naturals <= self.reference.checked.texts.keys()

    def total_of(self, person: int | None) -> int | None:
        """Return the last total that the transcript shows for a person in this hand, or None."""
        totals = [event.total for event in self.halt.before if event.person == person]
        return next((total for total in reversed(totals) if total is not None), None)

    @cached_property
    def upcard(self) -> int | None:
        """The index of the rank of the first known card in the dealer's hand, or None."""
        for event in self.since_deal:
            if event.person in self.dealers and event.card is not None and event.key != "dealer_dealt_down":
                return rank_of(event.card)
        return None

    @property
    def ranks_to_decide(self) -> frozenset[str]:
        """The codes of the ranks that a decision depends on: those in the hand, and that of the upcard."""
        ranks = [*map(rank_of, self.held), *([] if self.upcard is None else [self.upcard])]
        return frozenset(self.reference.checked.pack.codes[rank] for rank in ranks)

    @cached_property
    def ranks(self) -> frozenset[int]:
        """The ranks of all cards that have appeared since the start of the previous hand."""
        cards = (card for event in self.before for card in (event.card, *(event.cards or ())))
        return frozenset(rank_of(card) for card in cards if card is not None)

    @property
    def cuts(self) -> int:
        """How many cuts the transcript shows for the last shuffle."""
        keys = [event.key for event in self.halt.before]
        before = keys[::-1].index("shuffle") if "shuffle" in keys else 0
        following = events_from(self.reference, self.text, self.halt.at)
        return before + sum(1 for _ in takewhile(lambda event: event.key == "cut", following))

    @cached_property
    def wagers(self) -> frozenset[int]:
        """The amounts that the player on the line wagers from here on."""
        events = events_from(self.reference, self.text, self.halt.at, MOST_LOOKED)
        player = None if self.shown is None else self.shown.person
        return frozenset(
            event.wager for event in events if event.wager is not None and event.person == player
        )

    @cached_property
    def always_wagers(self) -> bool:
        """Whether the line shows a wager, and the player wagers the same amount in every hand."""
        shown = self.shown
        if shown is None or shown.wager is None:
            return False
        following = events_from(self.reference, self.text, 0, MOST_LINES)
        wagers = [each.wager for each in following if (each.key, each.person) == (shown.key, shown.person)]
        return len(wagers) >= OFTEN and len({*wagers}) == 1

    @property
    def shuffles_show(self) -> bool:
        """Whether a transcript reveals shuffles: in a line, through card counting, or by the cards."""
        counts = any(strategy.count is not None for strategy in self.book.model.strategies.values())
        return counts or not self.reference.leeway.cards or "shuffle" in self.reference.checked.texts

    @property
    def brought(self) -> list[Fraction]:
        """The profit from the last hand as a fraction of the wager. The list is empty if it is unknown."""
        shown = self.shown
        bets = [event for event in self.before if event.key == "player_bets" and event.wager]
        if shown is not None and shown.key == "paid":
            bets = [event for event in bets if event.person == shown.person]
            return [Fraction(shown.amount or 0, event.wager or 1) for event in bets[-1:]]
        if shown is None or shown.bankroll is None or not bets or not bets[-1].bankroll:
            return []
        return [Fraction(shown.bankroll - bets[-1].bankroll, bets[-1].wager or 1)]

    @cached_property
    def power(self) -> str:
        """The power that was used to retake this hand.

        It is an empty string if the hand was not retaken, or if it is over.
        """
        is_over = self.shown is not None and self.shown.key in {*HAND_BEGINS, "shuffle", "cut"}
        is_over = is_over or any(event.key in OUTCOMES for event in self.since_deal)
        both = {event.key for event in (self.expected, self.shown) if event is not None}
        is_over = is_over or both <= OUTCOMES.keys() or both == {"cards_used_up"}
        return "" if is_over else self._power_in(self.since_deal)

    @cached_property
    def power_before(self) -> str:
        """The power that was used to retake this hand or the previous one, or an empty string."""
        return self._power_in(self.before)

    def _power_in(self, events: Iterable[Event]) -> str:
        for event in events:
            if event.phrase is not None:
                *_, name = self.book.reaction(self.compiled, event)
                power = self.book.model.powers.get(str(name))
                if power is not None and power.do == "retake hand":
                    return str(name)
        return ""

    @cached_property
    def spoken(self) -> KeyPath:
        """The path of the power or member that the line quotes, or an empty path."""
        if self.expected is not None and self.expected.phrase is not None:
            return ()
        return self._spoken_in(self.line)

    @property
    def about(self) -> KeyPath:
        """The path of the power or member that the difference is about, or an empty path."""
        return ("powers", self.power) if self.power else self.spoken

    @property
    def names(self) -> set[str]:
        """The names of the people in the expected event and the line's event."""
        return {event.name for event in (self.expected, self.shown) if event is not None}

    @property
    def is_other_card(self) -> bool:
        """Whether the line shows the expected event with a different card."""
        event, shown = self.expected, self.shown
        return event is not None and shown is not None and shown.key == event.key and shown.card != event.card

    @cached_property
    def dealt(self) -> list[int]:
        """The cards at the start of the transcript, except for those that were dealt face down."""
        events = events_from(self.reference, self.text, 0, MOST_LINES)
        return [event.card for event in events if event.card is not None]

    @property
    def is_in_new_order(self) -> bool:
        """Whether the first cards in the transcript are in the order of a new pack."""
        return len(self.dealt) > OFTEN and self.dealt[:OFTEN] == [*self.compiled.deck[:OFTEN]]

    @property
    def is_somebody_else(self) -> bool:
        """Whether the line shows the expected event for a different person."""
        event, shown = self.expected, self.shown
        return event is not None and shown is not None and shown.key == event.key and len(self.names) > 1

    @property
    def spoken_next(self) -> KeyPath:
        """The path of the power or member that the next line quotes, or an empty path."""
        return self._spoken_in(self.text.line(self.text.after_line(self.halt.at)))

    def _spoken_in(self, line: str) -> KeyPath:
        """Return the path of the power or member that ``line`` quotes, or an empty path."""
        phrases = {words for said in self.variants.plain.compiled.phrases for words in said if words}
        return next(
            (self.book.reaction_saying(words) for words in phrases if self.book.is_said(words, line)), ()
        )

    @cached_property
    def since_deal(self) -> tuple[Event, ...]:
        """The events in this hand since its cards were last dealt."""
        before = self.halt.before
        anew = [place for place, event in enumerate(before) if event.key in DEALT_ANEW]
        return before[anew[-1] + 1 :] if anew else before

    @property
    def hand_number(self) -> int:
        """The number of the hand that the line belongs to."""
        return View(self.compiled.program, self.table).hand_number - self._precedes_hand

    @cached_property
    def _precedes_hand(self) -> bool:
        """Whether a hand should begin at the line, but begins later in the transcript."""
        is_begin = self.expected is not None and self.expected.key in HEADINGS
        has_begun = any(event.card is not None for event in self.halt.before)
        if not is_begin or has_begun or self.is_first_hand or self.is_reworded:
            return False
        following = events_from(self.reference, self.text, self.halt.at)
        begin = next((event for event in following if event.key in (*HEADINGS, "player_bets")), None)
        return begin is not None and begin.key in HEADINGS and begin != self.shown

    @property
    def is_first_hand(self) -> bool:
        """Whether the difference is in or before the first hand of the game."""
        return View(self.compiled.program, self.table).hand_number < 2

    @property
    def is_about_round(self) -> bool:
        """Whether the difference is in a line that is printed once per round."""
        steps = {step.step for step in self.book.model.procedure.round or ()}
        if self.shown is not None and self.shown.key == "hand":
            return False
        of_round = {"kicked_out"} | ({"standing"} if "announce standings" in steps else set())
        return bool(steps) and not of_round.isdisjoint(self.keys)

    @property
    def is_deal(self) -> bool:
        """Whether some of the first cards in the hand have been dealt, but not all."""
        return self.is_dealing and any(event.card is not None for event in self.since_deal)

    @property
    def is_dealing(self) -> bool:
        """Whether some of the first cards in the hand have not been dealt yet."""
        dealt = sum(event.card is not None for event in self.since_deal)
        return dealt < len(self.book.model.procedure.deal)

    def held_by(self, person: int | None) -> list[int]:
        """Return the cards that were shown in a person's hand since it was last dealt."""
        return self._shown_in(event for event in self.since_deal if event.person == person)

    def _shown_in(self, events: Iterable[Event]) -> list[int]:
        """Return the cards that ``events`` show in one hand, either one at a time or all together."""
        cards: list[int] = []
        for event in events:
            if event.cards is not None:
                cards = [card for card in event.cards if card != HIDDEN]
            elif event.card is not None and event.key in self.printed:
                cards.append(event.card)
        return cards

    @cached_property
    def printed(self) -> frozenset[str]:
        """The events for single cards that print lines.

        Cards in other events are guesses until a line shows them.
        """
        return CARDS_SHOWN & self.reference.checked.texts.keys()

    @property
    def held(self) -> list[int]:
        """The cards shown so far in the expected event's hand."""
        return self.held_by(None if self.expected is None else self.expected.person)

    @property
    def is_poor(self) -> bool:
        """Whether the wager on the line is higher than the last bankroll shown."""
        shown = [event.bankroll for event in self.halt.before if event.bankroll is not None]
        return bool(shown) and self.shown is not None and (self.shown.wager or 0) > shown[-1]

    @property
    def shows_total(self) -> bool:
        """Whether the line shows a wrong total, or the first cards already exceed the target."""
        event = self.expected
        if event is None or event.total is None:
            return False
        is_bust = event.total > self.book.model.rules.target
        return bool(self.totals_there - {event.total}) or (is_bust and without_role(event.key) == "turn")

    @property
    def totals_there(self) -> set[int]:
        """The totals that the line, or the first line that differs, may show for the expected person."""
        person = None if self.expected is None else self.expected.person
        later = self.reference.language.events_at(self.text, self.differing[0])
        events = (*self.readings, *(event for event, _ in later))
        return {event.total for event in events if event.person == person and event.total is not None}

    @cached_property
    def low_bust(self) -> Event | None:
        """The bust on the first line that differs, if the hand does not exceed the target; otherwise None."""
        for event, _ in self.reference.language.events_at(self.text, self.differing[0]):
            total = event.total or self.total_of(event.person)
            if without_role(event.key) == "busts" and (total or 0) in range(
                1, self.book.model.rules.target + 1
            ):
                return event
        return None

    @property
    def guesses_cards(self) -> bool:
        """Whether the expected line shows cards that come from the transcript or are guesses."""
        event = self.expected
        has_cards = event is not None and (event.card is not None or event.cards is not None)
        return self.reference.leeway.cards and has_cards

    @property
    def is_guess(self) -> bool:
        """Whether the cards on the expected line are guesses because the actual line shows another event."""
        event, shown = self.expected, self.shown
        return self.guesses_cards and (event is None or shown is None or shown.key != event.key)

    @property
    def is_asked(self) -> bool:
        """Whether the actual or the expected line asks for an action."""
        question = self.book.model.prompts.action.ask.partition("{")[0]
        expected = self.halt.expected if self.expected is None else ""
        return any(line.startswith(question) for line in (self.line, expected) if question and line)

    @property
    def cards(self) -> str:
        """The cards in the hand up to the difference, as text. Empty if the line comes between two hands."""
        by_name: dict[str, list[Event]] = {}
        keys = {event.key for event in (self.expected, self.shown) if event is not None}
        for event in self.since_deal if keys.isdisjoint(BETWEEN_HANDS) else ():
            by_name.setdefault(event.name, []).append(event)
        words = self.reference.script.card_words
        field = "card" if self.reference.language.shows_suits else "rank"
        held = {name: [words(card)[field] for card in self._shown_in(own)] for name, own in by_name.items()}
        return "; ".join(f"{name}: {', '.join(cards)}" for name, cards in held.items() if cards)
