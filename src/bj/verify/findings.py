"""The result of a verification: findings, and the verdict on a transcript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bj.errors import KeyPath
from bj.text.notebook import render_table

Verdict = Literal["right", "wording", "wrong"]

Confidence = Literal["sure", "ambiguous", "rare", "unexplained", "later"]
"""The confidence of a finding, as explained in CONFIDENCE."""

CONFIDENCE: Mapping[Confidence, str] = {
    "sure": "",
    "ambiguous": "one of several explanations",
    "rare": "seen in only one or two hands, so this may be wrong",
    "unexplained": "the line is wrong, but the cause was not found: the rule is a guess",
    "later": "may follow from an earlier difference",
}
"""The meaning of each level of confidence."""

OFTEN = 3
"""The number of hands that an edit must change to rule out coincidence."""

WORDING = "wording"
"""The kind of findings that concern only the wording."""


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A broken rule, at its first place in the transcript."""

    line: int
    """From 1."""
    hand: int
    """0 before the first hand."""
    kind: str
    rule: str
    """The path of the key of the ruleset, with dots."""
    place: str
    """The place of the key: FILE:LINE:COLUMN."""
    message: str
    """The mistake, without the correct rule, but with the ``solution``."""
    times: int = 1
    """The number of places with the same finding."""
    cards: str = ""
    """The cards of the hand so far."""
    actual: str = ""
    """The line; at the end of a transcript, its last line."""
    expected: str = ""
    """The line that was expected."""
    remark: str = ""
    """A remark about the whole transcript, one of ``text.REMARKS``."""
    path: KeyPath = ()
    """The key of the ruleset."""
    written: str = ""
    """The value of that key, if it is a single value."""
    help: str = ""
    """The instructor's sentence about the rule, which students see instead of it."""
    confidence: Confidence = "sure"
    alternatives: tuple[str, ...] = ()
    """The rules that explain the transcript nearly as well."""
    solution: str = ""
    """The part of the message with the right value, which only ``--reveal diff`` shows."""
    is_missing: bool = False
    """Whether the expected line is missing before the actual one, which may be right."""

    @property
    def doubt(self) -> str:
        """Why the finding is not sure, in words, or empty."""
        others = f": also {', '.join(self.alternatives)}" if self.alternatives else ""
        return CONFIDENCE[self.confidence] + others

    @property
    def is_explained(self) -> bool:
        """Whether an edit of the rules, and not an earlier difference, explains the line."""
        return self.confidence not in ("unexplained", "later")

    @property
    def may_follow(self) -> bool:
        """Whether the line may differ only because an earlier one does."""
        return self.confidence == "later" or (self.confidence != "sure" and self.times < OFTEN)

    def with_help(self, sentences: Mapping[str, str]) -> BrokenRule:
        """The same finding with the sentence for the longest prefix of its rule's path, if there is one."""
        words = self.rule.split(".")
        beginnings = (".".join(words[:length]) for length in range(len(words), 0, -1))
        said = next((sentences[each] for each in beginnings if each in sentences), self.help)
        return replace(self, help=said)

    def repeated(self, times: int) -> BrokenRule:
        """The same finding with more occurrences."""
        return replace(self, times=self.times + times)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings in a transcript."""

    file: str
    findings: Sequence[BrokenRule] = ()
    hands: int = 0
    forgiven: Mapping[str, int] = field(default_factory=dict)
    """The number of ignored differences, by kind."""
    exercised: Mapping[frozenset[str], int] = field(default_factory=dict)
    """The number of hands followed, by the kinds of events in them."""
    followed: int = 0
    """The number of hands followed from start to end."""
    expected: int = 0
    """The number of hands of the correct game, if not all hands were followed; otherwise 0."""
    is_complete: bool = True
    """Whether the transcript was compared to its end."""
    stopped: int = 0
    """The line at which the comparison stopped, if it is not complete; otherwise 0."""
    unexplained: int = 0
    """The first line that is not explained; 0 without one, or for several transcripts."""

    def __hash__(self) -> int:
        return hash((self.file, self.hands))

    @property
    def mistakes(self) -> Sequence[BrokenRule]:
        """The first finding, and the later ones that are mistakes of their own."""
        return [*self.findings[:1], *(each for each in self.findings[1:] if not each.may_follow)]

    @property
    def further(self) -> Sequence[BrokenRule]:
        """The other findings."""
        return [each for each in self.findings[1:] if each.may_follow]

    @property
    def share(self) -> float:
        """The fraction of the game that was followed."""
        return self.followed / max(self.expected, self.followed + 1) if self.expected else 1.0

    @property
    def is_explained(self) -> bool:
        """Whether every difference is explained, up to the end of the transcript."""
        return self.is_complete and all(each.is_explained for each in self.findings)

    def hands_with(self, events: frozenset[str]) -> int:
        """The number of hands followed with an event of some kinds.

        A shuffle before the first hand counts as one in a hand.
        """
        shown = sum(hands for happened, hands in self.exercised.items() if happened & events)
        return min(shown, self.followed)

    @property
    def verdict(self) -> Verdict:
        """Whether the transcript follows the rules, differs only in wording, or breaks a rule."""
        if not self.findings:
            return "right"
        return (
            "wording"
            if self.is_complete and all(finding.kind == WORDING for finding in self.findings)
            else "wrong"
        )

    def frame_columns(self) -> dict[str, list[Any]]:
        """Every finding as columns of a data frame."""
        keys = [
            "line",
            "hand",
            "kind",
            "rule",
            "place",
            "message",
            "times",
            "expected",
            "actual",
            "confidence",
        ]
        return {key: [getattr(each, key) for each in self.findings] for key in keys}

    def _repr_html_(self) -> str:
        """The findings as a table, for notebooks."""
        rows = [
            (str(each.line), each.rule, each.message, each.expected, each.actual) for each in self.findings
        ]
        heads = ("line", "rule", "finding", "expected", "transcript")
        return render_table(f"{self.file}: {self.verdict}", heads, rows)
