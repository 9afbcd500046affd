"""Runs code where NumPy, numba and all else that a browser does not have cannot be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from stammtisch.solve.compact import FOLDER_VARIABLE

MISSING = (
    "argon2", "click", "cryptography", "jinja2", "llvmlite", "markupsafe", "numba", "numpy", "openskill",
    "platformdirs", "prometheus_client", "rich", "segno", "starlette", "uvicorn", "uvloop", "websockets",
)  # fmt: skip

PRELUDE = f"""
import sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {MISSING!r}:
            raise ModuleNotFoundError(f"no module named {{name}}", name=name)
sys.meta_path.insert(0, Nowhere())
"""


def output(code: str, folder: Path) -> str:
    """What the code prints; the tables are in that folder."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + code],
        env=os.environ | {FOLDER_VARIABLE: str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
