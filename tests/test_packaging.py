"""What is built from a clean checkout holds everything, and an sdist needs no Node.js."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from page import NODE_PACKAGE, is_new_enough
from smoke import path_without_node

from stammtisch import __version__
from support.packages import ROOT, built, clean_checkout, run

HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["hooks"]["custom"]
NEEDED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "src/stammtisch/__init__.py",
    "tools/page.py",
    "tools/runtime.py",
    HOOK["path"],
)
"""What hatchling builds an sdist with."""
PAGE = "src/stammtisch/server/page/index.html"
NPM = f"""#!{sys.executable}
import os, pathlib, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(sys.argv[1] + " ")
made = pathlib.Path("node_modules/.package-lock.json" if sys.argv[1] == "ci" else "../{PAGE}")
made.parent.mkdir(parents=True, exist_ok=True)
made.write_text("made")
"""
"""Stands for npm: writes down what it is asked, and does as little of it as possible."""


class Checkout:
    """A small checkout, on whose path there is nothing but a Node.js and an npm."""

    def __init__(self, folder: Path) -> None:
        self.root, self._programs, self._calls = folder / "checkout", folder / "programs", folder / "calls"
        for file in NEEDED:
            self.write(file, (ROOT / file).read_text(encoding="utf-8"))
        for file in ("web/index.html", "web/package-lock.json", "web/src/main.ts"):
            self.write(file, "")
        self._programs.mkdir()
        self.has("node", "#!/bin/sh\necho v22.12.0\n")
        self.has("npm", NPM)

    def write(self, file: str, text: str) -> None:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def has(self, program: str, script: str) -> None:
        (self._programs / program).write_text(script)
        (self._programs / program).chmod(0o755)

    def calls(self) -> list[str]:
        """What npm has been asked since the last time."""
        calls = self._calls.read_text().split() if self._calls.exists() else []
        self._calls.unlink(missing_ok=True)
        return calls

    def requires(self, target: str, **environment: str) -> list[str]:
        """What has to be installed before this is built."""
        done = self.hatchling(f"get_requires_for_build_{target}()", **environment)
        found: list[str] = json.loads(done.stdout)
        return found

    def build(self, target: str) -> Path:
        done = self.hatchling(f"build_{target}('dist')")
        assert done.returncode == 0, done.stderr
        return self.root / "dist" / str(json.loads(done.stdout.splitlines()[-1]))

    def hatchling(self, call: str, **environment: str) -> subprocess.CompletedProcess[str]:
        script = f"import json; from hatchling import build; print(json.dumps(build.{call}))"
        return subprocess.run(
            [sys.executable, "-c", script],
            cwd=self.root,
            env={"PATH": str(self._programs), "CALLS": str(self._calls), **environment},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def make_newer(path: Path, than: Path) -> None:
    """As if the file or folder had been changed later."""
    later = than.stat().st_mtime + 10
    os.utime(path, (later, later))


def test_an_sdist_holds_the_page_which_is_built_once(checkout: Checkout) -> None:
    with tarfile.open(checkout.build("sdist")) as sdist:
        assert f"stammtisch-{__version__}/{PAGE}" in sdist.getnames()
    assert checkout.calls() == ["ci", "run"]
    checkout.build("sdist")
    assert checkout.calls() == []


@pytest.mark.parametrize("changed", ["web/src/main.ts", "web/src"])
def test_a_page_older_than_its_sources_is_built_again(checkout: Checkout, changed: str) -> None:
    checkout.build("sdist")
    checkout.calls()
    make_newer(checkout.root / changed, than=checkout.root / PAGE)
    checkout.build("sdist")
    assert checkout.calls() == ["run"]


def test_packages_older_than_their_list_are_installed_again(checkout: Checkout) -> None:
    checkout.build("sdist")
    checkout.calls()
    make_newer(checkout.root / "web/package-lock.json", than=checkout.root / PAGE)
    checkout.build("sdist")
    assert checkout.calls() == ["ci", "run"]


def test_an_editable_install_builds_no_page(checkout: Checkout) -> None:
    checkout.build("editable")
    assert checkout.calls() == []


def test_a_page_that_cannot_be_built_says_what_would_help(checkout: Checkout) -> None:
    checkout.has("npm", "#!/bin/sh\nexit 3\n")
    failed = checkout.hatchling("build_sdist('dist')")
    assert failed.returncode == 1
    assert "STAMMTISCH_WITHOUT_PAGE=1 installs a server without the page" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not (checkout.root / "dist").exists() or not any((checkout.root / "dist").iterdir())


@pytest.mark.parametrize("version", ["v18.20.0", "v20.18.9", "v21.9.0", "v22.11.0", "none", ""])
def test_the_page_is_not_built_with_an_old_node(version: str) -> None:
    assert not is_new_enough(version)


@pytest.mark.parametrize("version", ["v20.19.0", "v22.12.0", "v24.0.0"])
def test_the_page_is_built_with_a_newer_one(version: str) -> None:
    assert is_new_enough(version)


def test_node_comes_from_the_registry_if_that_on_the_path_is_too_old(checkout: Checkout) -> None:
    checkout.has("node", "#!/bin/sh\necho v18.0.0\n")
    assert checkout.requires("sdist") == [*HOOK["page-with"], NODE_PACKAGE]


def test_a_wheel_needs_a_compiler_of_rules_and_an_sdist_does_not(checkout: Checkout) -> None:
    assert {*checkout.requires("wheel")} == {*HOOK["compile-with"], *HOOK["page-with"]}
    assert checkout.requires("sdist") == HOOK["page-with"]


def test_an_unpacked_sdist_and_a_server_without_a_page_need_neither_node_nor_solvers(
    checkout: Checkout,
) -> None:
    checkout.has("node", "#!/bin/sh\nexit 1\n")
    assert NODE_PACKAGE in checkout.requires("wheel")
    assert checkout.requires("wheel", STAMMTISCH_WITHOUT_PAGE="1") == HOOK["compile-with"]
    checkout.write("PKG-INFO", "")
    assert checkout.requires("wheel") == HOOK["compile-with"]


@pytest.mark.slow
def test_sdist_and_wheel_of_a_clean_checkout_hold_everything(tmp_path: Path) -> None:
    """Both are installed where there is no Node.js. They hold the same, though each built its page."""
    one = clean_checkout(tmp_path / "one")
    two = shutil.copytree(one, tmp_path / "two")
    [sdist] = built(one, "--sdist")
    [wheel] = built(two, "--wheel")
    shutil.unpack_archive(sdist, tmp_path / "three", filter="data")
    [unpacked] = (tmp_path / "three").iterdir()
    [wheel_of_sdist] = built(unpacked, "--wheel", PATH=path_without_node(tmp_path))
    for package in (wheel, wheel_of_sdist):
        tried = run(sys.executable, "tools/smoke.py", "--compiled", "--of", str(package), cwd=ROOT)
        assert "rules compiled" in tried
    assert contents(wheel) == contents(wheel_of_sdist)


@pytest.mark.slow
def test_without_a_compiler_a_wheel_is_for_every_system_and_says_that_rules_are_interpreted(
    tmp_path: Path,
) -> None:
    [wheel] = built(clean_checkout(tmp_path / "one"), "--wheel", CC="no-such-compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "rules interpreted" in run(sys.executable, "tools/smoke.py", "--of", str(wheel), cwd=ROOT)


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file of the wheel; those that the same compiler made are the same too."""
    with ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}
