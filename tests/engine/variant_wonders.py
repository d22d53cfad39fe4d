"""Powers that few rulesets have: about the next card, others' hands, others' turns, and own rules."""

from __future__ import annotations

from random import Random

from tests.engine.variant_parts import Data, dealer_rule, is_heads

from bj.catalogue.limits import MOST_REMEMBERED

SOFT = ("soft", True, "cards == 2")
"""Ways in which an ace counts high in the total that a hand counts as."""
COUNTED = ("last + 1", "abs(first - last)", "total - 10", "10")
"""Values that cards come to count."""


def number_of(text: str, total: int, first: int, last: int) -> int:
    """The value of one of the COUNTED."""
    known = {"last + 1": last + 1, "abs(first - last)": abs(first - last), "total - 10": total - 10}
    return known.get(text, 10)


SHARE = 7
"""One ruleset in this many has these powers."""


def _looking(chance: Random, whose: str) -> list[Data]:
    """Reactions that look at the next card of the shoe and perhaps put it back."""
    role = chance.choice(["player", "dealer", "both"])
    look: Data = {"on": "turn", "do": "look at next card", "as": role}
    back: Data = {"on": "turn", "do": "put next card back", "as": role}
    if is_heads(chance):
        back["when"] = (
            f"next_card > {chance.randint(2, 9)} and next_rank != 12 and total > {chance.randint(4, 12)}"
        )
    if is_heads(chance):
        back["below"] = chance.choice(["1", "2", "cards_left // 2", "1000"])
    again = {**look, "say": f"turn, look at next card, {role} of {whose}_again"}
    listed = [look, back, *([again] if is_heads(chance) else [])]
    for reaction in (look, back):
        reaction["say"] = f"turn, {reaction['do']}, {role} of {whose}_too"
    return listed


def _about_others(chance: Random, whose: str) -> list[Data]:
    """Reactions to cards and turns of others."""
    on = chance.choice(["dealt", "turn"])
    reaction: Data = {
        "on": on,
        "do": chance.choice(["speak", "change bankroll", "raise wager"]),
        "as": "both",
    }
    reaction |= {"of": chance.choice(["mate", "opponent", "anybody"])}
    reaction |= {"say": f"{on}, {reaction['do']}, both of {whose}_too", "set": {"row": "their_total"}}
    if reaction["do"] != "speak":
        reaction["amount"] = chance.choice(["3", "wager", "bankroll // 2"])
    if is_heads(chance):
        reaction["when"] = chance.choice(
            ["their_total > 11", "their_cards == 2 and their_last < 8", "their_bankroll > bankroll"]
        )
    return [reaction]


def _between_hands(chance: Random, whose: str) -> list[Data]:
    """Effects that move cards between hands, or out of the hands of others."""
    do = chance.choice(["exchange card", "give card", "take card", "discard card"])
    if do == "take card" and is_heads(chance):
        saves = {"on": "bust", "of": "anybody", "do": do, "as": "both", "partner": "them"}
        words = f"bust, {do}, both of {whose}_too"  # nobody busts in the turn of another
        return [saves | {"when": "total > 0 and total + their_last < 12", "say": words}]
    partner = chance.choice(["next mate", "next mate", "poorest mate", "richest mate", "opponent"])
    words = f"dealt, {do}, both of {whose}_too"
    reaction: Data = {"on": "dealt", "do": do, "as": "both", "partner": partner, "say": words}
    if is_heads(chance):
        reaction["card"] = chance.choice(["first", "lowest", "highest", "A", "T"])
    return [reaction]


def _swapping(chance: Random, whose: str) -> list[Data]:
    """Effects that exchange whole hands."""
    on = chance.choice(["dealt", "turn", "drawn", "stand"])
    partner = chance.choice(["next mate", "poorest mate", "opponent"])
    reaction = {"on": on, "do": "swap hands", "as": "both", "partner": partner, "when": "chance(60)"}
    return [reaction | {"say": f"{on}, swap hands, both of {whose}_too"}]


def _putting_back(chance: Random, whose: str) -> list[Data]:
    """Effects that put cards back into the shoe."""
    on = chance.choice(["dealt", "turn", "drawn", "bust", "bust", "stand"])
    reaction: Data = {"on": on, "do": "put card back", "as": "both", "when": "chance(60)"}
    if on != "bust":  # the card that busts may lie face down
        reaction["card"] = chance.choice(["first", "last", "lowest", "highest"])
    if is_heads(chance):
        reaction["below"] = chance.choice(["0", "0", "1", "cards_left // 2"])
    return [reaction | {"say": f"{on}, put card back, both of {whose}_too"}]


def with_discards(chance: Random, data: Data) -> None:
    """Add a reaction that takes discards or changes cards."""
    kinds = ["change card", *(["take discard"] * 2 if data["shoe"]["packs"] != "infinite" else [])]
    holders = [*data["strategies"].values(), *data.get("members", {}).values(), data["dealer"]]
    for number, holder in enumerate(holders):
        do, on = chance.choice(kinds), chance.choice(["dealt", "turn", "drawn", "bust", "stand"])
        on = "drawn" if do == "take discard" and on in ("bust", "stand") else on
        reaction: Data = {"on": on, "do": do, "as": "both", "when": "chance(50)"}
        reaction |= {"into": chance.choice("27TKA")} if do == "change card" else {}
        if on == "dealt" and is_heads(chance):  # later a hand may bust in the turn of another
            reaction["partner"] = chance.choice(["next mate", "poorest mate", "opponent"])
        if on != "bust" and is_heads(chance):  # the card that busts may lie face down
            reaction["card"] = chance.choice(["first", "lowest", "highest", "A", "T"])
        is_free = holder is not data["dealer"] or "teams" not in data
        if is_free and is_heads(chance):
            said = {"say": f"{on}, {do}, both of {number}"}
            holder["reactions"] = [*(holder.get("reactions") or []), reaction | said]


def with_new_cards(chance: Random, data: Data) -> None:
    """Make some people draw a card, or get one from outside the shoe, in place of a discard."""
    for holder in [*data["strategies"].values(), *data.get("members", {}).values(), data["dealer"]]:
        for reaction in holder.get("reactions") or []:
            if reaction["do"] == "take discard" and is_heads(chance):
                do = "draw card" if reaction["on"] in ("dealt", "turn") else "add card"
                reaction.pop("card", None)
                whose = reaction["say"].split(", ")[-1]
                reaction.update(do=do, say=f"{reaction['on']}, {do}, {whose}")
                if do == "add card":
                    reaction["card"] = chance.choice(["QS", "3H", "AD"])


def with_odd_numbers(chance: Random, data: Data) -> None:
    """Make some hands count as soft totals, and change some cards by the value that they come to count."""
    holders = [*data["strategies"].values(), *data.get("members", {}).values(), data["dealer"]]
    powers = list(data.get("powers", {}).values())
    for reaction in [*powers, *(each for holder in holders for each in holder.get("reactions") or [])]:
        if reaction.get("do") == "count as" and is_heads(chance):
            reaction["soft"] = chance.choice(SOFT)
        if reaction.get("do") == "change card" and is_heads(chance):
            reaction["into"] = chance.choice(COUNTED)


RARE = (
    {"on": "dealt", "do": "look at hole card", "as": "player"},
    {"on": "dealt", "do": "give card", "as": "dealer", "partner": "opponent", "card": "highest"},
    {"on": "dealt", "do": "take card", "as": "player", "partner": "opponent"},
)
"""Rare reactions."""


def with_rare_deeds(chance: Random, data: Data) -> None:
    """Add reactions after the last turn, perhaps with another turn, or rare reactions."""
    for number, holder in enumerate([*data["strategies"].values(), *data.get("members", {}).values()]):
        do = chance.choice(["extra turn", "extra turn", "speak", "change bankroll"])
        reaction: Data = {"on": "turns over", "do": do, "as": "both"}
        reaction |= {"amount": chance.choice(["3", "-wager"])} if do == "change bankroll" else {}
        if do == "extra turn":
            reaction |= chance.choice([{"when": "chance(50)"}, {"limit": "1 per hand"}])
        if is_heads(chance):
            said = {"say": f"turns over, {do}, both of {number}"}
            holder["reactions"] = [*(holder.get("reactions") or []), reaction | said]
        if is_heads(chance):
            rare = chance.choice(RARE)
            said = {"say": f"dealt, {rare['do']}, {rare['as']} of rare_{number}"}
            holder["reactions"] = [*(holder.get("reactions") or []), rare | said]


def _drawing(chance: Random, whose: str) -> list[Data]:
    """A reaction to every drawn card."""
    do = chance.choice(["speak", "count as", "discard card", "raise wager", "change bankroll"])
    reaction: Data = {"on": "drawn", "do": do, "as": "both", "when": "chance(50)"}
    reaction |= {"total": "total + 1"} if do == "count as" else {}
    reaction |= {"amount": chance.choice(["3", "wager"])} if do in ("raise wager", "change bankroll") else {}
    if do in ("speak", "change bankroll") and is_heads(chance):
        reaction["of"] = chance.choice(["mate", "opponent", "anybody"])
    if do != "discard card" and is_heads(chance):
        reaction["when"] = chance.choice(["total > 13", "cards == 3 or last < 5"])
    return [reaction | {"say": f"drawn, {do}, both of {whose}_too"}]


def _own_rules(chance: Random) -> Data:
    """A target and payouts for one person."""
    power: Data = {"while": True}
    if is_heads(chance):
        power["target"] = chance.randint(12, 31)
    if is_heads(chance) or "target" not in power:
        keys = chance.sample(["win", "natural", "tie"], chance.randint(1, 3))
        made = {"win": "3:2", "natural": "5:2", "tie": chance.choice(["push", "lose", "win"])}
        power["payouts"] = {key: made[key] for key in keys}
    if is_heads(chance):
        power["draws"] = dealer_rule(chance)
    return power


def _coming_and_going(chance: Random, name: str, power: Data, whose: tuple[str | None, ...]) -> Data:
    """A power that starts and ends when hands of a person are settled."""
    number = f"on_{name}"
    reactions = []
    for value, begins in enumerate(("ends", "begins")):
        on, of = chance.choice(("hand won", "hand lost", "push")), chance.choice(whose)
        reaction: Data = {"on": on, "say": f"{name} {begins}", "set": {number: value}}
        reactions.append(reaction | ({"of": of} if of else {}))
    start = chance.randint(0, 1)
    lasting: Data = {"memory": {number: start}, "while": f"{number} == 1", "reactions": reactions}
    apart = Random(f"{name} {power}")  # noqa: S311  # so that all else stays as it is without it
    if "target" in power and is_heads(apart):
        lasting["target"] = f"{power['target']} + {apart.choice((-40, -3, 2, 40))} * {number}"
        lasting["while"] = f"{number} {apart.choice(('== 1', '>= 0'))}"
    if is_heads(apart):
        lasting["memory"] = {number: f"random({start}, {start})"}
    return power | lasting


def with_changing_rules(chance: Random, data: Data) -> None:
    """Give the dealer and two strategies of a table temporary rules of their own."""
    holders = {**dict(list(data["strategies"].items())[:2]), "dealer": data["dealer"]}
    for name, holder in holders.items():
        own = f"rules_of_{name}"
        whose = ("opponent", "anybody") if name == "dealer" else (None, "mate", "anybody")
        power = _coming_and_going(chance, own, _own_rules(chance), whose)
        data.setdefault("powers", {})[own] = power
        holder["powers"] = [own]


def _has_room(data: Data) -> bool:
    """Whether players certainly have room for one more number."""
    return str(data).count("'limit'") + str(data).count("'while'") < MOST_REMEMBERED // 2


def with_wonders(chance: Random, data: Data) -> None:
    """Give these kinds of powers to some people of a ruleset."""
    holders = {name: each for name, each in data["strategies"].items() if "extends" not in each}
    holders |= data.get("members", {})
    has_end = data["shoe"]["packs"] != "infinite"
    for name, holder in holders.items():
        listed: list[Data] = holder.setdefault("reactions", [])
        kinds = [_about_others, _between_hands, *([_looking] * 2 if has_end else [])]
        kinds += [_swapping, _drawing, *([_putting_back] if has_end else [])]
        listed += chance.choice(kinds)(chance, name)
        if "memory" not in holder and name in data["strategies"]:
            holder["memory"] = {"bet": 1, "row": 0}
        if is_heads(chance):
            own, made = f"rules_{chance.randint(1, 2)}", _own_rules(chance)
            if own not in data.setdefault("powers", {}):
                apart = Random(f"{own} {made}")  # noqa: S311  # so that all else stays as it is without it
                if _has_room(data) and is_heads(apart):
                    made = _coming_and_going(apart, own, made, (None, "opponent", "anybody"))
                data["powers"][own] = made
            taught = [each for each in data["strategies"].values() if own in each.get("powers", [])]
            if taught and "reactions" in data["powers"][own] and name in data.get("members", {}):
                continue  # a member who has it twice would say everything twice
            holder["powers"] = [*holder.get("powers", []), own]
