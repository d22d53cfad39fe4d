"""Asks who plays, if the command line does not list the players."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from bj.argument_values import is_name
from bj.catalogue.limits import MOST_SEATS
from bj.session.answer_sources import shown
from bj.session.conversation import Conversation, ask_number

LARGEST_BANKROLL = 10**9


def ask_roster(conversation: Conversation, kinds: Sequence[str]) -> Generator[bytes, None, list[str]]:
    """Ask how many players there are, and the kind, name and bankroll of each.

    Yields the transcript, and returns command-line words such as ``human:Bob:100``.
    """
    count = yield from ask_number(conversation, "roster", {}, range(1, MOST_SEATS + 1), "how_many")
    words: list[str] = []
    taken: set[str] = set()
    for number in range(1, count + 1):
        kind = yield from _ask_kind(conversation, kinds, number)
        name = yield from _ask_name(conversation, taken, number)
        taken.add(name.casefold())
        bankrolls = range(LARGEST_BANKROLL + 1)
        bankroll = yield from ask_number(conversation, "roster", {"name": name}, bankrolls, "bankroll")
        words.append(f"{kind}:{name}:{bankroll}")
    return words


def _ask_kind(conversation: Conversation, kinds: Sequence[str], number: int) -> Generator[bytes, None, str]:
    """Ask for one of ``kinds``, or an unambiguous prefix of one, until the answer is valid."""
    listed = ", ".join(kinds)
    while True:
        prompt = conversation.text_of("roster", "kind", {"number": str(number), "kinds": listed})
        answer = yield from conversation.ask(prompt)
        typed = answer.casefold()
        meant = [kind for kind in kinds if kind.casefold().startswith(typed)] if typed else []
        exact = [kind for kind in meant if kind.casefold() == typed]
        if exact or len(meant) == 1:
            return (exact or meant)[0]
        wrong = conversation.text_of("roster", "wrong_kind", {"answer": shown(answer), "kinds": listed})
        yield f"{wrong}\n".encode()


def _ask_name(conversation: Conversation, taken: set[str], number: int) -> Generator[bytes, None, str]:
    """Ask until the answer is a valid name that no other player has."""
    while True:
        answer = yield from conversation.ask(conversation.text_of("roster", "name", {"number": str(number)}))
        fits = is_name(answer) and ":" not in answer
        if fits and answer.casefold() not in taken:
            return answer
        yield f"{conversation.text_of('roster', 'wrong_name', {'answer': shown(answer)})}\n".encode()
