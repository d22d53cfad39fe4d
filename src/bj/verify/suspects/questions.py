"""Other questions: prompts and replies in other words, and answers that are refused."""

from __future__ import annotations

from collections.abc import Iterator

from bj.errors import KeyPath
from bj.verify.asking import CUTS_WAGERS, REFUSES
from bj.verify.changes import Change, look, setting
from bj.verify.findings import WORDING
from bj.verify.hooks import WAGERS_ON_CREDIT
from bj.verify.scene import Scene
from bj.verify.wording import is_like, reworded
from bj.verify.yardstick import Leeway


def other_prompts(scene: Scene) -> Iterator[Change]:
    """A question, or the reply to an answer, has other words."""
    said = scene.halt.expected
    if scene.expected is not None or not said or scene.shown is not None:
        return
    message = "the question differs from the rules"
    for path, template in scene.book.prompts(said):
        for actual in _asked(scene) if path[-1] == "ask" else [scene.lines_there]:
            text = reworded(template, said.removesuffix("\n"), actual)
            if text and is_like(said, actual):
                yield setting(path, text, WORDING, message)
    yield from _other_options(scene)


def _asked(scene: Scene) -> list[str]:
    """The possible questions in the line: all but the last word, which may be the answer."""
    there, said = scene.lines_there, scene.halt.expected
    bare = said.rstrip()
    ends = there.rstrip().rfind(" ") + 1, there.rfind(bare[-1:]) + len(said) - len(bare) + 1
    return [there[:end] for end in dict.fromkeys(ends) if end > 1]


def _other_options(scene: Scene) -> Iterator[Change]:
    """An action is offered in other words."""
    prompts, said = scene.book.model.prompts.action, scene.halt.expected
    message = "the question differs from the rules"
    for action in dict.fromkeys(prompts.answers.values()):
        before, is_there, after = said.partition(prompts.option(action))
        for actual in _asked(scene) if is_there and before else ():
            shown = actual.removeprefix(before).removesuffix(after)
            if actual == f"{before}{shown}{after}" and shown:
                yield setting(("prompts", "action", "options", action), shown, WORDING, message)


def large_wagers(scene: Scene) -> Iterator[Change]:
    """A wager above the bankroll is reduced to it, or accepted, against the rules."""
    if scene.expected is None or "bets" in scene.keys:
        has_credit = look(scene.workshop.base, ("rules", "credit"))
        name = "" if scene.player is None else scene.compiled.persons[scene.player]
        own = scene.book.strategy(name, "wager")
        asked: KeyPath = ("prompts", "wager") if look(scene.workshop.base, own) is None else own
        rule: KeyPath = ("rules", "credit") if has_credit else asked
        message = "a wager above the bankroll is reduced to the bankroll"
        yield Change(CUTS_WAGERS, "wager", rule, message, leeway=Leeway(hooks={CUTS_WAGERS}))
        message = "a wager above the bankroll is accepted"
        if not has_credit:
            yield Change(WAGERS_ON_CREDIT, "wager", rule, message, leeway=Leeway(hooks={WAGERS_ON_CREDIT}))


def other_answers(scene: Scene) -> Iterator[Change]:
    """An answer that the rules accept is refused, and the question comes again."""
    if scene.shown is not None:
        return
    text, at = scene.text.content, scene.halt.at
    answered, asks = text[text.rfind("\n", 0, at - 1) + 1 : at], scene.book.model.prompts.action.ask
    question = asks.partition("{")[0]
    which = "action" if question and answered.startswith(question) else "wager"
    rule, message = ("prompts", which), "an answer that the rules accept is refused"
    yield Change(REFUSES, "prompt", rule, message, leeway=Leeway(hooks={REFUSES}))
