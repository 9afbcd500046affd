"""The how-to is followed word for word: Pig is added to a copy of this tree and played in a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from support.browser.boards import BOARDS, THROW
from support.browser.server import PageServer
from support.browser.visitors import PHONE, Visitor, play
from tests.browser.conftest import Invite
from tests.browser.tables import fill_form_for_two_here
from tests.docs.pages import DOCS, ROOT, blocks, text_of

HOW_TO: Final = DOCS / "how-to-add-a-game.md"
NAMED: Final = re.compile(r"^(?:# |// |<!-- )(\S+)(?: -->)?\n")
"""The first line of a block of code names the file that it belongs to."""
NAMED_BEFORE: Final = re.compile(r"^`(\S+)`:\n\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TRANSLATED: Final = ("de", "hu")
PATIENCE: Final = 300


class Tree:
    """A copy of this repository, as far as a game needs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unneeded = shutil.ignore_patterns("__pycache__", "page", "node_modules", "tests")
        for part in ("src", "web"):
            shutil.copytree(ROOT / part, folder / part, ignore=unneeded)
        (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
        shutil.copytree(ROOT / "tools", folder / "tools")

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def write_rules(self) -> None:
        """Steps 1 to 8: all the Python, the clauses, and the line in the catalog."""
        for language in ("en", *TRANSLATED):
            (rules,) = blocks(HOW_TO, "markdown")
            self.write(f"src/stammtisch/games/pig/rules.{language}.md", rules.text)
        for block in blocks(HOW_TO, "python"):
            self._write_named(block.text)
        (change,) = blocks(HOW_TO, "diff")
        self._patch("src/stammtisch/catalog.py", change.text)

    def write_board(self) -> None:
        """Step 10: the folder of the page."""
        for block in blocks(HOW_TO, "ts", "svelte"):
            self._write_named(block.text)
        for path, text in NAMED_BEFORE.findall(text_of(HOW_TO)):
            self.write(path, text)
            for language in TRANSLATED:
                self.write(path.replace("/en/", f"/{language}/"), text)

    def generate_types(self) -> None:
        """The command of step 9."""
        self._run(sys.executable, "tools/wire_types.py")

    def build_page(self) -> None:
        self._run(
            "tools/with-node", sys.executable, "npm", "run", "--silent", "build", "--", "--logLevel", "warn"
        )

    def check_page(self) -> subprocess.Popen[str]:
        """ESLint and the types, in the background."""
        command = "npx eslint src/games/pig && npx svelte-check --fail-on-warnings"
        return subprocess.Popen(
            ["tools/with-node", sys.executable, "sh", "-c", command],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _write_named(self, text: str) -> None:
        found = NAMED.match(text)
        assert found, f"no file is named: {text[:60]}"
        self.write(found[1], text[found.end() :])

    def _patch(self, path: str, change: str) -> None:
        lines = change.splitlines()
        before, after = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(before) == 1
        self.write(path, text.replace(before, after))

    def _run(self, *command: str) -> None:
        source = {"PYTHONPATH": str(self.folder / "src")}
        subprocess.run(command, cwd=self.folder, env=os.environ | source, check=True, timeout=PATIENCE)


def pig(visitor: Visitor) -> bool:
    """Hold as soon as that is offered; both boards list the moves in a row."""
    hold, only = ".row button:nth-of-type(2):enabled", ".row button:only-of-type:enabled"
    return visitor.press_one(visitor.offered(THROW, hold, only))


@pytest.mark.slow
def test_pig_is_added_and_played(invite: Invite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOARDS, "pig", pig)
    tree = Tree(tmp_path)
    tree.write_rules()
    tree.generate_types()
    tree.build_page()
    server = PageServer(tmp_path, tree.folder / "src")
    try:
        on_the_generic_board(invite("Anna", PHONE, "en", at=server, still=True))
        tree.write_board()
        tree.build_page()
        check = tree.check_page()
        server.close()
        server.open()
        on_its_own_board(invite("Ben", PHONE, "de", at=server, still=True, scheme="dark"))
        said, _ = check.communicate(timeout=PATIENCE)
        assert check.returncode == 0, said
    finally:
        server.close()


def on_the_generic_board(visitor: Visitor) -> None:
    for path in ("/", "/rules", "/rules/pig", "/learn/pig", "/leaderboard?game=pig"):
        visitor.go(path)
    expect(
        visitor.page.get_by_role("link", name="Pig").or_(visitor.page.get_by_text("Pig")).first
    ).to_be_visible()
    fill_form_for_two_here(visitor, "pig")
    visitor.look("pig-form")
    visitor.hands.write(visitor.page.get_by_label("goal", exact=True), "20")
    visitor.press(visitor.button("newTable", "play-at-once"))
    expect(visitor.board.locator(".generic")).to_be_visible()
    play("pig", visitor, until=lambda: visitor.turns > 2)
    visitor.look("pig-generic")
    play("pig", visitor)
    games = visitor.around_the_table()
    visitor.press(games.get_by_role("link", name=visitor.word("table", "game-number", n=1)))
    visitor.read_the_record("pig")
    expect(visitor.page.get_by_text(visitor.word("record", "no-evaluator"))).to_be_visible()
    visitor.look("pig-record")


def on_its_own_board(visitor: Visitor) -> None:
    visitor.go("/")
    expect(visitor.page.get_by_text("One die, and a simple question")).to_be_visible()
    fill_form_for_two_here(visitor, "pig")
    visitor.choose(visitor.page.get_by_role("radio", name="To 50"))
    visitor.press(visitor.button("newTable", "play-at-once"))
    expect(visitor.board.locator(".pig")).to_be_visible()
    play("pig", visitor, until=lambda: visitor.turns > 2)
    visitor.look("pig-playing")
    play("pig", visitor)
