"""The files from which containers, services and the add-on are made name only what the program knows."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import pytest

import stammtisch
from stammtisch.cli.serve import serve
from stammtisch.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ADD_ON = DEPLOY / "home-assistant"
FILES = [ROOT / "Containerfile", *(path for path in DEPLOY.rglob("*") if path.is_file())]
OTHERS = {"CONFIG", "CACHE", "CACHE_SIZE"}
"""Variables that are no settings of the server."""
OF_COMPOSE = {"PASSWORD", "ADDRESS"}
"""What the compose file itself asks for."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_is_known(path: Path) -> None:
    named = set(re.findall(r"STAMMTISCH_([A-Z_]+)", path.read_text(encoding="utf-8")))
    assert named <= {name.upper() for name in Settings.__struct_fields__} | OTHERS | OF_COMPOSE


def test_the_add_on_has_our_version() -> None:
    assert f'\nversion: "{stammtisch.__version__}"\n' in (ADD_ON / "config.yaml").read_text(encoding="utf-8")


def test_options_of_the_add_on_reach_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"log_level": "error", "origins": ["https://a.example", "https://b.example"]}
    run = run_path(str(ADD_ON / "run.py"))
    for name, value in (run["PLACES"] | run["variables"](options)).items():
        monkeypatch.setenv(name, value)
    given = serve.make_context("serve", []).params
    assert (given["log_level"], given["origins"]) == ("error", tuple(options["origins"]))
    assert given["database"] == "sqlite:////data/tables.sqlite"
    monkeypatch.setenv("STAMMTISCH_ORIGINS", run["variables"]({"origins": []})["STAMMTISCH_ORIGINS"])
    assert serve.make_context("serve", []).params["origins"] == ()


def test_the_add_on_speaks_three_languages() -> None:
    keys = {
        path.stem: re.findall(r"^ *[\w/]+:", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in (ADD_ON / "translations").iterdir()
    }
    assert set(keys) == {"en", "de", "hu"}
    assert keys["en"] == keys["de"] == keys["hu"]
