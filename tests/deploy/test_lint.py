"""`tools/lint-deploy` fails if any of its linters does, and names what it could not check."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools/lint-deploy"
LINTERS = tuple(f"build/lint/bin/{name}" for name in ("hadolint", "check-jsonschema", "caddy"))
OPTIONAL = ("path/systemd-analyze",)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the script, in which every linter finds nothing."""
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    for program in (*LINTERS, *OPTIONAL, ".venv/bin/stammtisch"):
        make(tmp_path / program, "exit 0")
    for program in ("dirname", "tail"):
        (tmp_path / "path" / program).symlink_to(shutil.which(program) or program)
    return tmp_path


def make(program: Path, script: str) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def lint(checkout: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "tools/lint-deploy"],
        cwd=checkout,
        env={"PATH": str(checkout / "path")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_is_said_where_everything_is_right(checkout: Path) -> None:
    done = lint(checkout)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("linter", [*LINTERS, *OPTIONAL])
def test_what_one_linter_finds_is_said_and_fails(checkout: Path, linter: str) -> None:
    make(checkout / linter, "echo this is wrong >&2; exit 3")
    done = lint(checkout)
    assert done.returncode != 0
    assert "this is wrong" in done.stderr


@pytest.mark.parametrize("missing", OPTIONAL)
def test_what_could_not_be_checked_is_named(checkout: Path, missing: str) -> None:
    (checkout / missing).unlink()
    done = lint(checkout)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"not checked, because {Path(missing).name} is missing: ")
