"""Records as events with named fields, and events as they are recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import run

from bj.catalogue import events as e
from bj.catalogue.events import EVENTS
from bj.record.events import HIDDEN, LINE, VICTORY, Event, read, split_code, write

PERSONS = ("Ann", "Ben", "Dealer")
BEN, DEALER = e.PERSON_STRIDE, 2 * e.PERSON_STRIDE + e.DEALER_ROLE


def test_every_number_of_a_record_has_its_name() -> None:
    """Events of each kind of fields, written by hand: in the code, after it, in a list, or none."""
    told = {
        (e.SHUFFLE,): Event("shuffle"),
        (e.CUT, 26): Event("cut", cut=26),
        (BEN + e.HAND_BEGINS, 3, -70): Event("hand", 1, "Ben", hand=3, bankroll=-70),
        (BEN + e.BETS, 5, 70): Event("player_bets", 1, "Ben", wager=5, bankroll=70),
        (BEN + e.DEALT + 51,): Event("player_dealt", 1, "Ben", card=51),
        (DEALER + e.DEALT_DOWN + 12,): Event("dealer_dealt_down", 2, "Dealer", card=12),
        (BEN + e.TOTAL + 21,): Event("player_total", 1, "Ben", total=21),
        (DEALER + e.DEALER_WINS + 20, 5, 65, 5): Event(
            "dealer_wins", 2, "Dealer", total=20, amount=5, bankroll=65, wager=5
        ),
        (BEN + e.STANDING, 65, 3): Event("player_standing", 1, "Ben", bankroll=65, hand=3),
        (e.USED_UP, 4): Event("cards_used_up", hand=4),
        (DEALER + e.KICKED_OUT + 1,): Event("dealer_kicked_out", 2, "Dealer", winner=1),
        (DEALER + e.SAYS + 7,): Event("dealer_says", 2, "Dealer", phrase=7),
        (e.TEAM_WINS + 1,): Event(VICTORY, team=1),
        (BEN + e.LINE + 2, 3, 65): Event(LINE, 1, "Ben", line=2, hand=3, bankroll=65),
        (
            DEALER + e.TABLE_HAND + 15,
            DEALER + e.CARD_IN_LIST + HIDDEN,
            DEALER + e.CARD_IN_LIST + 4,
            DEALER + e.TABLE_HAND + e.LIST_ENDS + 15,
        ): Event("dealer_table_hand", 2, "Dealer", total=15, cards=(HIDDEN, 4)),
        (BEN + e.OWN_HAND, BEN + e.OWN_HAND + e.LIST_ENDS): Event("player_hand", 1, "Ben", total=0, cards=()),
    }
    for numbers, event in told.items():
        assert write(event) == list(numbers)
    assert list(read([number for numbers in told for number in numbers], PERSONS)) == list(told.values())


def test_every_event_of_the_catalogue_can_be_read() -> None:
    """Every field of a template is a field of its event, or follows from one."""
    follows = {"name", "padded_name", "role", "rank", "suit", "words"}
    for row in EVENTS.values():
        has = {row.coded, *row.numbers, *(["cards"] if row.is_list else [])}
        assert set(row.fields) - follows <= has
        assert Event(row.key).is_dealer == (row.role == e.DEALER)


def test_invalid_codes_are_refused() -> None:
    """A number that begins no event raises KeyError."""
    with pytest.raises(KeyError):
        split_code(e.DEALER_ROLE + e.TEAM_WINS)


@given(rulesets(), SEEDS)
def test_any_record_is_read_without_loss(variant: Variant, seed: int) -> None:
    """The events of a game, written again, are the recorded numbers."""
    compiled = variant.compile(seed)
    recorded = run(compiled.program, compiled.table).events
    events = list(read(recorded, compiled.persons))
    assert [number for event in events for number in write(event)] == recorded
    assert all(event.person is None or event.name == compiled.persons[event.person] for event in events)
