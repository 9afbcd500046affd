"""`stammtisch site`: static files for any host."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stammtisch.cli import site
from stammtisch.cli.main import main

INDEX = """<!doctype html><html><head>
    <meta charset="utf-8" />
    <link rel="icon" href="/icon.svg" /><script type="module" src="/assets/a.js"></script>
</head></html>"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    page = tmp_path / "page"
    for name, text in {
        "index.html": INDEX,
        "manifest.webmanifest": '{"start_url": "/", "icons": [{"src": "/icon.svg"}]}',
        "icon.svg": "<svg/>",
        "files.json": '["assets/a.js"]',
        "assets/a.js": "1",
        "assets/a.js.br": "2",
        "runtime/manifest.json": "{}",
        "runtime/python-1/pyodide.mjs": "3",
        "runtime/tables-1/zock-c.bin": "4",
    }.items():
        (page / name).parent.mkdir(parents=True, exist_ok=True)
        (page / name).write_text(text)
    monkeypatch.setattr(site, "PAGE", page)
    return page


def written(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["site", *map(str, arguments)])


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_site_names_its_files_relative_to_itself_and_allows_no_others(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    result = written(folder)
    assert result.exit_code == 0, result.output
    answers = {name for name in files(folder) if name.startswith("answers/")}
    assert files(folder) - answers == files(page) - {"assets/a.js.br"}
    assert {"answers/games.json", "answers/tock.hu.json"} <= answers
    assert len(json.loads((folder / "answers/games.json").read_text())) == 4
    assert {*json.loads((folder / "files.json").read_text())} == {"assets/a.js", *answers}
    index = (folder / "index.html").read_text()
    assert 'src="./assets/a.js"' in index
    assert 'href="/' not in index
    assert 'content="site"' in index
    assert "default-src &#x27;none&#x27;" in index
    assert "http://" not in index
    assert "https://" not in index
    assert json.loads((folder / "manifest.webmanifest").read_text())["start_url"] == "./"


def test_a_site_is_replaced_and_nothing_else_is(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    written(folder, "--brotli")
    (page / "assets/a.js").rename(page / "assets/b.js")
    assert written(folder, "--no-runtime").exit_code == 0
    assert {"assets/b.js", "runtime/python-1/pyodide.mjs"} <= files(folder)
    assert "assets/a.js" not in files(folder)
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    refused = written(other)
    assert refused.exit_code == 2
    assert "something else" in refused.output
    assert files(other) == {"letter.txt"}


def test_tables_can_be_left_out(page: Path, tmp_path: Path) -> None:
    assert written(tmp_path / "site", "--no-tables").exit_code == 0
    assert not (tmp_path / "site/runtime/tables-1").exists()


def test_what_is_missing_is_said(page: Path, tmp_path: Path) -> None:
    assert "has no runtime yet" in written(tmp_path / "site", "--no-runtime").output
    (page / "runtime/manifest.json").unlink()
    assert "built without the runtime" in written(tmp_path / "site").output
    (page / "index.html").unlink()
    assert "not installed" in written(tmp_path / "site").output
