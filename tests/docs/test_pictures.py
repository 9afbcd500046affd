"""The pictures can be taken again: every scene still comes about, and every page still shows it."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import DOCS, ROOT

TOOL = ROOT / "tools/pictures.py"
PICTURES = {picture.name for picture in (DOCS / "pictures").iterdir()}


def test_every_scene_comes_about() -> None:
    tool = runpy.run_path(str(TOOL))
    assert {f"{scene.game}.webp" for scene in tool["SCENES"]} == PICTURES - {"home.webp"}
    for scene in tool["SCENES"]:
        events, table = tool["events_of"](scene)
        assert len(events) == table.n
        assert len(table.running().moves(0)) >= scene.moves


@pytest.mark.slow
def test_every_picture_is_taken(tmp_path: Path) -> None:
    subprocess.run([sys.executable, TOOL, tmp_path], check=True)
    assert {picture.name for picture in tmp_path.iterdir()} == PICTURES
    for picture in tmp_path.iterdir():
        assert picture.read_bytes()[8:12] == b"WEBP"
