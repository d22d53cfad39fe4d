"""Provides the texts for a state's open question: the prompt, the answers, and reasons for refusals."""

from __future__ import annotations

from bj.catalogue.actions import ACTIONS
from bj.session.answer_sources import ListedAnswers
from bj.session.controlled_game import State
from bj.session.conversation import PROMPT_SECTIONS, Conversation, Questions
from bj.session.refusals import reason_against


def prompt_of(state: State) -> str:
    """Return the prompt for the open question, or an empty string if no question is open."""
    if state.question is None:
        return ""
    checked = state.plan.checked
    conversation = Conversation(checked.model.prompts, ListedAnswers([]))
    asking = Questions(conversation, checked, state.compiled).ask(state.view)
    return next(asking).decode()


def words_of(state: State) -> dict[int, list[str]]:
    """Return the words that a player can type for each legal action, except for amounts of money."""
    if state.question is None or state.kind == "wager":
        return {}
    if state.question.wagers:
        return {0: ["0"]}
    prompts = state.plan.checked.model.prompts
    section = "action" if state.kind == "action" else PROMPT_SECTIONS.get(state.question.kind, "again")
    answers = getattr(prompts, section).answers.items()
    names = {number: state.action_name(number) for number in state.legal_actions()}
    return {number: [word for word, meaning in answers if meaning == name] for number, name in names.items()}


def refusals_of(state: State) -> dict[str, str]:
    """For each action that is not legal for the hand, return a clause with the reason."""
    if state.kind != "action" or state.question is None:
        return {}
    checked = state.plan.checked
    return {
        name: reason_against(checked, state.compiled, state.view, name)
        for name, action in ACTIONS.items()
        if action.number not in state.question.actions
        and (not action.rule or checked.model.rules.may_ever(action.rule))
    }
