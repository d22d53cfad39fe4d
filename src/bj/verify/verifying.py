"""Verifies transcripts and reports the mistakes in them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, get_args

from bj.argument_values import Arguments, take_arguments
from bj.catalogue.events import PLAYER
from bj.errors import UsageError, wrong_type
from bj.faults_and_fixes import KeyPath
from bj.files import read_at_most
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import TEXT, AnyRuleset, check_documents, read_ruleset
from bj.session.game_plan import refuse_seed
from bj.text.sentences import count_of
from bj.verify.assignment import Assignment, Chance, make_assignment
from bj.verify.cards_dealt_too_often import KnownShoe, Surplus, find_surplus
from bj.verify.changed_games import Variants
from bj.verify.changes import Change
from bj.verify.effort import ExhaustedError
from bj.verify.explain.explaining import explain
from bj.verify.findings import WORDING, BrokenRule, Report
from bj.verify.guessed_rule import rule_of_ending, why_stopped
from bj.verify.message_texts import BLANK_LINES
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay
from bj.verify.roster_shown import Roster, read_roster
from bj.verify.rulebook import Rulebook, dotted
from bj.verify.sample_games import COUNTS, counts_cards, play_game
from bj.verify.text import LARGEST_TRANSCRIPT, REMARKS, Text, refuse_to_tolerate
from bj.verify.wording_differences import what_differs
from bj.verify.wrong_riffles_and_deals import SAME_CARD

FORGIVEN_BY = dict.fromkeys(("line ends", "last line", "mark", "utf-16"), "trailing")
"""For each of these remarks, the tolerated kind of difference that covers it."""

FEWER_CARDS = ("the shoe lacks some cards", "cards are skipped")
"""Mistakes that look as if the shoe were shuffled too early."""

MOST_AFTER_LOOP = 3
"""The maximum number of lines after a loop, such as a message that the program was killed."""


class Verified(NamedTuple):
    """The report on a transcript, and the edits that explain its differences."""

    report: Report
    edits: Mapping[Change, float]
    """All edits, each with its cost in bits."""
    proven: Sequence[Change]
    """The edits that are beyond doubt, and that may explain other transcripts of the same program."""
    persons: Sequence[str]
    """The people in the game. Edits refer to people by their index."""


class Verifier:
    """Verifies transcripts for one assignment."""

    def __init__(self, assignment: Assignment, ignored: Collection[str] = (), sharing: int = 1) -> None:
        """Prepare to verify transcripts. ``sharing`` is the number of verifiers that share the memory."""
        self.assignment = assignment
        self.ignored = frozenset(ignored)
        self.sharing = sharing
        self.variants = Variants(assignment, sharing)
        self.book = Rulebook(assignment.rules, assignment.values)
        self._seated: Verifier | None = None

    def verify(self, file: str, content: bytes, stopped: str = "") -> Report:
        """Verify a transcript. ``stopped`` is the reason why its program was stopped, if it was."""
        return self.verify_with(file, content, stopped).report

    def verify_with(
        self, file: str, content: bytes, stopped: str = "", likely: Sequence[Change] = ()
    ) -> Verified:
        """Verify a transcript. The edits in ``likely`` are tried before all others."""
        text = Text(content)
        text.stopped = stopped
        roster = read_roster(self.assignment, text)
        if roster is not None and not self.assignment.values.get(roster.argument):
            return self._with_players(roster).verify_with(file, content, stopped, likely)
        if roster is not None and roster.seats == self.assignment.values[roster.argument]:
            text.begin, text.given = roster.end, roster.given
        replay, differs = self._play(text)
        if differs is not None:
            text = self._without_loop(text, differs)
            replay, differs = self._play(text) if text.loop else (replay, differs)
        findings = []
        if text.loop and differs is None:
            findings.append(self._ending(text, *rule_of_ending(self.book, None, text)))
        reference, shuffled, sure = self.variants.plain, replay.shuffled, text.end
        left = replay.left
        hands, happened, is_complete, stopped_at = replay.position.hands, replay.happened, True, 0
        stopped_lines, stopped_why = ("", ""), ""
        edits, proven = dict[Change, float](), list[Change]()
        is_whole = not text.effort.is_exhausted and not text.is_too_long
        followed = hands if is_whole else max(hands - 1, 0)
        if differs is not None:
            examination = explain(self.variants, self.book, text, likely)
            edits, proven = examination.paid, examination.proven_edits()
            findings = [replace(each, times=max(each.times, 1)) for each in examination.findings.values()]
            reference, hands, happened = examination.reference, examination.hands, examination.happened
            is_complete, shuffled = examination.is_complete, examination.shuffled
            left = examination.left
            sure, is_whole, followed = examination.sure, examination.is_whole, examination.followed
            is_to_end = is_complete or examination.fit >= text.end
            stopped_at = 0 if is_to_end else examination.stopped_line
            stopped_lines, stopped_why = examination.stop
        if stopped and all(each.kind != "ending" for each in findings):
            findings.append(self._ending(text, "ending", ("procedure", "game"), why_stopped(text)))
        if any(each.kind == "ending" for each in findings):
            findings = [each for each in findings if not _is_cut_line(each, text)]
        findings += self._count_cards(reference, text, KnownShoe(shuffled, left, sure))
        if text.effort.is_exhausted:
            text.remarks.append("too much")
        forgiven: Counter[str] = Counter()
        remarks = self._remarks(text, is_cut=any(each.kind == "ending" for each in findings))
        kept = [each for each in (*remarks, *findings) if not self._forgive(each, forgiven)]
        kept = [each.with_help(self.assignment.rules.checked.model.help) for each in kept]
        kept.sort(key=lambda finding: finding.line)
        expected = 0 if is_whole else max(self._hands_by_rules, 1)
        if self._counts_cards:
            happened = Counter(
                {
                    events | COUNTS if "player_bets" in events else events: times
                    for events, times in happened.items()
                }
            )
        report = Report(
            file,
            kept,
            hands,
            forgiven,
            happened,
            followed,
            expected,
            is_complete,
            stopped_at,
            stopped_lines=stopped_lines,
            stopped_why=stopped_why,
        )
        return Verified(report, edits, proven, self.variants.plain.compiled.persons)

    def _with_players(self, roster: Roster) -> Verifier:
        """Return a verifier for the players that are entered in a transcript.

        The latest such verifier is cached.
        """
        values = {**self.assignment.values, roster.argument: roster.seats}
        if self._seated is None or self._seated.assignment.values != values:
            self._seated = Verifier(replace(self.assignment, values=values), self.ignored, self.sharing)
        return self._seated

    @cached_property
    def _counts_cards(self) -> bool:
        return counts_cards(self.assignment)

    @cached_property
    def _hands_by_rules(self) -> int:
        """The number of hands in the correct game, or in a similar game if not all randomness is fixed."""
        return play_game(self.assignment, self.assignment.seed).hands

    def _play(self, text: Text) -> tuple[Replay, int | None]:
        """Replay a transcript. Return the replay, and the offset of the first difference or None.

        If the effort is exhausted, the rest of the transcript counts as right.
        """
        replay = Replay(self.variants.plain, text)
        try:
            halt = replay.play_out()
        except ExhaustedError:
            return replay, None
        return replay, None if halt.why == "over" else halt.at

    def _without_loop(self, text: Text, differs: int) -> Text:
        """Remove the lines that a program prints in an endless loop until it is stopped.

        The loop may be followed by a message of a few lines.
        """
        cuts = self.variants.plain.language.lines_of("cut", 0)
        for after in range(MOST_AFTER_LOOP + 1):
            last = text.starts[-after - 1] if after < len(text.starts) else 0
            if after and self.variants.plain.language.events_at(text, last):
                break
            for random in ((), cuts):
                shorter = text.without_loop(differs, after, random)
                if shorter.loop and (not random or shorter.end > differs):
                    return shorter
        return text

    def _ending(self, text: Text, kind: str, rule: KeyPath, message: str) -> BrokenRule:
        """Return a finding about how a transcript ends."""
        where = text.number_in_file(text.end), 0, kind, dotted(rule), self.book.place(rule)
        return BrokenRule(
            *where, message, actual=text.loop.partition("\n")[0], path=rule, words=self.book.in_words(rule)
        )

    def _count_cards(self, reference: ReferenceGame, text: Text, shoe: KnownShoe) -> list[BrokenRule]:
        """Report cards that are dealt too often, if all cards come from the transcript.

        The lines are read in the language of ``reference``.
        """
        if self.assignment.chance != "cards":
            return []
        seats = sum(role == PLAYER for role in reference.compiled.roles)
        surplus: list[Surplus] = []
        with suppress(ExhaustedError):
            surplus.extend(find_surplus(reference, text, seats, shoe))
        surplus = [each for each in surplus if not each.is_early] or surplus
        if not surplus:
            return []
        at, hand, card, is_early, left, last, skipped, is_only = surplus[0]
        rule: KeyPath = ("shoe", "reshuffle_when" if is_early else "packs")
        name = reference.script.card_words(card)["card"]
        again = f"{name} is dealt more often than the shoe contains it"
        message = f"{SAME_CARD}: {name}" if is_only else again
        if is_early:
            again = f"{name} is dealt in hand {last} and again in hand {hand}"
            message = f"{again}, as if the shoe were shuffled with {left} or more cards left"
        if skipped:
            kept = f"the shoe is not shuffled before hand {skipped}, with {count_of(left, 'card')} left"
            message = f"{kept}, but before hand {hand}"
        where = (text.number_in_file(at), hand, "cards", dotted(rule), self.book.place(rule))
        return [
            BrokenRule(
                *where,
                message,
                1 if is_early else len({each.hand for each in surplus}),
                actual=text.line(at),
                path=rule,
                words=self.book.in_words(rule),
                others=FEWER_CARDS if is_early and not skipped else (),
            )
        ]

    def _remarks(self, text: Text, *, is_cut: bool) -> list[BrokenRule]:
        """Return the remarks about a transcript as findings.

        If ``is_cut`` is true, omit the remark about the last line.
        """
        lines = {"last line": text.last_number}
        place = self.book.place(("output",))
        return [
            BrokenRule(lines.get(key, 1), 0, WORDING, "output", place, REMARKS[key], remark=key)
            for key in text.remarks
            if not is_cut or key != "last line"
        ]

    def _forgive(self, finding: BrokenRule, forgiven: Counter[str]) -> bool:
        """Return whether a finding is about ignored differences only. If so, count them in ``forgiven``."""
        needed = differences_in(finding)
        if needed is None or not self.ignored.issuperset(needed):
            return False
        forgiven.update(dict.fromkeys(needed, finding.times))
        return True


def differences_in(finding: BrokenRule) -> tuple[str, ...] | None:
    """Return the kinds of IGNORABLE differences in a finding, or None if it has any other differences."""
    if finding.kind != WORDING:
        return None
    if finding.remark:
        return (FORGIVEN_BY[finding.remark],) if finding.remark in FORGIVEN_BY else None
    if finding.message.startswith(BLANK_LINES):
        return ("blank-lines",)
    return what_differs(finding.expected, finding.actual)


def verify_transcript(
    ruleset: AnyRuleset,
    transcript: str | bytes | Path,
    arguments: Arguments = (),
    *,
    seed: int | None = None,
    rounds: int = 0,
    chance: Chance | None = None,
    answers: Sequence[str] | None = None,
    tolerate: Collection[str] = (),
    **named: object,
) -> Report:
    """Verify a transcript from another program, given as a string, as bytes, or as the path of a file.

    ``seed`` is the seed for shuffles. ``chance`` determines how much of the randomness must match the
    ruleset: all of it (``seed``), the cards but not the cuts (``cuts``), or none (``cards``). ``answers``
    contains the lines that players typed, if the transcript does not show them. ``tolerate`` may contain
    ``case``, ``spaces``, ``blank-lines``, ``punctuation`` and ``trailing``. Raises RulesetError if the
    ruleset has faults, and UsageError if an argument is invalid.
    """
    refuse_to_tolerate(tolerate)
    if chance not in (None, *get_args(Chance)):
        raise UsageError(f"{chance!r} is not a kind of chance", f"choose from {', '.join(get_args(Chance))}")
    if seed is not None:
        refuse_seed(seed)
    checked = check_documents(read_ruleset(ruleset))
    values = take_arguments(checked.model, arguments, named, call=verify_transcript)
    assignment = make_assignment(PlacedRules(checked), values, seed, chance, rounds, answers)
    return Verifier(assignment, tolerate).verify(*_read(transcript))


def _read(transcript: object) -> tuple[str, bytes]:
    """Return the name and the content of a transcript.

    Raises UsageError if ``transcript`` is not a string, bytes or a path.
    """
    if isinstance(transcript, Path):
        return str(transcript), read_at_most(transcript, LARGEST_TRANSCRIPT, "the transcript")
    if isinstance(transcript, str):
        if "\n" not in transcript and os.path.isfile(transcript):
            raise UsageError(f"`{transcript}` is the name of a file", "give it as a `Path`")
        return TEXT.name, transcript.encode("utf-8", "surrogatepass")
    if isinstance(transcript, bytes):
        return TEXT.name, transcript
    raise wrong_type("a transcript", transcript, "give its text, its bytes or the `Path` of its file")


def _is_cut_line(finding: BrokenRule, text: Text) -> bool:
    """Return whether a finding is only about a last line that is cut off, as after a crash."""
    is_last = finding.kind == WORDING and finding.times == 1 and finding.line == text.last_number
    expected, actual = finding.expected, finding.actual
    return is_last and actual[:1] == expected[:1] and actual[-1:] != expected[-1:]
