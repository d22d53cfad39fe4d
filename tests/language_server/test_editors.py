"""The configurations of `docs/editors.md`: Neovim runs, the others are parsed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomli

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"^## ([\w ]+)\n(?:(?!^## |^```).*\n)*?```(?:\w+)\n((?:(?!^```).*\n)*)", PAGE, re.M))
"""The first block below each heading."""

ACT = """
local opened = vim.fn.getcwd() .. "/friday.toml"
vim.cmd("edit " .. opened)
local function wait(what, is_so)
  assert(vim.wait(60000, is_so, 20), what)
end
local function count()
  return #vim.diagnostic.get(0)
end
local function messages(buffer, severity)
  local found = ""
  for _, each in pairs(vim.diagnostic.get(buffer, { severity = severity })) do
    found = found .. each.message .. " "
  end
  return found
end
local function ask(method, line, character)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  params.position = { line = line, character = character }
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end
wait("five faults", function() return count() == 5 end)
for left = 4, 0, -1 do
  local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, range = whole }
  params.context = { diagnostics = {}, only = { "quickfix" } }
  local actions
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000)) do
    actions = answer.result
  end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  wait(left .. " faults", function() return count() == left end)
end
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "[pay" })
local labels = {}
for _, item in pairs(ask("textDocument/completion", vim.fn.line("$") - 1, 4)) do
  labels[item.label] = true
end
assert(labels["payouts"], "completion")
vim.api.nvim_buf_set_lines(0, -2, -1, false, {})
assert(vim.inspect(ask("textDocument/hover", 5, 2)):find("doubled"), "hover")
wait("no faults", function() return count() == 0 end)
vim.cmd("write")

vim.cmd("edit table.toml")
wait("a correct overlay", function() return messages(0):find("no player has the strategy `mine`") end)
local position = { line = 5, character = 12 }
local renaming = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = position, newName = "sturdy" }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/rename", renaming, 20000)) do
  vim.lsp.util.apply_workspace_edit(answer.result, "utf-16")
end
local overlay = vim.fn.bufnr("table.toml")
local base = vim.fn.bufnr("base.toml")
assert(vim.inspect(vim.api.nvim_buf_get_lines(base, 0, -1, false)):find("sturdy"), "renamed in the base")
wait("the new name", function() return messages(base):find("no player uses the strategy `sturdy`") end)
assert(messages(overlay, vim.diagnostic.severity.ERROR) == "", "no faults after the renaming")
vim.api.nvim_buf_set_lines(base, 0, -1, false, { "[ruleset]", 'extends = "classic"' })
wait("a base that lost its strategy", function() return messages(overlay):find("is called `sturdy`") end)
vim.cmd("bdelete! " .. base)
wait("the base on the disk, not renamed", function() return messages(overlay):find(", `careful`") end)
vim.cmd("bdelete! " .. overlay)
wait("a closed file", function() return #vim.diagnostic.get(overlay) == 0 end)
print("all is well")
vim.cmd("qall!")
"""
"""A session in Neovim: five faults, their remedies one after another, a proposal, an explanation; then a
strategy renamed in an overlay and its base, a base that changes without being saved, and files that close."""

BASE = """\
[ruleset]
title = "Base"
extends = "classic"

[strategies.careful]
extends = "simple"
"""
OVERLAY = """\
[ruleset]
title = "Table"
extends = "base.toml"

[strategies.mine]
extends = "careful"
"""


def test_every_editor_has_a_configuration() -> None:
    """The page has a section for each editor, and the blocks parse."""
    helix = tomli.loads(BLOCKS["Helix"])
    server = helix["language-server"]["bj"]
    assert [server["command"], *server["args"]] == ["bj", "server"]
    assert helix["language"][0]["language-servers"] == ["bj"]
    zed = json.loads(BLOCKS["Zed"])["lsp"]["tombi"]["binary"]
    assert [zed["path"], *zed["arguments"]] == ["bj", "server"]
    assert read_lisp(BLOCKS["Emacs"])[0][:2] == ["with-eval-after-load", "'eglot"]
    assert "| Server | Command | `bj server` |" in PAGE.partition("## PyCharm")[2]


def read_lisp(text: str) -> list[list[object]]:
    """The lists of a text in Lisp; a quote is part of the word or list after it."""
    stack: list[list[object]] = [[]]
    for word in re.findall(r"\"[^\"]*\"|'?\(|\)|[^\s()]+", text):
        if word.endswith("("):
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    assert len(stack) == 1
    return stack[0]  # type: ignore[return-value]  # all of them are lists


@pytest.mark.skipif(not shutil.which("nvim"), reason="needs Neovim")
def test_neovim(tmp_path: Path) -> None:
    """Neovim with the configuration of the page does what the page says, from the first fault to closing."""
    (tmp_path / "friday.toml").write_text(BLOCKS["Try it"], encoding="utf-8")
    (tmp_path / "base.toml").write_text(BASE, encoding="utf-8")
    (tmp_path / "table.toml").write_text(OVERLAY, encoding="utf-8")
    (tmp_path / "init.lua").write_text(BLOCKS["Neovim"], encoding="utf-8")
    (tmp_path / "act.lua").write_text(ACT, encoding="utf-8")
    programs = tmp_path / "bin"
    programs.mkdir()
    starter = programs / "bj"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bj "$@"\n', encoding="utf-8")
    starter.chmod(0o755)
    done = subprocess.run(
        ["nvim", "--headless", "-u", "init.lua", "-c", "luafile act.lua", "-c", "cquit"],  # noqa: S607
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert "all is well" in done.stderr + done.stdout, done.stderr
