"""Checks of what a person is asked: the texts, and what the answers mean."""

from __future__ import annotations

from collections.abc import Mapping

from bj.errors import KeyPath, TextFaults
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.check.parsed import parse_template_once
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.words import shorten
from bj.text.characters import is_visible


@needs("prompts")
def check_prompts(checking: Checking) -> None:
    """Every text parses, no answer means two things, and whoever is asked can answer either way."""
    prompts = checking.ruleset.prompts
    for name in sorted(prompts.model_fields_set):
        section = getattr(prompts, name)
        for key in sorted(section.model_fields_set):
            text = getattr(section, key)
            if key in PROMPT_FIELDS[name] and text is not None:
                _check_text(checking, ("prompts", name, key), text, PROMPT_FIELDS[name][key])
    if "answers" in prompts.action.model_fields_set:
        _check_answers(checking, ("prompts", "action", "answers"), prompts.action.answers, ("hit", "stand"))
    if "answers" in prompts.again.model_fields_set:
        _check_answers(checking, ("prompts", "again", "answers"), prompts.again.answers, ("yes", "no"))


def _check_text(checking: Checking, path: KeyPath, text: str, fields: tuple[str, ...]) -> None:
    """The template parses and uses its own fields."""
    try:
        parse_template_once(text, fields)
    except TextFaults as error:
        checking.note(path, error)


def _check_answers(
    checking: Checking, path: KeyPath, answers: Mapping[str, str], wanted: tuple[str, ...]
) -> None:
    """Every answer can be typed and told from the others, and nothing that is ``wanted`` lacks one."""
    known: dict[str, str] = {}
    for word in answers:
        typed = word.strip().casefold()
        if not typed or not is_visible(word):
            checking.fault(
                "BJ802", (*path, word), "this answer cannot be typed", "write a word or a letter", key=True
            )
        elif typed in known:
            message = f"the answers `{shorten(known[typed])}` and `{shorten(word)}` are the same when typed"
            checking.fault("BJ803", (*path, word), message, "remove one of them", key=True)
        known.setdefault(typed, word)
    missing = [meaning for meaning in wanted if meaning not in answers.values()]
    if missing and checking.is_sure(*path):
        message = "no answer means " + " or ".join(f"`{meaning}`" for meaning in missing)
        checking.fault(
            "BJ804", path, message, f'add one such as `{missing[0][0]} = "{missing[0]}"`', key=True
        )
