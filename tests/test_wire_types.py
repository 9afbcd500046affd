"""The page's types are the program's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_pages_types_are_those_of_the_program() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "tools/wire_types.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout + checked.stderr
