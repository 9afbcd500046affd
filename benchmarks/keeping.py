"""Keeps figures by commit, a line each, in results.jsonl."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import msgspec

from stammtisch.core.build import is_compiled

RESULTS = Path(__file__).parent / "results.jsonl"


def keep(benchmark: str, figures: object) -> None:
    """Write down what was measured, of which commit, and whether its rules were compiled."""
    line = {
        "commit": commit(),
        "python": platform.python_version(),
        "compiled": is_compiled(),
        benchmark: figures,
    }
    with RESULTS.open("ab") as results:
        results.write(msgspec.json.encode(line) + b"\n")


def commit() -> str:
    """The commit that was measured."""
    try:
        asked = subprocess.run(  # whichever git the path has
            ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()
