"""The results of a verification: findings, reports and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bj.faults_and_fixes import KeyPath
from bj.ruleset.documents import rivals_of
from bj.text.notebook_tables import render_table

Verdict = Literal["right", "wording", "wrong"]

Confidence = Literal["sure", "ambiguous", "rare", "unexplained", "later", "follows"]
"""How certain a finding is. The values are explained in CONFIDENCE."""

CONFIDENCE: Mapping[Confidence, str] = {
    "sure": "",
    "ambiguous": "one of several explanations",
    "rare": "only one or two hands show it, and the comparison stopped at line {line}",
    "unexplained": "the line is certainly wrong, but perhaps because of another rule",
    "later": "may follow from an earlier difference",
    "follows": "follows from an earlier mistake",
}
"""An explanation for each level of confidence."""

SHARED = 4
"""The minimum number of words that sentences must share at their start to be merged."""

OFTEN = 3
"""How many hands must show a mistake to make a coincidence unlikely."""

WORDING = "wording"
"""The kind of findings that are only about wording."""


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A broken rule, and the first line that breaks it."""

    line: int
    """The line number, starting at 1."""
    hand: int
    """The number of the hand, starting at 1, or 0 before the first hand."""
    kind: str
    rule: str
    """The path of the broken rule's key, with dots between its parts."""
    place: str
    """The location of the broken rule in its file, as FILE:LINE:COLUMN."""
    message: str
    """A sentence about the mistake. It does not reveal the correct rule, except in the part ``solution``."""
    times: int = 1
    """The number of hands or rounds (see ``unit``) with the mistake."""
    unit: Literal["hand", "round"] = "hand"
    """The unit of ``times``."""
    among: int = 0
    """How many hands were followed in total, or 0 if unknown."""
    cards: str = ""
    """The cards in the hand up to this line."""
    actual: str = ""
    """The actual line, or the last line if the transcript ends too soon."""
    expected: str = ""
    """The expected line."""
    remark: str = ""
    """The key in ``text.REMARKS`` if the finding is about the whole transcript, or an empty string."""
    path: KeyPath = ()
    """The path of the broken rule's key, as a sequence."""
    words: str = ""
    """The rule card's sentence about the broken rule, or an empty string if it has none."""
    help: str = ""
    """The sentence that the instructor wrote about the rule. Students see it in place of the rule."""
    confidence: Confidence = "sure"
    alternatives: tuple[str, ...] = ()
    """Other rules that may be broken instead, because they explain the transcript nearly as well."""
    others: tuple[str, ...] = ()
    """Sentences about other possible mistakes, which may or may not concern the same rule."""
    has_cause: bool = True
    """Whether the message describes the mistake itself. If so, ``others`` lists further possibilities."""
    causes: str = ""
    """The parts of the program to check, if several mistakes explain the line equally well; otherwise empty.
    """
    mistake: str = ""
    """The message without the names and numbers on the line."""
    solution: str = ""
    """The part of the message that reveals the right value. It is shown only with ``--reveal diff``."""
    stopped: int = 0
    """The line at which the comparison stopped, if this makes the finding doubtful."""
    is_missing: bool = False
    """Whether the expected line is missing, in which case the actual line may be right."""

    @property
    def doubt(self) -> str:
        """The reason why the finding is doubtful, or an empty string if it is certain."""
        why = CONFIDENCE[self.confidence].format(line=self.stopped)
        if self.causes:
            return f"{why}; {self.causes}" if self.is_consequence else self.causes
        others = _either(self.others)
        if others and not self.has_cause:
            others = f"perhaps {others}"
            return f"{why}: {others}" if why else others
        return f"{why}: also {others}" if why and others else f"also possible: {others}" if others else why

    @property
    def is_explained(self) -> bool:
        """Whether an edit to the rules explains the line."""
        return self.confidence not in ("unexplained", "later")

    @property
    def is_consequence(self) -> bool:
        """Whether the line may be wrong only because an earlier line is wrong."""
        return self.confidence in ("later", "follows")

    @property
    def is_doubtful(self) -> bool:
        """Whether the finding may be a mere consequence, or is uncertain and shown by few hands."""
        return self.is_consequence or (self.confidence != "sure" and self.times < OFTEN)

    def with_help(self, sentences: Mapping[str, str]) -> BrokenRule:
        """Return a copy whose help is the sentence in ``sentences`` for the longest prefix of its rule.

        Help for another key that sets the same rule, such as ``hits_soft_17``, applies as well.
        """
        words = tuple(self.rule.split("."))
        beginnings = (words[:length] for length in range(len(words), 0, -1))
        keys = (".".join((*each[:-1], key)) for each in beginnings for key in (each[-1], *rivals_of(each)))
        said = next((sentences[each] for each in keys if each in sentences), self.help)
        return replace(self, help=said)

    def repeated(self, times: int) -> BrokenRule:
        """Return a copy with ``times`` added to its number of occurrences."""
        return replace(self, times=self.times + times)


def _either(sentences: Sequence[str]) -> str:
    """Join sentences with `or`, without repeating the words that they have in common at the start.

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
    """The findings for one transcript."""

    file: str
    findings: Sequence[BrokenRule] = ()
    hands: int = 0
    forgiven: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of ignored difference occurred."""
    exercised: Mapping[frozenset[str], int] = field(default_factory=dict)
    """The number of hands for each combination of events. A hand counts only for the exact combination of
    events that happened in it.
    """
    followed: int = 0
    """The number of hands that were followed from start to end."""
    expected: int = 0
    """The number of hands in the correct game if some were not followed; otherwise 0."""
    is_complete: bool = True
    """Whether the transcript was compared to its end."""
    stopped: int = 0
    """The line at which the comparison stopped, or 0 if it is complete."""
    stopped_run: str = ""
    """The run in which the comparison stopped, if a report is about several runs."""
    stopped_lines: tuple[str, str] = ("", "")
    """The actual and the expected line where the comparison stopped, unless a finding shows them."""
    stopped_why: str = ""
    """Why the comparison stopped, as far as it is known, in words that follow the number of the line."""

    def __hash__(self) -> int:
        return hash((self.file, self.hands))

    @property
    def mistakes(self) -> Sequence[BrokenRule]:
        """All findings except those in ``further``."""
        further = self.further
        return [each for each in self.findings if each not in further]

    @property
    def further(self) -> Sequence[BrokenRule]:
        """All findings after the first that are doubtful or may be consequences of earlier mistakes."""
        found = [each for each in self.findings if not each.remark]
        return [each for each in found[1:] if each.is_doubtful]

    @property
    def share(self) -> float:
        """How much of the game was followed, from 0 to 1."""
        return self.followed / max(self.expected, self.followed + 1) if self.expected else 1.0

    @property
    def is_explained(self) -> bool:
        """Whether every difference is explained, up to the end of the transcript."""
        return self.is_complete and all(each.is_explained for each in self.findings)

    def hands_with(self, events: frozenset[str]) -> int:
        """Return the number of followed hands in which any of ``events`` happened.

        A shuffle before the first hand counts as part of that hand.
        """
        shown = sum(hands for happened, hands in self.exercised.items() if happened & events)
        return min(shown, self.followed)

    @property
    def verdict(self) -> Verdict:
        """The verdict: the transcript follows the rules, differs only in wording, or breaks a rule."""
        if not self.findings:
            return "right"
        return (
            "wording"
            if self.is_complete and all(finding.kind == WORDING for finding in self.findings)
            else "wrong"
        )

    def frame_columns(self) -> dict[str, list[Any]]:
        """Return the findings as columns for a data frame."""
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
        """Render the findings as an HTML table for notebooks."""
        rows = [
            (str(each.line), each.rule, each.message, each.expected, each.actual) for each in self.findings
        ]
        heads = ("line", "rule", "finding", "expected", "transcript")
        return render_table(f"{self.file}: {self.verdict}", heads, rows)
