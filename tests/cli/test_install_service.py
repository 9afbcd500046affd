"""The systemd service that `stammtisch admin install-service` installs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stammtisch.cli.admin.install_service import NAME, unit
from stammtisch.cli.main import main

SYSTEMCTL = """#!/bin/sh
echo "$@" >> {folder}/asked
test "$2" != restart || test ! -e {folder}/broken || {{ printf 'Unit\nfailed\n' >&2; exit 1; }}
"""


def install(*args: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["admin", "install-service", *args], env=environment)


@pytest.fixture
def systemd(tmp_path: Path) -> dict[str, str]:
    """Somebody whose systemd answers, and writes down what it is asked."""
    program = tmp_path / "systemctl"
    program.write_text(SYSTEMCTL.format(folder=tmp_path))
    program.chmod(0o755)
    return {"PATH": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}


def test_a_dry_run_prints_a_unit_with_the_options_of_serve() -> None:
    answer = install("--dry-run", "--", "--host", "lan", "--log-format", "json")
    assert answer.exit_code == 0
    assert f"\nExecStart={sys.executable} -m stammtisch serve --host lan --log-format json\n" in answer.output
    assert "\nDynamicUser=yes\n" in answer.output
    assert "\nCapabilityBoundingSet=\n" in answer.output
    own = install("--dry-run", "--user").output
    assert "DynamicUser" not in own
    assert "WantedBy=default.target" in own


def test_a_port_below_1024_comes_with_the_right_to_it() -> None:
    assert "\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n" in install("--dry-run", "--", "--port", "80").output


def test_words_are_written_as_systemd_reads_them() -> None:
    text = unit(
        ["/opt/my tables/python"], ["--origins", "https://a.example", "--database", "50%$.db"], user=True
    )
    (command,) = re.findall("^ExecStart=(.*)$", text, re.MULTILINE)
    assert command == '"/opt/my tables/python" serve --origins https://a.example --database 50%%$$.db'


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("scope", ["--system", "--user"])
def test_systemd_understands_the_unit(tmp_path: Path, scope: str) -> None:
    path = tmp_path / NAME
    path.write_text(unit([sys.executable, "-m", "stammtisch"], (), user=scope == "--user"))
    environment = {"XDG_RUNTIME_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    checked = subprocess.run(
        ["systemd-analyze", scope, "verify", path],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_it_is_written_enabled_and_started_and_may_be_installed_again(
    tmp_path: Path, systemd: dict[str, str]
) -> None:
    for args in ((), ("--", "--host", "lan")):
        answer = install("--user", *args, **systemd)
        assert answer.exit_code == 0, answer.output
    written = tmp_path / "config/systemd/user" / NAME
    assert "serve --host lan\n" in written.read_text()
    asked = (tmp_path / "asked").read_text().splitlines()[-3:]
    assert asked == ["--user daemon-reload", f"--user enable {NAME}", f"--user restart {NAME}"]
    assert [path.name for path in written.parent.iterdir()] == [NAME]


def test_a_unit_of_somebody_else_is_left_alone(tmp_path: Path, systemd: dict[str, str]) -> None:
    written = tmp_path / "config/systemd/user" / NAME
    written.parent.mkdir(parents=True)
    written.write_text("[Service]\nExecStart=/bin/true\n")
    answer = install("--user", **systemd)
    assert answer.exit_code == 2
    assert "not from this command: remove it first" in answer.stderr
    assert written.read_text() == "[Service]\nExecStart=/bin/true\n"


def test_what_systemd_says_is_passed_on_in_one_line(tmp_path: Path, systemd: dict[str, str]) -> None:
    (tmp_path / "broken").touch()
    answer = install("--user", **systemd)
    assert (answer.exit_code, answer.stderr) == (2, f"error: --user restart {NAME}: Unit failed\n")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--", "--hots", "lan"), "No such option"),
        (("--", "--port", "70000"), "port: expected `int` <= 65535"),
        (
            ("--", "--database", "postgresql://anna:secret@host/db"),
            "everybody on the machine can read a unit",
        ),
        (("--", "--bus=nats://anna:secret@host"), "everybody on the machine can read a unit"),
        ((), "there is no systemd on this machine"),
    ],
)
def test_what_cannot_work_is_refused(args: tuple[str, ...], why: str, tmp_path: Path) -> None:
    answer = install(*args, PATH=str(tmp_path))
    assert answer.exit_code == 2
    assert why in answer.stderr
    assert "secret" not in answer.stderr


def test_the_database_of_the_service_is_no_option_of_admin() -> None:
    answer = CliRunner().invoke(main, ["admin", "--database", "x", "install-service", "--dry-run"])
    assert answer.exit_code == 2
    assert "install-service -- --database" in answer.stderr
