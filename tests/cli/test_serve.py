"""The command that starts a server."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from stammtisch.cli.main import main
from stammtisch.cli.serve import serve
from stammtisch.server.ops.lan import lan_addresses
from stammtisch.server.settings import BadSettings, Settings
from support.processes import PROGRAM

from .running import PATIENCE, run

OPEN = re.compile(r"Stammtisch is open at (http://\S+:(\d+))\n")


@contextmanager
def started(*args: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, with the line that it prints when it is ready."""
    with subprocess.Popen(
        [*PROGRAM, "serve", "--workers", "1", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    ) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline()
        finally:
            server.kill()


def serving(folder: Path, *args: str) -> AbstractContextManager[tuple[subprocess.Popen[str], str]]:
    """A server with a database of its own."""
    return started("--database", str(folder / "tables"), *args)


def ended(server: subprocess.Popen[str], number: signal.Signals) -> tuple[int, str, str]:
    server.send_signal(number)
    out, err = server.communicate(timeout=PATIENCE)
    return server.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_its_address_and_closes_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path, "--port", "0", "--log-level", "warning") as (server, line):
        said = OPEN.fullmatch(line)
        assert said is not None
        assert said[2] != "0"
        assert answers(said[1])
        assert ended(server, number) == (0, "", "")


def test_without_a_store_tables_are_kept_in_the_folder_of_the_user(tmp_path: Path) -> None:
    with started("--port", "0", XDG_DATA_HOME=str(tmp_path / "data")) as (server, line):
        assert OPEN.fullmatch(line)
        assert ended(server, signal.SIGTERM)[0] == 0
    folder = tmp_path / "data" / "stammtisch"
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "tables.sqlite")]
    assert modes == [0o700, 0o600]


@pytest.mark.parametrize(("more", "warned"), [((), True), (("--origins", "https://table.example"), False)])
def test_serving_the_network_without_tls_prints_a_warning(
    tmp_path: Path, more: tuple[str, ...], warned: bool
) -> None:
    args = ("--host", "0.0.0.0", "--port", "0", "--log-level", "warning", *more)  # noqa: S104
    with serving(tmp_path, *args) as (server, line):
        assert OPEN.fullmatch(line)
        assert "0.0.0.0" not in line, "nobody can type that"  # noqa: S104
        _, _, err = ended(server, signal.SIGTERM)
    assert err.startswith("warning: others on the network can reach this server") is warned


def test_with_host_lan_it_answers_at_the_address_for_phones(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "lan", "--port", "0", "--log-level", "warning") as (server, line):
        said = OPEN.fullmatch(line)
        assert said is not None
        for host in (*lan_addresses(), "127.0.0.1"):
            assert answers(f"http://{host}:{said[2]}")
        assert server.stdout is not None
        others = [server.stdout.readline() for _ in lan_addresses()]
        _, out, err = ended(server, signal.SIGTERM)
    if lan_addresses():
        assert said[1] == f"http://{lan_addresses()[0]}:{said[2]}"
        assert others[:-1] == [
            f"It is also open at http://{host}:{said[2]}\n" for host in lan_addresses()[1:]
        ]
        assert f"let port {said[2]} through the firewall" in others[-1]
    assert out == "", "a code is for terminals"
    assert "warning" not in err


def test_if_the_default_port_is_taken_the_next_free_one_is_used_and_said(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with serving(tmp_path), serving(tmp_path / "other", "--log-level", "warning") as (second, line):
        said = OPEN.fullmatch(line)
        assert said is not None
        assert int(said[2]) > Settings().port
        assert answers(said[1])
        _, _, err = ended(second, signal.SIGTERM)
    assert err == f"note: port {Settings().port} is taken, so the server uses port {said[2]}\n"


def answers(origin: str) -> bool:
    with urllib.request.urlopen(f"{origin}/readyz") as answer:  # noqa: S310 (our own address)
        return bool(answer.status == 200)


def refused(*args: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["serve", *args], env=environment)


def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = run("serve", "--port", str(port), "--database", str(tmp_path / "tables"))
    assert answer.returncode == 2
    assert answer.stderr == (
        f"error: bad settings: cannot listen on 127.0.0.1, port {port}: Address already in use\n"
    )


def test_bad_settings_are_all_listed_in_one_line() -> None:
    answer = refused("--port", "70000", "--origins", "nowhere", STAMMTISCH_WORKERS="0")
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    for name in ("port", "origins", "workers"):
        assert f"{name}: " in answer.stderr


def given(*args: str) -> dict[str, Any]:
    return serve.make_context("serve", [*args]).params


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "server.toml"
    path.write_text('port = 3\nmost_connections = 5\norigins = ["https://a.example", "https://b.example"]\n')
    return path


def test_flags_override_environment_file_and_defaults_in_this_order(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert given()["port"] == Settings().port
    assert given("--config", str(file))["port"] == 3
    monkeypatch.setenv("STAMMTISCH_PORT", "2")
    assert given("--config", str(file))["port"] == 2
    assert given("--config", str(file), "--port", "1")["port"] == 1
    assert given("--port", "1", "--config", str(file))["most_connections"] == 5


def test_the_environment_may_name_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAMMTISCH_CONFIG", str(file))
    assert given()["port"] == 3


def test_without_a_name_the_file_of_the_user_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = file.parent / "stammtisch"
    folder.mkdir()
    (folder / "server.toml").write_text("port = 4\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(file.parent))
    assert given()["port"] == 4
    assert given("--config", str(file))["port"] == 3
    (folder / "server.toml").write_text("port = ")
    with pytest.raises(BadSettings, match=r"stammtisch/server\.toml"):
        given()


def test_several_values_come_from_flags_environment_and_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = ("https://a.example", "https://b.example")
    assert given("--config", str(file))["origins"] == both
    assert given("--origins", both[0], "--origins", both[1])["origins"] == both
    monkeypatch.setenv("STAMMTISCH_ORIGINS", " ".join(both))
    assert given()["origins"] == both


@pytest.mark.parametrize("name", ["database", "store"])
def test_the_database_has_an_old_name_that_is_still_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "server.toml"
    path.write_text(f'{name} = "sqlite:file"')
    assert given("--config", str(path))["database"] == "sqlite:file"
    assert given(f"--{name}", "sqlite:flag")["database"] == "sqlite:flag"
    monkeypatch.setenv(f"STAMMTISCH_{name.upper()}", "sqlite:variable")
    assert given()["database"] == "sqlite:variable"


def test_every_setting_has_its_flag() -> None:
    assert set(given()) == {*Settings.__struct_fields__, "open_browser"}


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ('port = "many"\ncolour = "red"', ["port: expected `int`", "unknown key 'colour'"]),
        ("port = ", ["Invalid value (at "]),
        ('origins = ["*"]', ["is not an origin"]),
    ],
)
def test_a_bad_file_is_refused_by_name_with_every_reason(
    tmp_path: Path, text: str, reasons: list[str]
) -> None:
    path = tmp_path / "server.toml"
    path.write_text(text)
    with pytest.raises(BadSettings) as answer:
        given("--config", str(path))
    assert all(reason.startswith(f"{path}: ") for reason in answer.value.reasons)
    assert len(answer.value.reasons) == len(reasons)
    assert all(reason in str(answer.value) for reason in reasons)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="does not exist"):
        given("--config", "nowhere.toml")


def test_help_says_what_counts_most() -> None:
    told = " ".join(refused("--help").output.split())
    assert "A flag overrides its environment variable, a variable overrides the file" in told
    assert "STAMMTISCH_PORT; default: 8765" in told
