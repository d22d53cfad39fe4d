"""Reads the persons at a table, their possible words, and their hands from any ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.engine.packs import codes_of

from bj.argument_values import Value
from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET

Data = dict[str, Any]


@dataclass(eq=False)
class Lasting:
    """A power that replaces rules while it lasts."""

    power: Data
    number: int = 0
    """The remembered number on which it depends."""
    start: int = 0
    """The value of that number at the start of a match."""
    remembered: str = ""
    """The name of that number; empty if the power depends on none."""

    @property
    def lasts(self) -> bool:
        """Whether the power lasts now."""
        return self.power["while"] != f"{self.remembered} == 1" or self.number == 1

    def rule(self, key: str) -> Any:
        """The current value of one of its rules; a computed target is `20 + 3 * NAME`."""
        rule = self.power[key]
        if key != "target" or isinstance(rule, int):
            return rule
        fixed, _, factor, _, name = rule.split()
        assert name == self.remembered
        return sorted((LEAST_TARGET, int(fixed) + int(factor) * self.number, LARGEST_TARGET))[1]


@dataclass(eq=False)
class Person:
    """The facts about a person."""

    role: str
    reactions: list[Data]
    """The reactions with words, in order; each list of words appears once."""
    is_veiled: bool
    """Whether a power may hide the card with which this person busts."""
    is_asked: bool
    """Whether the person is asked for wagers, and may leave."""
    tags: list[int]
    """The value of each rank in the person's count; empty if the person does not count."""
    resets_silently: bool
    """Whether the count may restart without an event."""
    own_rules: list[Lasting] = field(default_factory=list)
    """The powers that replace rules for this person."""
    plans: Data = field(default_factory=dict)
    """When the person makes each side bet, and the amount."""
    key: str = ""
    """The ruleset's key for a member of a team."""
    team: int = -1
    """The number of the team."""
    brought: int = 0
    """The money with which the person begins a match."""
    bankroll: int = 0
    count: int = 0
    is_out: bool = False
    """Whether the person is out of the tournament."""

    spots: int = 1
    """The number of hands that the person is dealt."""
    first_hand: Hand = field(init=False)
    """The first of those hands, or the last one that was; a dealer's only hand."""

    def __post_init__(self) -> None:
        """Give an empty hand to a person who has not played."""
        self.first_hand = Hand(self)

    @property
    def target(self) -> int:
        """This person's target; 0 if it is that of the house."""
        return int(self._own("target", 0))

    @property
    def payouts(self) -> Data:
        """The payouts of this person that differ from those of the house."""
        return dict(self._own("payouts", {}))

    @property
    def draws(self) -> str:
        """The rule by which this person draws as a dealer; empty for that of the house."""
        return str(self._own("draws", ""))

    def _own(self, key: str, usual: Any) -> Any:
        """The value of a rule in the first lasting power that sets it, or ``usual``."""
        return next((own.rule(key) for own in self.own_rules if own.lasts and key in own.power), usual)

    def see(self, card_rank: int) -> None:
        """Count a card of this rank."""
        if self.tags:
            self.count += self.tags[card_rank]


@dataclass(eq=False)
class Hand:
    """The facts about a hand."""

    owner: Person
    wager: int = 0
    initial: int = 0
    """The wager when the hand was dealt; 0 for a hand from a split."""
    counted: int = 0
    """The running count when the wager was made."""
    parts: list[Hand] = field(default_factory=list)
    """All hands from the same split, including this one."""
    doubled: int = 0
    """The number of times that the wager was doubled."""
    free: int = 0
    """The part of the wager that the house put up."""
    bet: int = 0
    """The amount added in the betting round, or no longer owed."""
    insured: int = 0
    """The insurance stake."""
    insurance_paid: int = 0
    insurance_staked: int = 0
    cards: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    """The indices of cards dealt face down that have not been turned."""
    upcard: int = 0
    """The dealer's first card that was dealt face up."""
    has_turn: bool = False
    """Whether the turn has been announced."""
    is_named: bool = False
    """Whether an event has named this hand as the one of several that begins."""
    is_doubling: bool = False
    """Whether the card of a doubled wager comes next."""
    result: str = ""
    """The state: empty, stands, busts, given up or settled."""
    was_given_up: bool = False
    settled_by: str = ""
    """The event that settled the hand."""
    was_switched: bool = False
    """Whether the second card was switched with that of another hand."""
    paid: int = 0
    power: Data | None = None
    """The last reaction that changed the hand."""
    retaking: int = 0
    """The number of cards that a power still takes."""
    covered: bool = False
    """Whether the last card is face down and may be shown next."""
    knows_last: bool = False
    """Whether the last card has been counted."""
    has_drawn: bool = False
    """Whether the last card was drawn, not taken by a power."""
    counts_as: tuple[int, int, bool] | None = None
    """The total that a power sets, the number of cards when it did so, and whether the total is soft."""
    was_bust: bool = False
    """Whether powers are still changing a hand that has bust."""
    waits_again: bool = False
    """Whether a power has given the hand another turn that has not begun."""
    looks: bool = False
    """Whether the owner knows the dealer's face-down cards."""
    last_target: int = 0
    """The target of the hand at its end; 0 while it is that of its owner."""
    missed_naturals: bool = False
    """Whether the hand became a natural only after naturals were paid."""

    def __post_init__(self) -> None:
        """Make a hand that was not split its own only part."""
        self.parts.append(self)

    @property
    def role(self) -> str:
        """Whether the hand is a player's or the dealer's."""
        return self.owner.role

    @property
    def is_split(self) -> bool:
        """Whether the hand comes from a split."""
        return len(self.parts) > 1

    @property
    def own(self) -> int:
        """The part of the wager that can be lost."""
        return self.wager - self.free

    @property
    def lacks_card(self) -> bool:
        """Whether the hand comes from a split and waits for its second card."""
        return self.is_split and len(self.cards) == 1 and not self.retaking

    @property
    def settles(self) -> bool:
        """Whether the last reaction settles hands at once."""
        return self.power is not None and self.power["do"] in ("win hand", "lose hand", "void hand")

    def switch(self, other: Hand) -> None:
        """Switch the second card with that of another hand."""
        self.cards[1], other.cards[1] = other.cards[1], self.cards[1]
        lies_down = [1 in hand.hidden for hand in (other, self)]
        for hand, is_hidden in zip((self, other), lies_down, strict=True):
            hand.hidden = [at for at in hand.hidden if at != 1] + [1] * is_hidden
            hand.was_switched, hand.counts_as = True, None

    def clear(self) -> None:
        """Remove all cards."""
        self.was_switched = False
        self.cards, self.hidden, self.result, self.settled_by = [], [], "", ""
        self.power, self.retaking, self.covered = None, 0, False
        self.has_turn = self.knows_last = self.looks = self.was_bust = False
        self.counts_as, self.last_target, self.missed_naturals = None, 0, False


@dataclass
class Company:
    """All persons in a game."""

    people: list[Person]
    """The persons in the order of their events."""
    players: list[Person]
    dealers: list[Person]
    is_tournament: bool
    matches: list[tuple[int, int]] = field(default_factory=list)
    """The numbers of the teams that play and deal in each match."""

    def side(self, team: int, role: str) -> list[Person]:
        """The members of a team who play or deal."""
        return [person for person in self.people if (person.team, person.role) == (team, role)]


def matches_of(data: Data, values: Mapping[str, Value]) -> list[tuple[int, int]]:
    """The numbers of the teams that play and deal in each match."""
    numbers = {team["id"]: number for number, team in enumerate(data["teams"])}
    if "matches" in data["tournament"]:
        listed = data["tournament"]["matches"]
        return [(numbers[each["players"]], numbers[each["dealers"]]) for each in listed]
    chosen = data["tournament"]["dealers"]
    dealing = numbers[str(values.get(chosen, chosen))]
    return [(1 - dealing, dealing)]


def lasting(power: Data) -> Lasting:
    """The power as it is at the start of a game."""
    if power["while"] is True:
        return Lasting(power)
    ((remembered, begins),) = power["memory"].items()
    start = begins if isinstance(begins, int) else int(begins.removeprefix("random(")[0])
    assert power["while"] in (f"{remembered} == 1", f"{remembered} >= 0")
    return Lasting(power, start, start, remembered)


def steps_of(data: Data) -> list[str]:
    """The names of the steps of a hand."""
    return [step if isinstance(step, str) else step.get("step", "") for step in data["procedure"]["hand"]]


def company_of(data: Data, values: Mapping[str, Value]) -> Company:
    """All persons in a game of a ruleset with these arguments."""
    strategies: Data = data["strategies"]

    def trait(strategy: str, key: str) -> Any:
        """The value of a key that a strategy has or inherits."""
        own = strategies[strategy]
        return own.get(key, trait(own["extends"], key) if "extends" in own else None)

    def person(role: str, strategy: str, member: Data, spots: int = 1) -> Person:
        """Make a person with a strategy and their own reactions; dealers have no strategy."""
        name = str(values.get(strategy, strategy))
        all_of_them: list[Data] = []
        learned = {key: trait(name, key) for key in ("reactions", "powers")} if role == "player" else {}
        for owner in (learned, member):
            all_of_them += owner.get("reactions") or []
            for entry in owner.get("powers") or []:
                power = data["powers"][entry if isinstance(entry, str) else entry["power"]]
                all_of_them += [power] * ("on" in power) + power.get("reactions", [])
        count = (trait(name, "count") or {}) if role == "player" else {}
        by_rank = {rank: tag for ranks, tag in count.items() for rank in ranks.split()}
        mine = [reaction for reaction in all_of_them if reaction.get("as", "both") in ("both", role)]
        by_words: dict[str, Data] = {}
        for reaction in all_of_them:
            if "say" in reaction:
                by_words.setdefault(reaction["say"], reaction)
        given = [entry for owner in (learned, member) for entry in owner.get("powers") or []]
        powers = [data["powers"][entry if isinstance(entry, str) else entry["power"]] for entry in given]
        return Person(
            role=role,
            own_rules=[lasting(power) for power in powers if {"target", "payouts", "draws"} & power.keys()],
            plans=(trait(name, "side_bets") or {}) if role == "player" else {},
            spots=spots,
            reactions=list(by_words.values()),
            is_veiled=any(reaction.get("busting_card") == "hidden" for reaction in mine),
            is_asked=role == "player"
            and trait(name, "wager") is None
            and data["rules"]["minimum_wager"] != 0,
            tags=[by_rank.get(rank, 0) for rank in codes_of(data)] if count else [],
            resets_silently=any(
                reaction.get("do") == "reset count" and "say" not in reaction for reaction in mine
            ),
        )

    people: list[Person] = []
    matches = matches_of(data, values) if "tournament" in data else []
    if matches:
        for number, team in enumerate(data["teams"]):
            for side, role in enumerate(("player", "dealer")):
                for key in team["members"] if number in {match[side] for match in matches} else ():
                    member = data["members"][key]
                    people.append(person(role, member["strategy"], member))
                    people[-1].key, people[-1].team = key, number
    else:
        seated = [(player["strategy"], player.get("spots", 1)) for player in data.get("players", [])]
        seated += [(seat[0], 1) for seat in values.get("players", ())]  # type: ignore[union-attr, index]
        people = [*(person("player", strategy, {}, spots) for strategy, spots in seated)]
        bankers = people if "pass bank" in steps_of(data) else [None]
        people += [person("dealer", "", data["dealer"]) for _ in bankers]
    players, dealers = ([each for each in people if each.role == role] for role in ("player", "dealer"))
    return Company(people, players, dealers, "tournament" in data, matches)
