"""Hostile rulesets: too large, too deep or too strange."""

from __future__ import annotations

from bj.ruleset.ruleset_files import LARGEST_FILE

HEAD = '[ruleset]\ntitle = "x"\nextends = "classic"\n'


def _fill(unit: str) -> str:
    """As many copies of ``unit`` as fit into a ruleset file."""
    return unit * ((LARGEST_FILE - 1000) // len(unit.encode()))


def _numbered(line: str, many: int) -> str:
    """Many copies of a line, each with its number filled in."""
    return HEAD + "".join(line.replace("#", str(number)) for number in range(many))


def _listed(entry: str, many: int) -> str:
    """Many copies of a list entry, each with its number filled in."""
    return ", ".join(entry.replace("#", str(number)) for number in range(many))


ESCAPED = '\\"' * 100_000

HOSTILE: dict[str, str | bytes] = {
    "brackets": "a = " + "[" * 10_000,
    "closed_brackets": f"{HEAD}[shoe]\npacks = {'[' * 10_000}{']' * 10_000}",
    "braces": "a = " + "{a=" * 10_000,
    "closed_braces": f"{HEAD}[shoe]\npacks = {'{a=' * 10_000}1{'}' * 10_000}",
    "deep_enough_for_toml": f"{HEAD}[shoe]\npacks = {'{a=' * 90}1{'}' * 90}",
    "dotted_key": f"{HEAD}[shoe]\n{'a.' * 20_000}a = 1",
    "dotted_header": f"{HEAD}[{'shoe.' * 8_000}a]\nb = 1",
    "long_number": f"{HEAD}[rules]\ntarget = {'9' * 5_000}",
    "number_just_short_enough": f"{HEAD}[rules]\ntarget = {'9' * 4_200}",
    "large_float": f"{HEAD}[rules]\ntarget = 1e{'9' * 5_000}",
    "surrogates": f'{HEAD}[output]\nhand = "\\ud800"\npush = "\\U00110000"\n"\\udfff" = 1',
    "nul_bytes": "a\0b" * 1_000,
    "nul_in_values": f'{HEAD}[dealer]\ndraws = "total\\u0000 < 17"\nname = "\\u0000"',
    "escape_codes": f'{HEAD}"\\u001b[2J\\u0007" = 1\n["\\u202e"]\n[dealer]\nname = "\\u001b]0;x\\u0007"',
    "raw_escape_codes": f'{HEAD}"\x1b[2J" = 1\n[dealer]\nname = "\x1b]0;x\x07"',
    "junk_line": _fill("\x01\x02ÿ junk"),
    "junk_lines": _fill("xx yy\n"),
    "not_utf8": b"\xff\xfe" + b"junk\x00" * 40_000,
    "keys": _numbered("k# = 1\n", 8_000),
    "losses": _numbered("on_loss_# = 1\n", 8_000).replace(HEAD, f"{HEAD}[betting]\n"),
    "goals": _numbered("stop_loss_# = 1#\n", 8_000).replace(HEAD, f"{HEAD}[player]\n"),
    "tables": _numbered("[k#]\n", 8_000),
    "strategies": _numbered('[strategies.s#]\nextends = "q"\n', 6_000),
    "strategies_in_a_chain": HEAD
    + "".join(f'[strategies.s{number}]\nextends = "s{number + 1}"\n' for number in range(6_000)),
    "members": _numbered('[members.m#]\nname = "x"\nbankroll = "q"\nstrategy = "q"\n', 3_000),
    "arguments": _numbered('[arguments.a#]\ntype = "q"\n', 3_000),
    "arguments_in_a_list": HEAD + '[[arguments]]\nname = "a"\n' * 6_000,
    "usage": f'{HEAD}usage = "{"[x] " * 499}"',
    "usage_of_brackets": f'{HEAD}usage = "{"[" * 1_999}"',
    "usage_of_letters": f'{HEAD}usage = "{"x" * 200_000}"',
    "players": f"players = [{'1,' * 40_000}]\n{HEAD}",
    "empty_players": f"players = [{'{},' * 40_000}]\n{HEAD}",
    "steps": f"{HEAD}[procedure]\nhand = [{'1,' * 40_000}]",
    "ranks": HEAD + "[cards.ranks]\n" + _numbered("r# = 1\n", 8_000).removeprefix(HEAD),
    "events": HEAD + "[output]\n" + _numbered("e# = 1\n", 8_000).removeprefix(HEAD),
    "rows": HEAD + "[strategies.s.chart.rows]\n" + _numbered('"r#" = "H"\n', 6_000).removeprefix(HEAD),
    "row": f'{HEAD}[strategies.simple.chart.rows]\n"hard 12" = "{"H " * 100_000}"',
    "columns": f'{HEAD}[strategies.simple.chart]\ncolumns = "{"2 " * 100_000}"',
    "count": f'{HEAD}[strategies.simple.count]\n"{"2 " * 100_000}" = 1',
    "counts": HEAD + "[strategies.simple.count]\n" + _numbered('"2 #" = 1\n', 8_000).removeprefix(HEAD),
    "long_key": f"{HEAD}[output]\n{'x' * 200_000} = 1",
    "long_template": f'{HEAD}[output]\nhand = "{"{x}" * 70_000}"',
    "long_expression": f'{HEAD}[dealer]\ndraws = "{"x+" * 100_000}x"',
    "deep_expression": f'{HEAD}[dealer]\ndraws = "{"(" * 1_999}"',
    "blanks_in_a_share": f'{HEAD}[shoe]\npenetration = "17{" " * 4_000}!"',
    "blanks_in_charts": HEAD
    + "".join(
        f'[strategies.s{number}]\nhard = "{"17" + " " * 1_990 + "aa" + " " * 1_990}!"\n'
        for number in range(100)
    ),
    "large_powers": f'{HEAD}[dealer]\ndraws = "9**9**9**9**9 > 1"',
    "extends_deep": f'[ruleset]\nextends = "{"a/" * 5_000}b.toml"',
    "extends_long": f'[ruleset]\nextends = "{"a" * 5_000}.toml"',
    "extends_nul": '[ruleset]\nextends = "a\\u0000b.toml"',
    "extends_up": f'[ruleset]\nextends = "{"../" * 50}etc/passwd"',
    "extends_windows": '[ruleset]\nextends = "..\\\\..\\\\secret.toml"',
    "extends_device": '[ruleset]\nextends = "/dev/zero"',
    "extends_folder": '[ruleset]\nextends = "./"',
    "extends_nothing": '[ruleset]\nextends = ""',
    "extends_itself": '[ruleset]\nextends = "./extends_itself.toml"',
    "quotes": HEAD + "a = " + '"' * 100_000,
    "backslashes": HEAD + 'a = """' + "\\" * 200_000,
    "commas": f"{HEAD}a = [{',' * 200_000}",
    "equals": _fill("="),
    "same_key": HEAD + "[rules]\n" + "target = 1\n" * 20_000,
    "same_inline_key": f"{HEAD}a = {{{'b = 1, ' * 30_000}}}",
    "nested_arrays_of_tables": HEAD + "[[a]]\n[[a.b]]\n" * 15_000,
    "key_before_spaces": f"{HEAD}[rules]\ntarget x{' ' * 200_000}y",
    "key_of_letters": f"{HEAD}[rules]\n{'a' * 240_000}.b x = 1",
    "key_of_words": f"{HEAD}[rules]\n{'a ' * 110_000}= 1",
    "quotes_before_a_lost_equals": f'{HEAD}[rules]\na = {{ b = "{ESCAPED}", c }}',
    "quotes_before_a_repeated_key": f'{HEAD}[rules]\na = {{ b = "{ESCAPED}", b = 1 }}',
    "odd_spaces": "\u00a0" * 120_000,
    "spaces_before_an_odd_key": f"{HEAD}[rules]\n{' ' * 240_000}é = 1",
    "thousands": f"{HEAD}[rules]\ntarget = 1{',111' * 60_000}",
    "payout_of_spaces": f'{HEAD}[payouts]\nnatural = "1{" " * 200_000}x"',
    "payout_of_digits": f'{HEAD}[payouts]\nnatural = "{"9" * 5_000}"',
    "digits": f"{HEAD}format = {'9' * 240_000}",
    "digits_before_a_letter": f"{HEAD}[rules]\ntarget = {'9' * 240_000}x",
    "digits_and_dots": f"{HEAD}[rules]\ntarget = {'9..' * 80_000}",
    "zeros": _numbered(f'[strategies.s#]\nextends = "simple"\nwager = "x y 0{"1" * 1_980}.x"\n', 40),
    "hexadecimal": f"{HEAD}[rules]\ntarget = 0x{'F' * 200_000}",
    "hexadecimal_payout": f"{HEAD}[payouts]\nnatural = 0x{'F' * 200_000}",
    "hexadecimal_text": f"{HEAD}[dealer]\nname = 0x{'F' * 200_000}",
    "rows_of_spaces": HEAD
    + "[strategies.simple.chart.rows]\n"
    + "".join(f'"hard{" " * 1_900}{number}x" = "H"\n' for number in range(120)),
    "changes": HEAD + "[procedure.hand]\nbefore = { " + _listed('s# = ["x"]', 5_000) + " }",
    "changes_of_nothing": HEAD
    + "[procedure.hand]\nafter = { "
    + _listed('s# = ["deal"]', 3_000)
    + " }\nwithout = ["
    + _listed('"s#"', 3_000)
    + "]",
    "without": f"{HEAD}without = [" + _listed('"a.b#"', 20_000) + "]",
    "comment": _fill("#"),
    "newlines": _fill("\n"),
    "spaces": _fill(" "),
    "large": b"x" * (LARGEST_FILE * 4),
}
"""The content of files by name."""
