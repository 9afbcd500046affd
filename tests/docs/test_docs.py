"""The documentation is true: its code runs, its examples are answered so, its links lead somewhere."""

from __future__ import annotations

import io
import json
import re
import runpy
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from stammtisch import catalog, core, games, testing
from stammtisch.cli import boards
from stammtisch.cli.main import main
from stammtisch.core import StammtischError
from stammtisch.engine.protocol import answer
from stammtisch.match import read_record
from tests.test_architecture import PACKAGES

from .pages import DOCS, PAGES, ROOT, anchors, blocks, code_spans, name, prose, text_of

HOW_TO = DOCS / "how-to-add-a-game.md"
PROTOCOL = DOCS / "protocol.md"
SCRIPTS = [page for page in PAGES if blocks(page, "python") and page != HOW_TO]
DIALOGUES = [block.text for page in PAGES for block in blocks(page, "console")]
EXCHANGES = [block.text for block in blocks(PROTOCOL, "json")]

ROOMS_OF_THE_ENGINE = ("stammtisch.core.", "stammtisch.bots.", "stammtisch.play.")
LEFT_OUT = "…"
REQUEST = '{"op"'
TYPED = re.compile(rf"(?:\w+(?: rolls)?> |(?={REQUEST}))(.*)")
"""What a person types after a question, or a program sends."""


@pytest.mark.parametrize("page", SCRIPTS, ids=name)
def test_python_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for block in blocks(page, "python", "output"):
        if block.language == "output":
            assert capsys.readouterr().out == block.text
        else:
            exec(block.text, scope)  # noqa: S102 - our own pages
    assert capsys.readouterr().out == "", "printed, and not shown on the page"


@pytest.mark.parametrize("dialogue", DIALOGUES)
def test_a_dialogue_in_the_terminal_goes_so(
    dialogue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *shown = dialogue.splitlines()
    typed = [match[1] for match in map(TYPED.match, shown) if match]
    ran = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C"}).invoke(
        main, shlex.split(command)[2:], input="".join(f"{line}\n" for line in typed)
    )
    assert ran.exit_code == 0, ran.output
    told = [line.rstrip() for line in ran.output.splitlines()]
    echoed = [line for line in shown if not line.startswith(REQUEST)]
    form = "\n".join("(?s:.*)" if line == LEFT_OUT else re.escape(line) for line in echoed)
    assert re.fullmatch(form, "\n".join(told)), ran.output


def matches(told: object, shown: object) -> bool:
    """Whether the page shows what was told; an ellipsis stands for a value or for further entries."""
    if shown == LEFT_OUT:
        return True
    if isinstance(told, dict) and isinstance(shown, dict):
        named = shown.keys() - {LEFT_OUT}
        complete = LEFT_OUT in shown or named == told.keys()
        return complete and named <= told.keys() and all(matches(told[key], shown[key]) for key in named)
    if isinstance(told, list) and isinstance(shown, list):
        open_end = shown[-1:] == [LEFT_OUT]
        entries = shown[:-1] if open_end else shown
        fits = len(told) >= len(entries) if open_end else len(told) == len(entries)
        return fits and all(map(matches, told, entries))
    return type(told) is type(shown) and told == shown


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_the_engine_answers_as_the_protocol_shows(exchange: str) -> None:
    request, shown = exchange.splitlines()
    told = json.loads(answer(request.encode()))
    assert matches(told, json.loads(shown)), told


def test_the_protocol_shows_every_op_and_says_every_code() -> None:
    error = json.loads(answer(b'{"op": "which are there"}'))["error"]["message"]
    ops = error.partition("is one of ")[2].split(", ")
    assert {json.loads(exchange.splitlines()[0])["op"] for exchange in EXCHANGES} == set(ops)
    spans = set(code_spans(prose(PROTOCOL)))
    assert {"internal", *codes(StammtischError)} <= spans


def codes(kind: type[StammtischError]) -> set[str]:
    """What the rooms of the engine may answer; those of the server have a page of their own."""
    own = {kind.code} if kind.__module__.startswith(ROOMS_OF_THE_ENGINE) else set()
    return own.union(*(codes(child) for child in kind.__subclasses__()))


def test_the_record_of_the_page_can_be_read() -> None:
    (block,) = blocks(DOCS / "records.md", "json")
    record = read_record(block.text.encode())
    spans = code_spans(prose(DOCS / "records.md"))
    assert set(json.loads(block.text)) == set(record.__struct_fields__) <= set(spans)


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of the how-to's own tests, with its game in the catalog for as long."""
    for block in blocks(HOW_TO, "python"):
        heading, _, code = block.text.partition("\n")
        path = tmp_path / heading.removeprefix("# ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    for package in (games, boards):
        folder = tmp_path / "src" / package.__name__.replace(".", "/")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    monkeypatch.setitem(catalog._CLASSES, "pig", "Pig")
    monkeypatch.setattr(catalog, "game", cache(catalog.game.__wrapped__))
    return runpy.run_path(str(tmp_path / "tests/pig/test_pig.py"))


def test_the_tests_of_the_how_to_pass(pig: dict[str, Any]) -> None:
    tests = [value for key, value in pig.items() if key.startswith("test_")]
    assert len(tests) == 7
    for test in tests:
        test()


def test_the_board_of_the_how_to_is_drawn(pig: dict[str, Any]) -> None:
    console = Console(file=io.StringIO())
    with console.capture() as captured:
        console.print(boards.draw(pig["PIG"], pig["PIG"].start(2), ["Anna", "Ben"], None))
    assert "Ben: 0" in captured.get()


@pytest.mark.parametrize("public", core.__all__)
def test_every_name_of_the_contract_is_documented(public: str) -> None:
    assert public in documented_names()


def kit() -> list[str]:
    """Every public function and class of the test kit."""
    modules = [import_module(f"{testing.__name__}.{found.name}") for found in iter_modules(testing.__path__)]
    return ["LAWS", "Law"] + [
        key
        for module in modules
        for key, value in vars(module).items()
        if key[0] != "_" and len(key) > 1 and getattr(value, "__module__", "") == module.__name__
    ]


@pytest.mark.parametrize("public", kit())
def test_every_name_of_the_test_kit_is_documented(public: str) -> None:
    assert public in documented_names()


def documented_names() -> set[str]:
    spans = [span for page in PAGES for span in code_spans(prose(page))]
    return {word for span in spans for word in re.findall(r"\w+", span)}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", prose(page)):
        path, _, anchor = target.partition("#")
        if target.startswith("https://"):
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        assert there.is_relative_to(ROOT), target
        assert not anchor or anchor in anchors(there), target


def test_the_architecture_names_the_packages_in_the_order_of_imports() -> None:
    page = DOCS / "architecture.md"
    assert " ← ".join(f"`{package}`" for package in PACKAGES) in text_of(page)
    listed = [
        package.removesuffix(".py")
        for package in re.findall(r"^\| \[([\w.]+)\]", text_of(page), re.MULTILINE)
    ]
    assert listed == [*PACKAGES, "testing"]


def test_every_page_is_in_the_index() -> None:
    index = text_of(DOCS / "README.md")
    pages = [str(page.relative_to(DOCS)) for page in PAGES if page.is_relative_to(DOCS)]
    assert [page for page in pages if f"({page})" not in index] == ["README.md"]


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("*.md")), ids=name)
def test_a_decision_has_context_choice_and_cost(page: Path) -> None:
    headings = re.findall(r"^#+ .*$", text_of(page), re.MULTILINE)
    assert headings[0].startswith(f"# {page.name[:4]} ")
    assert headings[1:] == ["## Context", "## Choice", "## Cost"]
