"""The result of a verification: findings, and a verdict on the transcript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bj.errors import KeyPath
from bj.ruleset.documents import rivals_of
from bj.text.notebook import render_table

Verdict = Literal["right", "wording", "wrong"]

Confidence = Literal["sure", "ambiguous", "rare", "unexplained", "later", "follows"]
"""The level of confidence in a finding, explained in CONFIDENCE."""

CONFIDENCE: Mapping[Confidence, str] = {
    "sure": "",
    "ambiguous": "one of several explanations",
    "rare": "the comparison stopped at line {line}, so this may be wrong",
    "unexplained": "the rule is a guess",
    "later": "may follow from an earlier difference",
    "follows": "follows from an earlier mistake",
}
"""Maps levels of confidence to explanations."""

SHARED = 4
"""The fewest words that sentences must share at their beginning to be joined."""

OFTEN = 3
"""The number of hands that an edit must change to make coincidence unlikely."""

WORDING = "wording"
"""The kind of findings that concern only the wording."""


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A broken rule, where it is first broken in the transcript."""

    line: int
    """The number of the line, from 1."""
    hand: int
    """The number of the hand, from 1; 0 before the first hand."""
    kind: str
    rule: str
    """The path of the broken key in the ruleset, with dots."""
    place: str
    """The place of the broken key: FILE:LINE:COLUMN."""
    message: str
    """A sentence about the mistake, without the correct rule, but including the ``solution``."""
    times: int = 1
    """The number of hands or rounds with this finding."""
    unit: Literal["hand", "round"] = "hand"
    """The unit in which ``times`` counts."""
    among: int = 0
    """The number of all hands that were followed; 0 if unknown."""
    cards: str = ""
    """The cards of the hand up to this line."""
    actual: str = ""
    """The actual line, or the last line if the transcript ends too soon."""
    expected: str = ""
    """The line that was expected."""
    remark: str = ""
    """A remark about the whole transcript, one of ``text.REMARKS``; may be empty."""
    path: KeyPath = ()
    """The path of the broken key in the ruleset."""
    words: str = ""
    """The sentence of the rule card about the broken key; may be empty."""
    help: str = ""
    """The instructor's sentence about the rule, which students see instead of the rule."""
    confidence: Confidence = "sure"
    alternatives: tuple[str, ...] = ()
    """The other rules whose violation explains the transcript nearly as well."""
    others: tuple[str, ...] = ()
    """Sentences about other explanations, by other rules or by the same one."""
    causes: str = ""
    """The places in the program to look at, if several mistakes fit equally well; otherwise empty."""
    mistake: str = ""
    """The message without the persons and numbers of the line."""
    solution: str = ""
    """The part of the message that gives the right value, which only ``--reveal diff`` shows."""
    stopped: int = 0
    """The line at which the comparison stopped, if the finding is in doubt."""
    is_missing: bool = False
    """Whether the expected line is missing before the actual line, which may be right."""

    @property
    def doubt(self) -> str:
        """Why the finding is uncertain; empty if it is certain."""
        if self.causes:
            return self.causes
        why = CONFIDENCE[self.confidence].format(line=self.stopped)
        others = _either(self.others)
        return f"{why}: also {others}" if why and others else f"also possible: {others}" if others else why

    @property
    def is_explained(self) -> bool:
        """Whether an edit to the rules explains the line, rather than an earlier difference."""
        return self.confidence not in ("unexplained", "later")

    @property
    def is_consequence(self) -> bool:
        """Whether the line may differ only because an earlier line does."""
        return self.confidence in ("later", "follows")

    @property
    def is_doubtful(self) -> bool:
        """Whether the finding may not be a mistake of its own."""
        return self.is_consequence or (self.confidence != "sure" and self.times < OFTEN)

    def with_help(self, sentences: Mapping[str, str]) -> BrokenRule:
        """Copy the finding. Its help is the one of ``sentences`` for the longest prefix of its rule.

        Help for a key that sets the same rule, such as ``hits_soft_17``, is also help for the rule.
        """
        words = tuple(self.rule.split("."))
        beginnings = (words[:length] for length in range(len(words), 0, -1))
        keys = (".".join((*each[:-1], key)) for each in beginnings for key in (each[-1], *rivals_of(each)))
        said = next((sentences[each] for each in keys if each in sentences), self.help)
        return replace(self, help=said)

    def repeated(self, times: int) -> BrokenRule:
        """Copy the finding, with ``times`` more occurrences."""
        return replace(self, times=self.times + times)


def _either(sentences: Sequence[str]) -> str:
    """Join sentences with `or`. A beginning that they share is written once.

    >>> _either(["the power `flee` is used too often", "the power `flee` is used in the wrong role"])
    'the power `flee` is used too often or in the wrong role'
    """
    words = [each.split(" ") for each in sentences] or [[]]
    alike = [len({*each}) == 1 for each in zip(*words, strict=False)]
    shared = (*alike, False).index(False) if len(words) > 1 else 0
    while " ".join(words[0][:shared]).count("`") % 2:
        shared -= 1
    shared = shared if shared >= SHARED else 0
    return " or ".join([*sentences[:1], *(" ".join(each[shared:]) for each in words[1:])])


@dataclass(frozen=True, slots=True)
class Report:
    """The findings in a transcript."""

    file: str
    findings: Sequence[BrokenRule] = ()
    hands: int = 0
    forgiven: Mapping[str, int] = field(default_factory=dict)
    """Maps kinds of ignored differences to the numbers of their occurrences."""
    exercised: Mapping[frozenset[str], int] = field(default_factory=dict)
    """Maps sets of events to the number of followed hands with exactly the events of the set."""
    followed: int = 0
    """The number of hands that were followed from start to end."""
    expected: int = 0
    """The number of hands in the correct game if not all were followed; otherwise 0."""
    is_complete: bool = True
    """Whether the transcript was compared to its end."""
    stopped: int = 0
    """The line at which the comparison stopped; 0 if it is complete."""

    def __hash__(self) -> int:
        return hash((self.file, self.hands))

    @property
    def mistakes(self) -> Sequence[BrokenRule]:
        """The first finding, and all later ones that are separate mistakes."""
        return [each for each in self.findings if each not in self.further]

    @property
    def further(self) -> Sequence[BrokenRule]:
        """The later findings that are doubtful, or may only follow from earlier ones that are no remarks."""
        found = [each for each in self.findings if not each.remark]
        return [each for each in found[1:] if each.is_doubtful]

    @property
    def share(self) -> float:
        """The fraction of the game that was followed."""
        return self.followed / max(self.expected, self.followed + 1) if self.expected else 1.0

    @property
    def is_explained(self) -> bool:
        """Whether every difference is explained, to the end of the transcript."""
        return self.is_complete and all(each.is_explained for each in self.findings)

    def hands_with(self, events: frozenset[str]) -> int:
        """The number of followed hands that contain any of ``events``.

        A shuffle before the first hand counts as part of the first hand.
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
        """The findings as columns of a data frame."""
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
