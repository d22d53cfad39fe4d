"""Who sits at a table, what they may say, and what they hold, by the data of any ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.engine.packs import codes_of

from bj.arguments import Value

Data = dict[str, Any]


@dataclass(eq=False)
class Person:
    """What is known of somebody."""

    role: str
    reactions: list[Data]
    """Those that speak, in their order, each words only once."""
    is_veiled: bool
    """Whether a power may hide the card that busts this person."""
    is_asked: bool
    """Whether a person decides about wagers, and may leave."""
    tags: list[int]
    """What each rank counts, empty for those who do not count."""
    resets_silently: bool
    """Whether the count may begin anew without a word."""
    bankroll: int = 0
    count: int = 0
    is_out: bool = False
    """Whether kicked out of the tournament."""

    wager: int = 0
    counted: int = 0
    """The count at which the wager was made."""
    doubled: bool = False
    cards: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    """Which of the cards came face down in the deal and have not been turned."""
    has_turn: bool = False
    """Whether the turn has been announced."""
    result: str = ""
    """Empty, or stands, busts, settled."""
    settled_by: str = ""
    """The event that has settled the hand."""
    paid: int = 0
    power: Data | None = None
    """The last reaction that has done something to the hand."""
    retaking: int = 0
    """How many cards a power still takes."""
    covered: bool = False
    """Whether the last card lies face down and may be shown next."""
    knows_last: bool = False
    """Whether that card has been counted."""
    has_drawn: bool = False
    """Whether that card was drawn, and not taken by a power."""

    @property
    def settles(self) -> bool:
        """Whether a power settles hands at once."""
        return self.power is not None and self.power["do"] in ("win hand", "void hand")

    def clear(self) -> None:
        """Hold no cards."""
        self.cards, self.hidden, self.result, self.settled_by = [], [], "", ""
        self.power, self.retaking, self.covered = None, 0, False
        self.doubled = self.has_turn = self.knows_last = False

    def see(self, card_rank: int) -> None:
        """Count a card of a rank."""
        if self.tags:
            self.count += self.tags[card_rank]


@dataclass
class Company:
    """Everybody in a game."""

    people: list[Person]
    """In the order of their events."""
    players: list[Person]
    dealers: list[Person]
    is_tournament: bool


def company_of(data: Data, values: Mapping[str, Value]) -> Company:
    """Everybody in a game of a ruleset with these arguments."""
    strategies: Data = data["strategies"]

    def trait(strategy: str, key: str) -> Any:
        """What a strategy says or inherits."""
        own = strategies[strategy]
        return own.get(key, trait(own["extends"], key) if "extends" in own else None)

    def person(role: str, strategy: str, own: list[Data | str]) -> Person:
        """Somebody who plays by a strategy and reacts in ways of their own; dealers have no strategy."""
        name = str(values.get(strategy, strategy))
        learned = list(trait(name, "reactions") or []) if role == "player" else []
        by_name: Data = data.get("reactions", {})
        all_of_them = [by_name[each] if isinstance(each, str) else each for each in (*learned, *own)]
        count = (trait(name, "count") or {}) if role == "player" else {}
        by_rank = {rank: tag for ranks, tag in count.items() for rank in ranks.split()}
        mine = [reaction for reaction in all_of_them if reaction.get("as", "both") in ("both", role)]
        by_words: dict[str, Data] = {}
        for reaction in all_of_them:
            if "say" in reaction:
                by_words.setdefault(reaction["say"], reaction)
        return Person(
            role,
            list(by_words.values()),
            is_veiled=any(reaction.get("busting_card") == "hidden" for reaction in mine),
            is_asked=role == "player" and trait(name, "wager") is None,
            tags=[by_rank.get(rank, 0) for rank in codes_of(data)] if count else [],
            resets_silently=any(
                reaction.get("do") == "reset count" and "say" not in reaction for reaction in mine
            ),
        )

    people: list[Person] = []
    if "tournament" in data:
        chosen = data["tournament"]["dealers"]
        dealing = values.get(chosen, chosen)
        for team in data["teams"]:
            for member in map(data["members"].get, team["members"]):
                role = "dealer" if team["id"] == dealing else "player"
                people.append(person(role, member["strategy"], member.get("reactions", [])))
    else:
        seated = [player["strategy"] for player in data.get("players", [])]
        seated += [seat[0] for seat in values.get("players", ())]  # type: ignore[union-attr, index]
        people = [*(person("player", strategy, []) for strategy in seated), person("dealer", "", [])]
    players, dealers = ([each for each in people if each.role == role] for role in ("player", "dealer"))
    return Company(people, players, dealers, "tournament" in data)
