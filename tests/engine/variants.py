"""Random rulesets, loaded from files like those of any author.

Hypothesis only chooses the seed. If it made every choice of a ruleset, it would prefer poor ones, in which
hardly anything happens.
"""

from __future__ import annotations

import copy
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tomli_w
from hypothesis import strategies as st
from tests.engine.packs import with_pack
from tests.engine.variant_parts import (
    Data,
    cards_and_target,
    classic,
    deal,
    dealer_rule,
    is_heads,
    ratio,
    shoe,
    strategy,
)
from tests.engine.variant_powers import reactions
from tests.engine.variant_tables import hand_condition, with_options
from tests.engine.variant_wonders import (
    SHARE,
    with_changing_rules,
    with_discards,
    with_new_cards,
    with_odd_numbers,
    with_rare_deeds,
    with_wonders,
)

from bj.argument_values import Seat, Value
from bj.catalogue.events import EVENTS, FIELDS, SHARED
from bj.catalogue.house_rules import RULES
from bj.catalogue.limits import MOST_REMEMBERED
from bj.compiler.compile import Compiled, compile_ruleset
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Cards
from bj.ruleset.model.reactions import is_rank
from bj.ruleset.pack import pack_of

SEEDS = st.integers(0, 2**32 - 1)
TEAMS = ("left", "right")
THIRD = "middle"


SET_BY_ARGUMENTS = {
    "most_packs": (("shoe",), "packs", 16),
    "most_hands": (("rules", "split"), "hands", 8),
    "most_raises": (("rules", "betting"), "raises", 20),
}
"""Arguments that can set a number: the path of its table, its key, and the largest number."""


def _table_at(data: Data, path: tuple[str, ...]) -> Data:
    """The table at a path; empty if there is no table."""
    for step in path:
        data = data.get(step, {})
    return data if isinstance(data, dict) else {}


class Variant(NamedTuple):
    """A ruleset as data, with its arguments on the command line."""

    data: Data
    values: dict[str, Value]

    @property
    def document(self) -> Data:
        """The data as in a file, which has `packs` or `players_per_pack`, and arguments that set numbers."""
        data = copy.deepcopy(self.data)
        if "players_per_pack" in data["shoe"]:
            del data["shoe"]["packs"]
        for name, (path, key, most) in SET_BY_ARGUMENTS.items():
            if name in self.values:
                _table_at(data, path)[key] = name
                data["arguments"][name] = {"type": "integer", "between": [self.values[name], most]}
        return data

    def load(self) -> Checked:
        """The ruleset, written to a file and loaded from it."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "variant.toml"
            file.write_bytes(tomli_w.dumps(self.document).encode())
            return load_ruleset(file)

    def compile(self, seed: int) -> Compiled:
        """A compiled game of the ruleset, ready to be played."""
        return compile_ruleset(self.load(), self.values, seed)


# --- what all of them have ----------------------------------------------------------------------------------


def _grounds(chance: Random) -> Data:
    """All sections of a ruleset except its people and its procedure."""
    data = classic()
    data.pop("example", None)
    data["ruleset"] = {"title": "A random variant", "format": 1}
    data["arguments"] = {name: {"type": "integer"} for name in ("minimum", "hands")}
    data["players"] = []
    data["strategies"] = {}
    data["shoe"] = shoe(chance)
    data["rules"] = {"target": chance.choice([21, chance.randint(12, 31)]), "minimum_wager": "minimum"}
    rule = dealer_rule(chance)
    is_soft = "soft" in str(rule)
    word = {"hits_soft_17": is_soft} if re.search("1[5-9]$", str(rule)) else {"draws": rule}
    data["dealer"] = {"name": "Dealer", **word, "bankroll": chance.randint(0, 2000)}
    data["payouts"] = {
        "win": ratio(chance),
        "natural": ratio(chance),
        "tie": chance.choice(["push", "lose", "win"]),
        "rounding": chance.choice(["down", "up", "nearest"]),
    }
    data["procedure"]["deal"] = deal(chance)
    data["output"] = {}
    return data


def plain_table(chance: Random) -> Variant:
    """A usual table with one to seven computer players and some hands."""
    data = _grounds(chance)
    seats = range(chance.randint(1, 7))
    data["players"] = [
        {"name": f"Player {seat}", "bankroll": str(max(1, chance.randint(0, 2000))), "strategy": f"s{seat}"}
        for seat in seats
    ]
    data["rules"]["credit"] = len(seats) > 1 or is_heads(chance)
    data["strategies"] = {f"s{seat}": strategy(chance, data) for seat in seats}
    can_pay = True if data["rules"]["credit"] else "bankroll >= minimum"
    data["procedure"]["game"][1]["while"] = f"hand < hands and {can_pay}"
    if data["shoe"]["packs"] == "infinite":
        data["procedure"]["hand"].remove("reshuffle")
    if is_heads(chance):
        data["procedure"]["hand"].remove("pay naturals")
    return Variant(data, {"minimum": chance.randint(1, 60), "hands": chance.randint(1, 12)})


# --- anything goes ------------------------------------------------------------------------------------------


def _rich_grounds(chance: Random) -> Data:
    """All sections except people and procedure, with what a plain table lacks."""
    data = _grounds(chance)
    data["cards"], data["rules"]["target"] = cards_and_target(chance)
    if is_heads(chance):
        entries = ["player up", "dealer up", "player up", f"dealer {chance.choice(['up', 'down'])}"]
        data["procedure"]["deal"] = chance.sample(entries, 4)
    data["money"] = {"decimals": chance.choice([0, 0, 2])}
    data["dealer"]["plays"] = chance.choice(["when needed", "always"])
    for row in RULES.values():
        if row.key != "credit" and "." not in row.place:
            data["rules"][row.place] = row.values[is_heads(chance)]
    data["rules"]["credit"] = chance.random() < 0.8
    is_uniform = data["shoe"]["packs"] != "infinite" and data["shoe"]["shuffle"]["method"] == "uniform"
    kinds = ["stop", "restart hand", *(["reshuffle discards"] * 3 if is_uniform else [])]
    data["shoe"]["when_empty"] = chance.choice(kinds)
    names = [name for name in sorted(FIELDS) if chance.random() < 0.9]
    if chance.random() < 0.3:
        names = []
    texts = {name: (name, FIELDS[name]) for name in names}
    if len(names) % 4 == 0:  # what both roles can say is said for both
        texts = {name: texts[name] for name in names if not EVENTS[name].shared}
        texts |= {key: (f"{{role}}_{key}", shared.fields) for key, shared in SHARED.items()}
    data["output"] = {
        key: " ".join([f"<{heard}>", *(f"{{{field}}}" for field in fields if field != "role")])
        for key, (heard, fields) in texts.items()
    }
    data["output"]["roles"] = {"player": "player", "dealer": "dealer"}
    return data


def _hand(chance: Random, data: Data, asks: bool) -> list[str | Data]:
    """The steps of a hand in order; some are missing or conditional."""

    def maybe(*steps: str | Data) -> list[str | Data]:
        return [step for step in steps if chance.random() < 0.7]

    has_end = data["shoe"]["packs"] != "infinite"
    hides = "dealer down" in data["procedure"]["deal"]
    return [
        *maybe({"say": "<line> {hand} {bankroll} {name} {row}", "if": "hand % 2 == 1"}, "announce hand"),
        *(maybe("reshuffle") if has_end else []),
        *["take wagers", "deal"],
        *maybe("show hands", "show players", "pay naturals"),
        "players act",
        *(["reveal hole card"] if hides else maybe("reveal hole card")),
        *["dealer acts", "settle"],
        *maybe({"step": "announce standings", "if": "hand % 3 == 0", "else": "show players"}),
        *(["ask again"] if asks else []),
    ]


def _add_strategies(chance: Random, data: Data) -> list[str]:
    """Add strategies of all kinds, also for persons, and return their names."""
    names = [f"s{number}" for number in range(chance.randint(1, 4))]
    for name in names:
        made = data["strategies"][name] = strategy(chance, data)
        if chance.random() < 0.2:
            del made["wager"]
        if chance.random() < 0.2:
            made.pop("rules", None)
            made.pop("chart", None)
        if is_heads(chance):
            made["memory"] = {"bet": chance.randint(1, 9), "row": 0}
            made["reactions"] = reactions(chance, name)
            if "wager" in made:
                made["wager"] = chance.choice(["max(minimum, minimum * bet)", "minimum"])
    data["strategies"]["heir"] = {"extends": names[0], "wager": "minimum", "memory": {"bet": 1, "row": 1}}
    return [*names, "heir"]


def _add_cuts(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """Sometimes set the cuts of the first shuffle by an argument."""
    shuffle = data["shoe"]["shuffle"]
    if shuffle["method"] == "riffle" and is_heads(chance):
        data["arguments"]["cuts"] = {"type": "cuts"}
        shuffle["first_cuts"] = "cuts"
        largest = 52 * data["shoe"]["packs"]
        values["cuts"] = tuple(chance.randint(0, largest) for _ in range(chance.randint(1, 9)))


def _shuffle(chance: Random, data: Data) -> list[str]:
    """A shuffle, or nothing."""
    return ["shuffle"] if data["shoe"]["packs"] != "infinite" and is_heads(chance) else []


def table(chance: Random) -> Variant:
    """A table of one to seven players, persons among them, with reactions, memories and rounds."""
    data = _rich_grounds(chance)
    names = _add_strategies(chance, data)
    values: dict[str, Value] = {"minimum": chance.randint(1, 60), "hands": chance.randint(1, 12)}
    _add_cuts(chance, data, values)
    seats = [
        Seat(chance.choice(names), f"Player{number}", chance.randint(0, 2000))
        for number in range(chance.randint(1, 7))
    ]
    if is_heads(chance):
        data["arguments"]["players"] = {"type": "players", "choices": names}
        values["players"] = tuple(seats)
        if data["shoe"]["shuffle"]["method"] == "uniform" and data["shoe"]["packs"] != "infinite":
            data["shoe"]["players_per_pack"] = chance.randint(1, 3)
    else:
        data["players"] = [
            {"name": seat.name, "bankroll": seat.bankroll, "strategy": seat.strategy} for seat in seats
        ]
    asks = is_heads(chance)
    again = "again and hand < hands" if asks else "hand < hands and (bankroll > 0 or hand < 4)"
    hands: Data = {"repeat": "hand", "while": again}
    if is_heads(chance):
        rounds = {"repeat": "round", "while": f"round < {chance.randint(1, 3)}"}
        data["procedure"]["round"] = [*_shuffle(chance, data), hands, "announce standings"]
        data["procedure"]["game"] = [*_shuffle(chance, data), rounds]
    else:
        data["procedure"]["game"] = [*_shuffle(chance, data), hands, "announce standings"]
    data["procedure"]["hand"] = _hand(chance, data, asks)
    return Variant(data, values)


def _make_power(chance: Random, data: Data, member: str) -> None:
    """Sometimes turn the last reaction of a member into a power, which may be temporary."""
    made = data["members"][member]
    if made["reactions"] and is_heads(chance):
        name = f"power_of_{member}"
        power = {**made["reactions"].pop(), "memory": {"spare": chance.randint(0, 3)}}
        if is_heads(chance):
            power["while"] = chance.choice(["bankroll > 20 or spare == 3", "hand % 2 == 0", "chance(40)"])
        data.setdefault("powers", {})[name] = power
        if is_heads(chance):
            power["shared"] = chance.choice(["team", "table"])
            power["memory"] = {"spare": 2}  # one number of all shared powers
        is_own = "shared" not in power and is_heads(chance)
        made["powers"] = [{"power": name, "with": {"spare": 2}} if is_own else name]


def _add_partners(listed: list[Data], others: list[str]) -> None:
    """Make every other gift of a member go to, or come from, another member of the team."""
    gifts = [reaction for reaction in listed if reaction["do"] == "change bankroll"]
    for reaction in gifts[::2] if others else ():
        reaction["partner"] = others[0]


def tournament(chance: Random) -> Variant:
    """Two teams of up to three with reactions of all kinds."""
    data = _rich_grounds(chance)
    names = _add_strategies(chance, data)
    values: dict[str, Value] = {"minimum": chance.randint(1, 9), "hands": chance.randint(1, 9)}
    _add_cuts(chance, data, values)
    for name, choices in (("dealers", list(TEAMS)), ("kind", names)):
        data["arguments"][name] = {"type": "choice", "choices": choices}
        values[name] = chance.choice(choices)
    data["tournament"] = {"dealers": "dealers"}
    data["teams"], data["members"] = [], {}
    for team in TEAMS:
        ids = [f"{team}_{number}" for number in range(chance.randint(1, 3))]
        data["teams"].append({"id": team, "members": ids, "victory": f"<victory> {team}"})
        for member in ids:
            data["members"][member] = {
                "name": member.title(),
                "bankroll": f"{chance.randint(0, 9)} * minimum",
                "strategy": chance.choice([*names, "kind"]),
                "reactions": reactions(chance, member),
            }
            _add_partners(data["members"][member]["reactions"], [each for each in ids if each != member])
            _make_power(chance, data, member)
    ends = chance.choice(["players_left > 0 and dealers_left > 0", "round < 9"])
    data["procedure"]["game"] = [
        *_shuffle(chance, data),
        {"repeat": "round", "while": f"round < 60 and {ends}"},
        "announce winner",
    ]
    data["procedure"]["round"] = [
        *_shuffle(chance, data),
        {"repeat": "hand", "while": "hand < hands and bankroll >= minimum and not forfeited"},
        "announce standings",
        "end round",
        {"step": "kick out player", "if": "forfeited or bankroll < minimum", "else": "kick out dealer"},
    ]
    data["procedure"]["hand"] = _hand(chance, data, False)
    return Variant(data, values)


def with_league(chance: Random, data: Data) -> None:
    """Make a tournament a league of two or three teams; some may only play or only deal."""
    teams = [team["id"] for team in data.get("teams", [])]
    if not teams:
        return
    if is_heads(chance):
        key = f"{THIRD}_0"
        team = {"id": THIRD, "name": "The Middle", "members": [key], "victory": "<victory> middle"}
        data["teams"].append(team)
        data["members"][key] = {"name": "Mid", "bankroll": "3 * minimum", "strategy": "kind"}
        teams.append(THIRD)
    pairs = [(one, other) for one in teams for other in teams if one != other]
    chance.shuffle(pairs)
    listed = pairs[: chance.randint(1, len(pairs))]
    with_match = {name for pair in listed for name in pair}
    listed += [(name, teams[0]) for name in teams[1:] if name not in with_match]
    listed += [(teams[0], teams[1])] if teams[0] not in with_match else []
    data["tournament"] = {"matches": [{"players": one, "dealers": other} for one, other in listed]}
    loop = data["procedure"]["game"][-2]
    loop["while"] = chance.choice(["round < 60 and matches_left > 0", "match < 3 and round < 30"])


def with_bank(chance: Random, data: Data) -> None:
    """Pass the bank from player to player, if the table allows it."""
    powers, hand = data.get("powers", {}), data["procedure"]["hand"]
    is_shared = any("shared" in power for power in powers.values()) or "replay hand" in str(data)
    is_shared = is_shared or data["dealer"].get("reactions") or data["dealer"].get("powers")
    if len(data["players"]) < 2 or is_shared:  # one who deals, and one who plays
        return
    data["dealer"].pop("bankroll", None)
    for player in data["players"]:
        player.pop("spots", None)
    step = chance.choice(["pass bank", {"step": "pass bank", "if": "hand % 2 == 0"}])
    hand.append(step)


def with_betting(chance: Random, data: Data) -> None:
    """Add a betting round between the deal and the play of the hands, and strategies that bet."""
    steps = data["procedure"]["hand"]
    first, last = steps.index("deal") + 1, steps.index("players act")
    step = chance.choice(["betting round", {"step": "betting round", "if": "hand % 3 > 0"}])
    steps.insert(chance.randint(first, last), step)
    rules = {"amount": chance.randint(1, 40), "raises": chance.randint(1, 4)}
    data["rules"]["betting"] = {key: rules[key] for key in rules if is_heads(chance)}
    for made in data["strategies"].values():
        for key in ("calls", "raises"):
            if chance.random() < 0.7 and "extends" not in made:
                made[key] = chance.choice([hand_condition(chance, doubled=False), "chance(50)", True])


CHANGES = (
    (11, 3, "discards", with_discards),
    (11, 3, "new cards", with_new_cards),
    (10, 4, "turns", with_rare_deeds),
    (3, 1, "numbers", with_odd_numbers),
    (7, 4, "bank", with_bank),
    (6, 5, "league", with_league),
    (5, 3, "betting", with_betting),
)
"""By seed, how often one more part of a ruleset is changed."""


def ruleset(seed: int) -> Variant:
    """A ruleset of any kind; every second one has casino rules."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    variant = chance.choice([plain_table, table, table, tournament, tournament])(chance)
    if seed % 2:
        with_options(chance, variant.data)
    if seed % SHARE == SHARE // 2:
        with_wonders(chance, variant.data)
    if seed % 5 == 1 and "heir" in variant.data["strategies"] and not variant.data.get("teams"):
        _give_dealer(Random(f"dealer {seed}"), variant.data)  # noqa: S311  # as above
    for every, rest, name, change in CHANGES:
        if seed % every == rest:
            change(Random(f"{name} {seed}"), variant.data)  # noqa: S311  # as above
    if not variant.data.get("teams"):
        _know_seats(variant.data)
    if seed % 20 == 3:
        _lose_some(Random(f"losses {seed}"), variant.data)  # noqa: S311  # as above
    _order_standings(Random(f"standings {seed}"), variant.data)  # noqa: S311  # as above
    _look_early(Random(f"looks {seed}"), variant.data)  # noqa: S311  # as above
    _choose_cards(Random(f"choice {seed}"), variant.data)  # noqa: S311  # as above
    if seed % 3 == 0:
        _set_numbers(variant)
    if seed % 4 == 2 and not any(each in str(variant.data) for each in NEED_WAGERS):
        variant.data["rules"]["minimum_wager"] = 0
    elif seed % 5 == 3:
        variant.data["rules"]["wager_step"] = "minimum"
    if seed % 4 == 1:
        variant = Variant(_asking_for_suits(variant.data), variant.values)
    return variant


NEED_WAGERS = ("betting round", "at_once", "win hand", "lose hand", "raise wager")
"""Parts of rulesets that a game without wagers cannot have."""


def _order_standings(chance: Random, data: Data) -> None:
    """List the players in the standings by their money in some games, or by what they have lost."""
    score = chance.choice(["", "bankroll", "-bankroll"])
    for steps in data["procedure"].values() if score else ():
        for place, step in enumerate(steps):
            named = {"step": step} if isinstance(step, str) else step
            if "announce standings" in (named.get("step"), named.get("else")):
                steps[place] = {**named, "by": score}


def _set_numbers(variant: Variant) -> None:
    """Set numbers by arguments where this is possible."""
    for name, (path, key, _) in SET_BY_ARGUMENTS.items():
        number = _table_at(variant.data, path).get(key)
        if isinstance(number, int) and not (key == "packs" and "players_per_pack" in variant.data["shoe"]):
            variant.values[name] = number


def reactions_in(data: Data) -> Iterator[Data]:
    """The reactions of all people and powers."""
    sections = [data["strategies"], data.get("members", {}), data.get("powers", {}), {"": data["dealer"]}]
    for owner in (each for section in sections for each in section.values()):
        yield from (*(owner.get("reactions") or ()), *([owner] if "on" in owner else ()))


def _lose_some(chance: Random, data: Data) -> None:
    """Add a power to a strategy that loses some hands."""
    name, on = chance.choice(sorted(data["strategies"])), chance.choice(["bust", "stand"])
    strategy, words = data["strategies"][name], f"{on}, lose hand, both of {name}_lost"
    lost = {"on": on, "do": "lose hand", "when": "chance(30)", "say": words}
    strategy["reactions"] = [lost, *(strategy.get("reactions") or [])]


def _look_early(chance: Random, data: Data) -> None:
    """Make some people look at the next card before their turn."""
    for reaction in reactions_in(data):
        if "next card" in reaction.get("do", "") and "of" not in reaction and is_heads(chance):
            reaction["on"] = chance.choice(["hand begins", "dealt"])


def _choose_cards(chance: Random, data: Data) -> None:
    """Name the cards of some reactions by expressions with the same value."""
    chosen: dict[str, Data] = {
        "first": {"place": "cards - cards + 1"},
        "A": {"rank": 14},
        "T": {"rank": 10},
        "H": {"suit": 2},
    }
    for reaction in reactions_in(data):
        card = reaction.get("card")
        is_own = "partner" not in reaction and reaction.get("do") != "take discard"
        if card in chosen and (is_own or card != "first") and is_heads(chance):
            del reaction["card"]
            reaction.update(chosen[card])


BY_SUIT = {
    "next_rank != 12": "next_suit != suit('H')",
    "their_last_rank > 9": "their_last_suit > 2",
    "first_rank > upcard_rank": "first_suit != upcard_suit",
    "upcard_rank != rank('Q')": "upcard_suit != suit('C')",
    "last_rank > ": "5 * last_suit > ",
}
"""Conditions over ranks, and their counterparts over suits."""


def _asking_for_suits(part: Any) -> Any:
    """Replace conditions about ranks in a part of a ruleset by conditions about suits."""
    if isinstance(part, dict):
        return {key: _asking_for_suits(each) for key, each in part.items()}
    if isinstance(part, list):
        return [_asking_for_suits(each) for each in part]
    if isinstance(part, str):
        for rank, suit in BY_SUIT.items():
            part = part.replace(rank, suit)
    return part


def _know_seats(data: Data) -> None:
    """Add conditions about the person concerned to some reactions at a table."""
    for each in data["strategies"].values():
        for reaction in each.get("reactions", ()):
            if reaction.get("when") == "their_profit < their_wager":
                reaction["when"] += " or their_seat == seat % players + 1"


def _give_dealer(chance: Random, data: Data) -> None:
    """Give the dealer of a table reactions and a power of the players."""
    data["dealer"]["reactions"] = reactions(chance, "dealer")
    powers = sorted(data.get("powers", {}))
    if powers and is_heads(chance):
        data["dealer"]["powers"] = [chance.choice(powers)]


def with_questions(chance: Random, data: Data) -> None:
    """Make every other reaction of players and their powers ask first; persons decide about it."""
    for reaction in reactions_in(data | {"dealer": {}}):
        if reaction.get("as") != "dealer" and is_heads(chance):
            reaction["ask"] = "Now?"
            if chance.random() < 1 / 3:
                _ask_for_number(chance, reaction)


def _ask_for_number(chance: Random, reaction: Data) -> None:
    """Make a reaction ask for a number and remember it."""
    reaction |= {"ask": "How many?", "between": [0, chance.randint(1, 9)]}
    if is_heads(chance):
        reaction["default"] = "hand % 3"
    for name in sorted(reaction.get("set", {})):
        if is_heads(chance) and not name.startswith("on_rules"):  # nobody says how long a power lasts
            reaction["set"][name] = "answer"


def asking(seed: int) -> Variant:
    """A ruleset of any kind; in every third one, powers ask."""
    variant = ruleset(seed)
    if seed % 3 == 1:
        with_questions(Random(f"questions {seed}"), variant.data)  # noqa: S311  # as above
    drop_limits(variant.data)
    return variant


def drop_limits(data: dict[str, Any]) -> None:
    """Drop limits of reactions until players have room for all numbers that they remember."""
    holders = [*data["strategies"].values(), *data.get("powers", {}).values()]
    remembered = {name for holder in holders for name in holder.get("memory", ())}
    powers = data.get("powers", {}).values()
    lasting = sum(("while" in power) + isinstance(power.get("target"), str) for power in powers)
    holders += [*data.get("members", {}).values(), data["dealer"]]
    acting = [each for holder in holders for each in (holder, *holder.get("reactions", ()))]
    limited = [each for each in acting if "limit" in each]
    for each in limited[max(0, MOST_REMEMBERED - len(remembered) - lasting) :]:
        del each["limit"]


def plain_tables() -> st.SearchStrategy[Variant]:
    """Usual tables, some with another pack."""
    return with_any_pack(st.builds(lambda seed: plain_table(Random(seed)), SEEDS))  # noqa: S311  # as above


def changing_tables() -> st.SearchStrategy[Variant]:
    """Plain tables where the dealer and players have temporary rules of their own."""

    def change(variant: Variant, seed: int) -> Variant:
        with_changing_rules(Random(seed), variant.data)  # noqa: S311  # as above
        return variant

    return st.builds(change, st.builds(lambda seed: plain_table(Random(seed)), SEEDS), SEEDS)  # noqa: S311  # as above


def rulesets() -> st.SearchStrategy[Variant]:
    """Rulesets of any kind, with the usual pack or any other."""
    return with_any_pack(st.builds(asking, SEEDS))


def with_any_pack(variants: st.SearchStrategy[Variant]) -> st.SearchStrategy[Variant]:
    """Variants with the usual pack, and with any other."""
    return variants | st.builds(repack, variants, SEEDS)


def repack(variant: Variant, seed: int) -> Variant:
    """The variant with another pack."""
    data, values = copy.deepcopy(variant.data), dict(variant.values)
    lists = [value for value in values.values() if isinstance(value, tuple)]
    seats = len(data["players"]) + sum(isinstance(each, Seat) for value in lists for each in value)
    with_pack(data, values, max(1, seats), seed)
    pack = pack_of(Cards.model_validate(data["cards"]))
    codes = [pack.codes[rank] for rank in pack.ranks]
    holders = (data["strategies"], data.get("members", {}), data.get("powers", {}), {"": data["dealer"]})
    for holder in (holder for each in holders for holder in each.values()):
        for reaction in (holder, *(holder.get("reactions") or ())):
            if "into" in reaction and is_rank(reaction["into"]) and reaction["into"] not in codes:
                reaction["into"] = codes[-1]
    return Variant(data, values)
