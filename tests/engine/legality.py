"""The legal actions of a hand by a ruleset's file, against those that the engine offers and accepts."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.engine.hand_facts import allows, doubling, facts_of, raise_of
from tests.engine.variant_parts import Data
from tests.engine.variants import Variant
from tests.session.games import answer

from bj.cards import card_number
from bj.catalogue.actions import ACTIONS, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from bj.catalogue.limits import MOST_SPLIT
from bj.compiler.compile import Compiled
from bj.engine.face import driving
from bj.engine.face.view import HandState, Kind, Question, Reason, Stop, View
from bj.engine.layout import table as t
from bj.engine.layout.mode import Ints
from bj.record.events import read
from bj.session.engines import PLAIN, Engine

DEEDS = {DOUBLE: "player_doubles", SPLIT: "player_splits", SURRENDER: "player_surrenders"}
"""The events with which actions begin."""

JUNK = (-1, 5, 15, 16, 1 << 40)
"""Numbers that are not actions."""


def all_ask(variant: Variant) -> Variant:
    """The variant with persons who are asked about every hand."""
    data = copy.deepcopy(variant.data)
    for strategy in data["strategies"].values():
        strategy.pop("rules", None)
        strategy.pop("chart", None)
    return Variant(data, variant.values)


def staked_aside(table: Sequence[int], owner: int) -> int:
    """The stakes of a person on open side bets."""
    bets = range(table[t.SIDE_BETS], table[t.SIDE_BETS_END], t.SIDE_BET_SIZE)
    own = (at for at in bets if table[at + t.BET_OPEN] and table[table[at + t.BET_HAND] + t.OWNER] == owner)
    return sum(table[at + t.BET_OPEN] for at in own)


def free_money(view: View, person: int) -> int:
    """The money of a person that is not at stake in hands."""
    at_stake = [
        hand.wager - hand.free + hand.insured
        for hand in view.hands(person)
        if hand.state not in (HandState.SETTLED, HandState.SITS_OUT)
    ]
    return view.bankroll(person) - sum(at_stake)


def _purse(view: View, table: Sequence[int], question: Question) -> int:
    """The money of the asked person that is not at stake."""
    return free_money(view, question.person) - staked_aside(table, table[table[t.ASKED] + t.OWNER])


def legal_by_rules(variant: Variant, view: View, table: Sequence[int], question: Question) -> tuple[int, ...]:
    """The actions that the rules allow with the hand of a question."""
    data, hand = variant.data, question.hand
    rules: Data = data["rules"]
    block = table[t.ASKED]
    assert not (rules.get("stand_on_target") and hand.total == rules["target"])
    charlie = rules.get("charlie") or {"cards": len(hand.cards) + 1}
    limit = charlie if isinstance(charlie, int) else charlie["cards"]
    assert len(hand.cards) < limit or (isinstance(charlie, dict) and charlie.get("at_once"))
    upcard = card_number(table[t.UPCARD], 0) if view.upcard is None else view.upcard  # one taken by a power
    parts, doubled = table[block + t.PARTS], table[block + t.DOUBLED]
    cards = [held.card for held in hand.cards]
    has_looked = table[block + t.SEES_HOLE] != 0
    shown = [held.card for held in view.hands(view.dealer)[0].cards if has_looked or not held.is_hidden]
    facts = facts_of(data, cards, upcard, shown, hand.wager, parts=parts, doubled=doubled, free=hand.free)
    facts = {**facts, "total": hand.total, "soft": hand.is_soft}  # a power may let it count as anything
    free = hand.wager if rules.get("credit") else _purse(view, table, question)
    added = raise_of(data, facts, hand.wager, view.minimum_wager)
    for_double = added if allows(data, "free_double", facts) else free
    for_split = hand.wager if allows(data, "free_split", facts) else free
    if rules.get("credit"):
        for_double = added
    may = {
        HIT: allows(data, "hit", facts),
        STAND: allows(data, "stand", facts),
        DOUBLE: allows(data, "double", facts)
        and added > 0
        and (for_double >= added or (for_double > 0 and doubling(data).get("for_less", False))),
        SPLIT: allows(data, "split", facts)
        and len(cards) == 2
        and parts < MOST_SPLIT
        and for_split >= hand.wager,
        SURRENDER: allows(data, "surrender", facts),
    }
    return tuple(action for action in sorted(may) if may[action])


class Player(NamedTuple):
    """A game at one speed."""

    engine: Engine
    program: Ints
    events: Ints

    @classmethod
    def of(cls, engine: Engine, compiled: Compiled) -> Player:
        """The game, with an empty record."""
        return cls(engine, engine.ints(compiled.program), engine.ints(driving.new_record(1 << 10)))


def accepts(player: Player, persons: Sequence[str], table: list[int], person: int, action: int) -> bool:
    """Whether the engine accepts an action as an answer; asserts that a refusal changes nothing."""
    state = player.engine.ints(list(table))
    driving.answer(state, action)
    status = player.engine.advance(player.program, state, player.events)
    told = [event.key for event in read(driving.take_events(player.events), persons)]
    view = View(player.program, state)
    if view.fault is None or view.fault.reason != Reason.ILLEGAL_ACTION:
        is_empty = status == Stop.OUT_OF_CARDS or told[:1] in (["shuffle"], ["cards_used_up"])
        for deed, key in DEEDS.items():
            assert is_empty or view.fault or (action == deed) == (told[:1] == [key])
        return True
    assert (status, view.fault, told) == (Stop.FAULTY, (Reason.ILLEGAL_ACTION, person, action), [])
    return False


def judge(variant: Variant, compiled: Compiled, seed: int, engines: Sequence[Engine]) -> Counter[int]:
    """Play random legal actions, and try all others at every decision; return how often each was legal."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    players = [Player.of(engine, compiled) for engine in engines]
    table, events = list(compiled.table), driving.new_record(1 << 10)
    view = View(compiled.program, table)
    found: Counter[int] = Counter()
    if any("target" in power for power in variant.data.get("powers", {}).values()):
        return found  # what is legal here is worked out from the target of the house
    while True:
        status = PLAIN.advance(compiled.program, table, events)
        driving.take_events(events)
        if status in (Stop.EVENTS_FULL, Stop.PAUSED):
            continue
        question = view.question
        if status != Stop.DECISION or question is None:
            return found
        if question.kind != Kind.ACTION:
            driving.answer(table, answer(view))
            continue
        legal = legal_by_rules(variant, view, table, question)
        assert question.actions == legal, (question, legal, variant.data["rules"])
        found.update(legal)
        for action in (*(row.number for row in ACTIONS.values()), chance.choice(JUNK)):
            for player in players:
                is_legal = action in legal
                assert accepts(player, compiled.persons, table, question.person, action) == is_legal
        driving.answer(table, chance.choice(legal))
