"""Check the answers to prompts."""

from __future__ import annotations

from collections.abc import Mapping

from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.suggestions import shorten
from bj.text.unsafe_characters import is_visible


@needs("prompts")
def check_prompts(checking: Checking) -> None:
    """Check that each answer has one meaning, and that there is an answer for each choice."""
    prompts = checking.ruleset.prompts
    if "answers" in prompts.action.model_fields_set:
        _check_answers(checking, ("prompts", "action", "answers"), prompts.action.answers, ("hit", "stand"))
    for key in ("insurance", "surrender", "side_bet", "switch", "calling", "raising", "power", "again"):
        section = getattr(prompts, key)
        if "answers" in section.model_fields_set:
            _check_answers(checking, ("prompts", key, "answers"), section.answers, ("yes", "no"))


def _check_answers(
    checking: Checking, path: KeyPath, answers: Mapping[str, str], wanted: tuple[str, ...]
) -> None:
    """Check that answers are unique and can be typed, and that each ``wanted`` meaning has an answer."""
    known: dict[str, str] = {}
    for word in answers:
        typed = word.strip().casefold()
        if not typed or not is_visible(word):
            checking.fault(
                "BJ802", (*path, word), "this answer cannot be typed", "write a word or a letter", key=True
            )
        elif typed in known:
            message = f"the answers `{shorten(known[typed])}` and `{shorten(word)}` are typed in the same way"
            checking.fault("BJ803", (*path, word), message, "remove one of them", key=True)
        known.setdefault(typed, word)
    missing = [meaning for meaning in wanted if meaning not in answers.values()]
    if missing and checking.is_sure(*path):
        message = "no answer means " + " or ".join(f"`{meaning}`" for meaning in missing)
        checking.fault(
            "BJ804", path, message, f'add one such as `{missing[0][0]} = "{missing[0]}"`', key=True
        )
