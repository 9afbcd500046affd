"""The way to a release, step by step; a step that fails ends it, and this repository stays as it was.

    python tools/release.py 1.0.0 --dry-run    # everything but the commit and the tag
    python tools/release.py 1.0.0

The release is prepared in a clone: the version and the changelog are written and committed there, all tests
run, sdist and wheel are built, installed and tried. Only then do commit, tag and packages come here.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VERSION_FILE: Final = "src/stammtisch/__init__.py"
NAMING_VERSION: Final = {
    VERSION_FILE: '__version__ = "{}"',
    "deploy/home-assistant/config.yaml": 'version: "{}"',
}
"""Every file that names the version, and the line that does so."""
CHANGELOG: Final = "CHANGELOG.md"
UNRELEASED: Final = "## [Unreleased]\n"
LEFT: Final = """What is left to do:
  git push --follow-tags
  wheels for other systems, on each of them: cibuildwheel dist/stammtisch-{version}.tar.gz
  upload dist/stammtisch-{version}* and these wheels to the package registry
"""


def main() -> None:
    """Release the version that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", help="the new version, such as 1.0.0")
    parser.add_argument("--dry-run", action="store_true", help="leave this repository as it is")
    parser.add_argument("--skip-tests", action="store_true", help="run no tests; only with --dry-run")
    given = parser.parse_args()
    if given.skip_tests and not given.dry_run:
        parser.error("a release is tested: --skip-tests goes only with --dry-run")
    with TemporaryDirectory() as folder:
        prepared = prepare(given.version, Path(folder, "stammtisch"), tested=not given.skip_tests)
        if given.dry_run:
            step("Dry run: nothing was committed, tagged or kept")
        else:
            take_over(prepared, given.version)


def prepare(version: str, clone: Path, *, tested: bool) -> Path:
    """A clone with the release as its last commit, tested, and its packages built and tried."""
    step("The working tree is clean")
    check(not output("git", "status", "--porcelain"), "commit or stash your changes first")
    step(f"{version} is a new version")
    check_version(version)
    step("Clone")
    run("git", "clone", "--quiet", str(ROOT), str(clone), cwd=ROOT)
    step("Write version and changelog, and commit them")
    write_release(clone, version, datetime.now(UTC).date().isoformat())
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=clone)
    if tested:
        step("Tests")
        run("make", "test", cwd=clone)
    step("Build sdist and wheel")
    run("make", "dist", cwd=clone)
    for package in sorted((clone / "dist").iterdir()):
        step(f"Install and try {package.name} without Node.js")
        run(".venv/bin/python", "tools/smoke.py", "--compiled", "--of", str(package), cwd=clone)
    return clone


def check_version(version: str) -> None:
    """The version is one, is newer than the last one, and has no tag yet."""
    check(bool(re.fullmatch(r"\d+\.\d+\.\d+", version)), f"{version} is not a version such as 1.0.0")
    current = version_in((ROOT / VERSION_FILE).read_text(encoding="utf-8"))
    check(_numbers(version) > _numbers(current), f"{version} is not newer than {current}")
    check(not output("git", "tag", "--list", f"v{version}"), f"the tag v{version} is there already")


def write_release(folder: Path, version: str, day: str) -> None:
    """Set the version wherever it is named, and give what was unreleased in the changelog to it."""
    current = version_in((folder / VERSION_FILE).read_text(encoding="utf-8"))
    for file, line in NAMING_VERSION.items():
        text = (folder / file).read_text(encoding="utf-8")
        changed = text.replace(f"{line.format(current)}\n", f"{line.format(version)}\n")
        check(changed != text, f"{file} does not name the version {current}")
        (folder / file).write_text(changed, encoding="utf-8")
    changelog = (folder / CHANGELOG).read_text(encoding="utf-8")
    (folder / CHANGELOG).write_text(with_section(changelog, version, day), encoding="utf-8")


def with_section(changelog: str, version: str, day: str) -> str:
    """The changelog with what was unreleased as a section of this version."""
    before, heading, after = changelog.partition(UNRELEASED)
    unreleased = after.partition("\n## ")[0]
    check(bool(heading), f"{CHANGELOG} has no section [Unreleased]")
    check("\n- " in unreleased, f"{CHANGELOG} has nothing under [Unreleased]")
    return f"{before}{heading}\n## [{version}] - {day}\n{after}"


def version_in(module: str) -> str:
    """The version that the module names."""
    found = re.search(r'^__version__ = "([^"]+)"$', module, re.MULTILINE)
    return found[1] if found else sys.exit(f"error: {VERSION_FILE} names no version")


def take_over(clone: Path, version: str) -> None:
    """Bring commit and packages from the clone, and tag the commit."""
    step("Take over the commit, the tag and the packages")
    run("git", "pull", "--quiet", "--ff-only", str(clone), "HEAD", cwd=ROOT)
    run("git", "tag", "--annotate", "--message", f"Stammtisch {version}", f"v{version}", cwd=ROOT)
    shutil.copytree(clone / "dist", ROOT / "dist", dirs_exist_ok=True)
    sys.stdout.write(LEFT.format(version=version))


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def step(title: str) -> None:
    """Say what is done now."""
    sys.stdout.write(f"==> {title}\n")
    sys.stdout.flush()


def output(*command: str) -> str:
    """What a command prints in this repository."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - ours


def run(*command: str, cwd: Path) -> None:
    """Run a command; end if it fails."""
    done = subprocess.run(command, cwd=cwd, check=False)  # noqa: S603 - ours
    check(done.returncode == 0, f"this failed: {' '.join(command)}")


def check(holds: bool, otherwise: str) -> None:
    """End the program with an error unless this holds."""
    if not holds:
        sys.exit(f"error: {otherwise}")


if __name__ == "__main__":
    main()
