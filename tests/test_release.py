"""The release script: what it writes, and what it refuses before it does anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import release
from release import with_section

from stammtisch import __version__

ROOT = Path(__file__).parent.parent
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n"

AUTHOR = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Test"), ("EMAIL", "test@example.org"))
}


def test_everything_that_names_the_version_gets_the_new_one(repository: Path) -> None:
    release.write_release(repository, "98.0.0", "2030-01-02")
    changed = git(repository, "diff", "--name-only").split()
    assert set(changed) == {"CHANGELOG.md", *release.NAMING_VERSION}
    for file, line in release.NAMING_VERSION.items():
        text = (repository / file).read_text(encoding="utf-8")
        assert (line.format("98.0.0") in text, __version__ in text) == (True, False)


def test_a_file_that_names_another_version_is_an_error(repository: Path) -> None:
    add_on = repository / "deploy/home-assistant/config.yaml"
    add_on.write_text(add_on.read_text(encoding="utf-8").replace(__version__, "0.0.1"), encoding="utf-8")
    with pytest.raises(SystemExit, match=f"config.yaml does not name the version {__version__}"):
        release.write_release(repository, "98.0.0", "2030-01-02")


def test_what_was_unreleased_becomes_a_section_of_the_version() -> None:
    first = with_section(CHANGELOG, "1.0.0", "2030-01-02")
    assert first == "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2030-01-02\n\n### Added\n\n- A thing.\n"
    with pytest.raises(SystemExit, match=r"nothing under \[Unreleased\]"):
        with_section(first, "1.1.0", "2030-01-03")


def test_the_changelog_of_the_project_can_be_released() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "\n## [98.0.0] - 2030-01-02\n" in with_section(changelog, "98.0.0", "2030-01-02")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the script and what it looks at first."""
    for file in ("tools/release.py", "CHANGELOG.md", *release.NAMING_VERSION):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text((ROOT / file).read_text(encoding="utf-8"), encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    git(tmp_path, "tag", "v97.0.0")
    return tmp_path


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(
        ["git", *command],
        cwd=folder,
        env={**os.environ, **AUTHOR},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def refusal(repository: Path, *args: str) -> str:
    script = str(repository / "tools/release.py")
    done = subprocess.run(
        [sys.executable, script, *args],
        env={**os.environ, **AUTHOR},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.0", "error: 1.0 is not a version such as 1.0.0"),
        ("0.0.1", f"error: 0.0.1 is not newer than {__version__}"),
        ("97.0.0", "error: the tag v97.0.0 is there already"),
    ],
)
def test_a_version_that_cannot_be_released_is_refused(repository: Path, version: str, why: str) -> None:
    assert refusal(repository, version) == why


def test_changes_that_are_not_committed_are_refused(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text("other")
    assert refusal(repository, "98.0.0") == "error: commit or stash your changes first"


def test_a_release_that_fails_on_its_way_leaves_everything_as_it_was(repository: Path) -> None:
    before = git(repository, "log", "--format=%H")
    assert refusal(repository, "98.0.0").startswith("error: this failed: make test")
    assert git(repository, "log", "--format=%H") == before
    assert git(repository, "tag").split() == ["v97.0.0"]
    assert git(repository, "status", "--porcelain") == ""


def test_a_prepared_release_is_taken_over_with_its_tag_and_its_packages(
    repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in AUTHOR.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(release, "ROOT", repository)
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "--quiet", str(repository), ".")
    release.write_release(clone, "98.0.0", "2030-01-02")
    git(clone, "commit", "--quiet", "--all", "--message", "Release 98.0.0")
    (clone / "dist").mkdir()
    (clone / "dist/stammtisch-98.0.0.tar.gz").touch()
    release.take_over(clone, "98.0.0")
    assert "upload dist/stammtisch-98.0.0* " in capsys.readouterr().out  # older ones may be there too
    assert git(repository, "describe").strip() == "v98.0.0"
    assert "## [98.0.0] - 2030-01-02" in (repository / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [path.name for path in (repository / "dist").iterdir()] == ["stammtisch-98.0.0.tar.gz"]


def test_a_release_is_never_made_without_tests(repository: Path) -> None:
    assert "--skip-tests goes only with --dry-run" in refusal(repository, "98.0.0", "--skip-tests")
