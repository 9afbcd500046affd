"""The documentation is true: its code runs, its examples get these answers, its links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from stammtisch.cli.main import main
from stammtisch.core import StammtischError
from stammtisch.engine.serve import answer
from stammtisch.match import read_record

from .pages import DOCS, PAGES, ROOT, anchors, blocks, code_spans, links, name, prose, text_of

HOW_TO = DOCS / "how-to-add-a-game.md"
FIRST_BOT = DOCS / "first-bot.md"
ANOTHER_LANGUAGE = DOCS / "engine-from-another-language.md"
PROTOCOL = DOCS / "protocol.md"
RUN = ("python", "output", "console")
SCRIPTS = [page for page in PAGES if blocks(page, *RUN) and page not in (HOW_TO, FIRST_BOT)]
EXCHANGES = [block.text for block in blocks(PROTOCOL, "json")]

PACKAGES_OF_THE_ENGINE = ("stammtisch.core.", "stammtisch.bots.", "stammtisch.match.")
LEFT_OUT = "…"
REQUEST = '{"op"'
TYPED = re.compile(rf"(?:\w+(?: rolls)?> |(?={REQUEST}))(.*)")
"""What a person types after a question, or a program sends."""


@pytest.mark.parametrize("page", SCRIPTS, ids=name)
def test_a_page_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for block in blocks(page, *RUN):
        if block.language == "python":
            exec(block.text, scope)  # noqa: S102 - our own pages
        elif block.language == "output":
            assert capsys.readouterr().out == block.text
        else:
            check_dialogue(block.text)
    assert capsys.readouterr().out == "", "printed, and not shown on the page"


def check_dialogue(dialogue: str) -> None:
    """The command prints this, if the same is typed; an ellipsis stands for anything."""
    command, *shown = dialogue.splitlines()
    typed = [match[1] for match in map(TYPED.match, shown) if match]
    ran = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C"}).invoke(
        main, shlex.split(command)[2:], input="".join(f"{line}\n" for line in typed)
    )
    assert ran.exit_code == 0, ran.output
    printed = "\n".join(line.rstrip() for line in ran.stdout.splitlines())
    expected = "\n".join(line for line in shown if not line.startswith(REQUEST))
    assert re.fullmatch(re.escape(expected).replace(LEFT_OUT, "(?s:.*)"), printed), ran.output


def matches(answered: object, shown: object) -> bool:
    """Whether the page shows this answer; an ellipsis stands for a value or for further entries."""
    if shown == LEFT_OUT:
        return True
    if isinstance(answered, dict) and isinstance(shown, dict):
        named = shown.keys() - {LEFT_OUT}
        complete = LEFT_OUT in shown or named == answered.keys()
        same = named <= answered.keys() and all(matches(answered[key], shown[key]) for key in named)
        return complete and same
    if isinstance(answered, list) and isinstance(shown, list):
        open_end = shown[-1:] == [LEFT_OUT]
        entries = shown[:-1] if open_end else shown
        fits = len(answered) >= len(entries) if open_end else len(answered) == len(entries)
        return fits and all(map(matches, answered, entries))
    return type(answered) is type(shown) and answered == shown


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_the_engine_answers_as_the_protocol_shows(exchange: str) -> None:
    request, shown = exchange.splitlines()
    answered = json.loads(answer(request.encode()))
    assert matches(answered, json.loads(shown)), answered


def test_the_protocol_has_every_request_and_every_error_code() -> None:
    error = json.loads(answer(b'{"op": "which are there"}'))["error"]["message"]
    ops = error.partition("expected one of ")[2].split(", ")
    assert {json.loads(exchange.splitlines()[0])["op"] for exchange in EXCHANGES} == set(ops)
    spans = set(code_spans(prose(PROTOCOL)))
    assert {"internal", *codes(StammtischError)} <= spans


def codes(kind: type[StammtischError]) -> set[str]:
    """What the engine may answer; the codes of the server are on another page."""
    own = {kind.code} if kind.__module__.startswith(PACKAGES_OF_THE_ENGINE) else set()
    return own.union(*(codes(child) for child in kind.__subclasses__()))


def test_the_program_in_another_language_runs(tmp_path: Path) -> None:
    (program,) = blocks(ANOTHER_LANGUAGE, "js")
    (expected,) = blocks(ANOTHER_LANGUAGE, "text")
    script = tmp_path / "game.mjs"
    script.write_text(program.text, encoding="utf-8")
    with_node = [str(ROOT / "tools/with-node"), sys.executable, "node", str(script)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        with_node, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == (expected.text, "")


def test_the_first_bot_shows_the_lines_of_the_example() -> None:
    example = (ROOT / "examples/bot.py").read_text(encoding="utf-8")
    excerpts = [block.text for block in blocks(FIRST_BOT, "python")]
    assert excerpts
    for excerpt in excerpts:
        assert excerpt in example


def test_the_record_of_the_page_can_be_read() -> None:
    (block,) = blocks(DOCS / "records.md", "json")
    record = read_record(block.text.encode())
    spans = code_spans(prose(DOCS / "records.md"))
    fields = set(record.__struct_fields__)
    assert fields <= set(spans)
    assert set(json.loads(block.text)) == fields - {"position"}  # few matches begin at one


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        if target.startswith("https://"):
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        assert there.is_relative_to(ROOT), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_row_of_a_table_is_one_line(page: Path) -> None:
    """A row that is broken ends the table."""
    rows = [line for line in prose(page).splitlines() if line.startswith("|")]
    assert [row for row in rows if not row.endswith("|")] == []


def test_every_page_is_in_the_index() -> None:
    index = text_of(DOCS / "README.md")
    pages = [str(page.relative_to(DOCS)) for page in PAGES if page.is_relative_to(DOCS)]
    assert [page for page in pages if f"({page})" not in index] == ["README.md"]


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("*.md")), ids=name)
def test_a_decision_has_context_choice_and_cost(page: Path) -> None:
    headings = re.findall(r"^#+ .*$", text_of(page), re.MULTILINE)
    assert headings[0].startswith(f"# {page.name[:4]} ")
    assert headings[1:] == ["## Context", "## Choice", "## Cost"]
    assert f"- [{headings[0][2:]}](decisions/{page.name})\n" in text_of(DOCS / "README.md")
