"""Advice on playable rulesets; every code has further examples in the catalogue."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.engine.heavy import with_strategy

from bj.faults_and_fixes import Finding
from bj.ruleset.advice import advise, unreachable
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.documents import read_documents
from bj.ruleset.expressions.tree import Expression, count_parts, evaluate_expression
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets


def advice(file: Path) -> list[Finding]:
    """The advice about the ruleset in a file."""
    return advise(read_documents(file), load_ruleset(file))


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_shipped_rulesets_need_no_advice(name: str) -> None:
    """Shipped rulesets get no advice."""
    assert advice(shipped_rulesets()[name]) == []


def test_advice_about_long_conditions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice computes a bounded number of parts of conditions."""
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
    """Parts joined by `or` need not hold together; parts joined by `and` must."""
    rules = [{"when": f"total == 12 {word} total == 16", "do": "hit"} for word in ("or", "and")]
    advising = Advising(with_strategy(rules=[*rules, {"do": "stand"}]).load())
    unreachable.advise_unreachable(advising)
    assert [fault.path[-1] for (fault,) in advising.found] == [1]


def test_a_loop_over_a_memory_ends(tmp_path: Path) -> None:
    """A condition that remembers wins changes in a hand; one that compares numbers does not."""
    file = tmp_path / "match.toml"
    power = 'memory = { wins = 0 }\non = "hand won"\nset = { wins = "wins + 1" }'
    for condition, codes in (("wins < 3", []), ("minimum < 3", ["BJ941"])):
        steps = f'[procedure.game]\nwhile.hand = "{condition}"'
        file.write_text(
            f'ruleset = {{ title = "Match", extends = "infinite" }}\n[powers.match]\n{power}\n'
            f'[strategies.human]\nwager = 1\npowers = ["match"]\n{steps}\n',
            "utf-8",
        )
        assert [finding.code for finding in advice(file)] == codes
