"""Advice on rulesets that can be played; every code has its own examples in the catalogue beside these."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.engine.heavy import with_strategy

from bj.errors import Finding
from bj.ruleset.advice import advise, unreachable
from bj.ruleset.advice.advising import Advising
from bj.ruleset.documents import read_documents
from bj.ruleset.expressions.tree import Expression, count_parts, evaluate_expression
from bj.ruleset.load import load_ruleset, shipped_rulesets

HEAD = '[ruleset]\ntitle = "T"\nextends = "{parent}"\n'


def advice(file: Path) -> list[Finding]:
    """What there is to say about the ruleset in a file."""
    return advise(read_documents(file), load_ruleset(file))


def advice_on(folder: Path, parent: str, text: str) -> list[tuple[int, int, int, str]]:
    """Line (behind the head), column, length and code of everything there is to say about an overlay."""
    file = folder / "overlay.toml"
    file.write_text(HEAD.format(parent=parent) + text, "utf-8")
    return [(found.line - 3, found.column, found.length, found.code) for found in advice(file)]


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_shipped_rulesets_need_no_advice(name: str) -> None:
    """There is nothing to say about the rulesets that come with the program."""
    assert advice(shipped_rulesets()[name]) == []


HANDS = 'usage = "hand bankroll minimum player cuts"\n[arguments.hand]\ntype = "integer"\n'
HAND = '["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]'
ARGUMENT = '[arguments.which]\ntype = "choice"\nchoices = ["a", "b"]\n'

CASES = {
    "a choice that chooses nothing": ("infinite", ARGUMENT, [(1, 12, 5, "BJ901")]),
    "a base that somebody extends": (
        "classic",
        '[strategies.base]\nwager = 5\n[strategies.simple]\nextends = "base"\n',
        [],
    ),
    "memory that only feeds itself": (
        "classic",
        '[strategies.simple]\nmemory = { n = 0, m = 0 }\nreactions = [\n'
        '  { on = "push", set = { n = "n + 1", m = "n" } },\n]\n',
        [(2, 19, 1, "BJ904")],
    ),
    "a count that only an heir asks for": (
        "classic",
        '[strategies.simple]\ncount = { "2" = 1 }\n',
        [],
    ),
    "a count asked for by a reaction": (
        "classic",
        '[strategies.simple]\nreactions = [{ on = "push", when = "count > 1", do = "reset count" }]\n',
        [(2, 36, 11, "BJ906")],
    ),
    "questions about doubling that is forbidden": (
        "infinite",
        '[prompts.action]\noptions.double = "Double"\nanswers.d = "double"\n[prompts.again]\nask = "?"\n',
        [(2, 9, 6, "BJ907")],
    ),
    "a rule that is true for no hand": (
        "classic",
        '[strategies.simple]\nrules = [\n  { when = "total > 21", do = "hit" },\n'
        '  { when = "soft and total < 12", do = "hit" },\n  { when = "cards > 30", do = "hit" },\n'
        '  { when = "upcard == 1", do = "hit" },\n]\n',
        [(3, 3, 35, "BJ912"), (4, 3, 44, "BJ912"), (5, 3, 35, "BJ912"), (6, 3, 36, "BJ912")],
    ),
    "rules of which luck or money decides": (
        "classic",
        '[strategies.simple]\nrules = [\n  { when = "chance(50)", do = "hit" },\n'
        '  { when = "bankroll > 5", do = "hit" },\n  { when = "total > 4", do = "hit" },\n]\n',
        [],
    ),
    "a rule hidden by two others together": (
        "classic",
        '[strategies.simple]\nrules = [\n  { when = "total < 12", do = "hit" },\n'
        '  { when = "total >= 12 and not soft", do = "stand" },\n  { when = "not soft", do = "stand" },\n]\n',
        [(5, 3, 35, "BJ912")],
    ),
    "a condition that divides by zero": (
        "classic",
        '[strategies.simple]\nrules = [{ when = "1 // (total - 12) > 0", do = "hit" }]\n',
        [],
    ),
    "a chart that doubles": (
        "classic",
        '[strategies.simple.chart.rows]\n"hard 12" = "H H S S S D H H H H"\n',
        [(2, 13, 21, "BJ914")],
    ),
    "doubling forbidden by an overlay": (
        "infinite_double",
        '[strategies.human]\nrules = [{ when = "total == 11", do = "double" }, { do = "stand" }]\n'
        "[rules]\ndouble = false\n",
        [(2, 39, 8, "BJ914")],
    ),
    "original bets where a natural takes doubled wagers": (
        "infinite_double",
        "[rules]\nnatural_takes = 'original bets'\n",
        [],
    ),
    "original bets where no natural counts": (
        "infinite_double",
        "[rules]\nnatural_takes = 'original bets'\ndealer_natural = false\n",
        [(2, 17, 15, "BJ917")],
    ),
    "conditions that ask for nothing": (
        "sos_vs_sc",
        '[members.kyon]\nreactions = [{ on = "bust", when = "not 1 > 2", say = "No" }]\n'
        '[procedure]\nround = ["shuffle", { repeat = "hand", while = "hand < hands" }, "end round", '
        '{ step = "kick out player", if = "1 == 1" }]\n',
        [(2, 36, 11, "BJ915"), (4, 112, 8, "BJ915")],
    ),
    "texts of events that are not there": (
        "classic",
        '[output]\ndealer_natural = "x"\ncards_used_up = "x"\nplayer_table_hand = "{cards}"\ncut = "x"\n',
        [],
    ),
    "steps for what is not allowed": (
        "casino",
        '[rules]\ninsurance = false\nhole_card = "no peek"\n',
        [],
    ),
    "a step that nobody hears of": (
        "vegas",
        '[procedure]\nhand = ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", '
        '"settle", "announce hand", "ask again"]\n',
        [(2, 92, 15, "BJ922")],
    ),
    "words that only one role has a line for": (
        "sos_vs_sc",
        'without = ["output.says"]\n[members.kyon]\nreactions = [\n  { on = "bust", say = "Oh" },\n'
        '  { on = "bust", as = "player", say = "Oh" },\n]\n[output]\nplayer_says = "{words}"\n',
        [(4, 24, 4, "BJ922")],
    ),
    "words of a strategy, which only players have": (
        "classic",
        '[strategies.simple]\nreactions = [{ on = "push", say = "Oh" }]\n[output]\nplayer_says = "{words}"\n',
        [],
    ),
    "a natural that pays whole amounts": ("classic", '[payouts]\nwin = "4:2"\nnatural = "2:1"\n', []),
    "a payout of naturals that nothing pays": (
        "vegas",
        '[payouts]\nwin = "4:2"\nnatural = "3:2"\n',
        [(3, 11, 5, "BJ918")],
    ),
    "hands that forget the inherited payout of naturals": (
        "classic",
        f"[procedure]\nhand = {HAND}\n",
        [(2, 1, 4, "BJ918")],
    ),
    "an argument that is called like the number of the hand": (
        "classic",
        f"{HANDS}[procedure]\n"
        'game = ["shuffle", { repeat = "hand", while = "hand <= hand" }]\n',
        [(2, 12, 4, "BJ901")],
    ),
    "an argument that only hides where it stands twice": (
        "classic",
        f'{HANDS}[dealer]\nbankroll = "hand"\n[procedure]\n'
        'game = ["shuffle", { repeat = "hand", while = "hand <= 3" }]\n',
        [],
    ),
    "inherited arguments that lose their use": (
        "classic",
        '[shoe.shuffle]\nmethod = "uniform"\n[procedure]\n'
        'game = ["shuffle", { repeat = "hand", while = "hand < 3" }]\n[output]\npush = "x"\n',
        [(0, 11, 9, "BJ909"), (0, 11, 9, "BJ909")],
    ),
    "memory of which an heir has another": (
        "classic",
        '[strategies.simple]\nwager = "minimum + n"\n[strategies.counting]\nmemory = { n = 1 }\n'
        'wager = "minimum + n if count > 1 else minimum"\n',
        [(2, 9, 13, "BJ908")],
    ),
    "memory that every player of a strategy has": (
        "classic",
        '[strategies.base]\nextends = "simple"\nwager = "minimum + n"\n[strategies.counting]\n'
        'extends = "base"\nmemory = { n = 1 }\nwager = "minimum + n if count > 1 else minimum"\n',
        [],
    ),
    "cuts that are always the same": (
        "classic",
        "[shoe.shuffle]\nbetween = [26, 26]\n",
        [(2, 11, 8, "BJ919")],
    ),
    "an argument of one value": (
        "infinite",
        "[arguments.start]\nbetween = [5, 5]\ndefault = 5\n",
        [(2, 11, 6, "BJ919")],
    ),
    "money that changes without a word": (
        "classic",
        '[strategies.simple]\nreactions = [{ on = "push", do = "change bankroll", amount = 1 }]\n',
        [(2, 34, 17, "BJ922")],
    ),
    "a tournament of hands alone": (
        "sos_vs_sc",
        'without = ["procedure.round"]\n[procedure]\n'
        'game = ["shuffle", { repeat = "hand", while = "hand < hands" }]\n',
        [(3, 1, 4, "BJ943")],
    ),
    "answers where no question is open": (
        "classic",
        '[example]\nanswers = ["h"]\n',
        [(2, 11, 5, "BJ907")],
    ),
    "cents that can be lost": (
        "vegas",
        '[money]\ndecimals = 2\n[payouts]\nwin = "199:200"\n',
        [(4, 7, 9, "BJ931")],
    ),
    "loops that nothing ends": (
        "sos_vs_sc",
        '[procedure]\ngame = [{ repeat = "round", while = "players_left > 0" }]\n'
        'round = [{ repeat = "hand", while = "not again and dealers_left > 0 and round < 2" }, '
        '"end round"]\n',
        [(0, 11, 11, "BJ909"), (2, 37, 18, "BJ941"), (3, 1, 5, "BJ943"), (3, 37, 46, "BJ941")],
    ),
    "a loop that a person can leave": (
        "infinite",
        '[procedure]\ngame = [{ repeat = "hand", while = true }]\n',
        [],
    ),
    "a loop that chance ends": (
        "classic",
        '[procedure]\ngame = ["shuffle", { repeat = "hand", while = "chance(90)" }]\n',
        [(0, 11, 9, "BJ909")],
    ),
    "an index of a player who does not count": (
        "casino",
        '[strategies.basic.indices]\n"12 v 3" = "H"\n"16 v T" = "S at 0"\n',
        [(3, 12, 8, "BJ906")],
    ),
    "index plays for hands that the cards never make": (
        "casino",
        '[strategies.basic]\ncount = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }\n[strategies.basic.indices]\n'
        '"22 v T" = "S at 1"\n"soft 11 v T" = "S at 1"\n"3 v T" = "H at 1"\n"20 v T" = "S at 1"\n',
        [(4, 1, 8, "BJ911"), (5, 1, 13, "BJ911"), (6, 1, 7, "BJ911")],
    ),
    "a shoe that never has as many cards as are left": (
        "casino",
        '[shoe]\npenetration = "312 cards left"\n',
        [(2, 15, 16, "BJ917")],
    ),
    "a shoe of which one card is dealt": ("casino", '[shoe]\npenetration = "311 cards left"\n', []),
    "an extra card whenever the player is poor": (
        "sos_vs_sc",
        '[members.kyon]\nreactions = [\n  { on = "stand", when = "bankroll < 50", do = "extra card" },\n'
        '  { on = "stand", when = "cards < 5", do = "extra card" },\n]\n',
        [(3, 3, 59, "BJ942")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_advice_is_given_exactly_where_it_is_due(case: str, tmp_path: Path) -> None:
    """Everything that an overlay gets wrong is found at its place, and nothing else."""
    parent, text, expected = CASES[case]
    assert advice_on(tmp_path, parent, text) == expected


def test_what_is_inherited_is_no_fault_of_the_overlay(tmp_path: Path) -> None:
    """An overlay is not blamed for what it makes idle in the ruleset that it extends."""
    text = f'without = ["payouts.natural"]\n[procedure]\nhand = {HAND}\n'
    assert advice_on(tmp_path, "classic", text) == []


def test_advice_about_long_conditions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the conditions of rules are, only so many parts of them are computed."""
    computed: list[int] = []

    def compute(expression: Expression, values: Mapping[str, int], unit: int) -> int:
        computed.append(count_parts(expression))
        return evaluate_expression(expression, values, unit)

    monkeypatch.setattr(unreachable, "evaluate_expression", compute)
    never = [{"when": f"not long or total > {number}", "do": "hit"} for number in range(50, 80)]
    checked = with_strategy(rules=[{"when": "total < 12", "do": "hit"}, *never, {"do": "stand"}]).load()
    most = 300_000
    advising = Advising(checked, parts_left=most)
    unreachable.advise_unreachable(advising)
    assert most * 0.99 < sum(computed) <= most
    assert 0 < len(advising.found) < 30


def test_a_rule_for_either_of_two_hands_applies() -> None:
    """What `or` joins need not hold together, and what `and` joins must."""
    rules = [{"when": f"total == 12 {word} total == 16", "do": "hit"} for word in ("or", "and")]
    advising = Advising(with_strategy(rules=[*rules, {"do": "stand"}]).load())
    unreachable.advise_unreachable(advising)
    assert [fault.path[-1] for (fault,) in advising.found] == [1]
