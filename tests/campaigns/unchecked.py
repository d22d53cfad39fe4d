"""Remove checks of bounds from a copy of the engine, and play games that need them.

    python tests/campaigns/unchecked.py [TRIALS]

The copy is compiled, which takes half a minute. Every game is played TRIALS times between protected pages. It
must end as usual or with an OutOfBoundsError, and each check must stop at least one game. The exit code is 1
otherwise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.engine.damage import Game, play, try_apart  # noqa: E402  # the folder has to be known first
from tests.engine.extremes import any_order  # noqa: E402  # the same
from tests.engine.test_guarded import variant  # noqa: E402  # the same
from tests.engine.variant_parts import Data, classic  # noqa: E402  # the same

from bj.compiler.compile import Compiled, compile_ruleset  # noqa: E402  # the same
from bj.session.engines import compiled_engine  # noqa: E402  # the same

CHECKS = {
    "cards that a side bet looks at": ("game/side_bets.py", "if held >= t.MOST_LAID:"),
    "cards of a hand": ("cards/hands.py", "if held >= MOST_HELD:"),
    "cards of a cut": ("cards/shoe.py", "if not is_cut(table, cut):"),
}
HARMLESS = {"played", "stopped", "refused", "endless"}


def cut_at(cut: int) -> Compiled:
    """The classic game with a cut that the shoe does not have."""
    return compile_ruleset(variant().load(), variant().values, 0, cuts=[cut])


def dealt(times: int, looks: int) -> Compiled:
    """A player who is dealt 29 cards this many times, and a side bet that looks as often at all of them."""
    data = classic()
    data["shoe"] = {"packs": "infinite"}
    data["procedure"]["hand"].remove("reshuffle")
    data["procedure"]["game"].remove("shuffle")
    data["procedure"]["deal"] = ["dealer up", *["player up"] * 29]
    again: list[str | Data] = [{"step": "announce hand", "if": "hand < 0", "else": "deal"}] * (times - 1)
    data["procedure"]["hand"][4:4] = ["take side bets", *again]
    data["strategies"]["simple"]["side_bets"] = {"odd": True}
    bet = {"cards": ["player"] * looks, "pay_table": [{"when": True, "pays": "1:1"}]}
    with any_order():
        return variant(**data, side_bets={"odd": bet}).compile(0)


def games() -> dict[str, list[Compiled]]:
    """For every check the games that would leave their memory without it."""
    return {
        "cards that a side bet looks at": [dealt(1, 3), dealt(1, 8), dealt(2, 8), dealt(4, 8)],
        "cards of a hand": [dealt(2, 1), dealt(10, 1), dealt(100, 1)],
        "cards of a cut": [cut_at(cut) for cut in (53, -1, 10_000, -(10**9), 1 << 59)],
    }


def run(trials: int) -> int:
    """Play all games on this engine: 1 when one of them does not end in order."""
    compiled_engine()  # made once, for all processes

    wrong = False
    for check, some in games().items():
        ends: Counter[str] = Counter()
        for compiled in some:
            trial = partial(play, Game(compiled, is_tallied=False), 0)
            ends.update(try_apart(trial, seed) for seed in range(trials))
        print(f"{check}: {dict(ends)}")
        wrong = wrong or not ends.keys() <= HARMLESS or not ends["stopped"]
    return int(wrong)


def main(trials: int) -> int:
    """Make the copy, and play on it in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copy)
        shutil.copytree(ROOT / "rulesets", Path(folder) / "rulesets")
        for name, line in CHECKS.values():
            file = copy / "bj" / "engine" / name
            text = file.read_text(encoding="utf-8")
            if text.count(line) != 1:
                raise ValueError(f"{name} does not have this line once: {line}")
            file.write_text(text.replace(line, "if False:"), encoding="utf-8")
        command = [sys.executable, __file__, "--play", str(trials)]
        paths = {"PYTHONPATH": str(copy)}
        return subprocess.run(command, check=False, env={**os.environ, **paths}).returncode


if __name__ == "__main__":
    *flags, amount = sys.argv[1:] or ["20"]
    sys.exit(run(int(amount)) if flags else main(int(amount)))
