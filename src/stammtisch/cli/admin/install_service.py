"""`stammtisch admin install-service`: a server that systemd starts with the machine and keeps running."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click
import jinja2
import platformdirs
from click.core import ParameterSource

from stammtisch.core.errors import BadRequest
from stammtisch.server.settings import Settings, read_settings

NAME: Final = "stammtisch.service"
SYSTEM_FOLDER: Final = Path("/etc/systemd/system")
TEMPLATE: Final = Path(__file__).with_name(f"{NAME}.jinja")
PRIVILEGED_PORTS: Final = range(1, 1024)

_WRITTEN_BY_US: Final = "# Written by `stammtisch admin install-service`"
_HOMES: Final = (Path("/home"), Path("/root"), Path("/run/user"))


@click.command("install-service", context_settings={"ignore_unknown_options": True})
@click.option("--user", is_flag=True, help="For you alone, without root; it runs while you are logged in.")
@click.option("--dry-run", is_flag=True, help="Only print the unit.")
@click.argument("settings", metavar="[-- SERVE-OPTIONS]", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def install_service(ctx: click.Context, /, user: bool, dry_run: bool, settings: Sequence[str]) -> None:
    """Install a systemd service that runs `stammtisch serve`, and start it.

    Options after -- are those of `stammtisch serve`, such as -- --host lan.
    """
    _refuse_options_before(ctx)
    text = unit([sys.executable, "-m", "stammtisch"], settings, user=user)
    if dry_run:
        click.echo(text, nl=False)
        return
    systemctl = _systemctl(user=user)
    path = _folder(user=user) / NAME
    _check(path, user=user)
    _write(path, text)
    for action in (("daemon-reload",), ("enable", NAME), ("restart", NAME)):
        _run([*systemctl, *action])
    scope = " --user" if user else ""
    click.echo(f"{path} is installed and started; its log: journalctl{scope} -u stammtisch")
    if user:
        click.echo("To keep it running after you log out: loginctl enable-linger")


COMMANDS: Final = (install_service,)


def unit(program: Sequence[str], settings: Sequence[str], *, user: bool) -> str:
    """The unit that runs this program with these options of `stammtisch serve`."""
    read = _checked(settings)
    template = jinja2.Template(
        TEMPLATE.read_text(encoding="utf-8"), keep_trailing_newline=True, undefined=jinja2.StrictUndefined
    )
    text: str = template.render(
        user=user,
        command=" ".join(map(_quoted, [*program, "serve", *settings])),
        capability="CAP_NET_BIND_SERVICE" if read.port in PRIVILEGED_PORTS else "",
        folder="~/.config/stammtisch" if user else "/etc/stammtisch",
    )
    return text


def _refuse_options_before(ctx: click.Context) -> None:
    """Options of `stammtisch admin` say which database to work on, and this command works on none."""
    group = ctx.parent
    for name in ("database", "bus"):
        if group and group.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadRequest(f"--{name} of the service goes to the end: install-service -- --{name} …")


def _checked(settings: Sequence[str]) -> Settings:
    """The settings of these options of `stammtisch serve`; `BadRequest` if one holds a password."""
    from stammtisch.cli.serve import serve

    for option in settings:
        if urlsplit(option.partition("=")[2] or option).password:
            raise BadRequest(
                "everybody on the machine can read a unit: put an address with a password in "
                "/etc/stammtisch/environment, as STAMMTISCH_DATABASE=…, and not in an option"
            )
    given = serve.make_context("stammtisch serve", [*settings]).params
    return read_settings({name: given[name] for name in Settings.__struct_fields__})


def _quoted(word: str) -> str:
    """The word as systemd reads it back from a command line."""
    for special, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(special, written)
    return f'"{word}"' if not word or set(word) & set(" \t\"';") else word


def _systemctl(*, user: bool) -> list[str]:
    """The command that asks systemd, which has to answer."""
    program = shutil.which("systemctl")
    if program is None:
        raise BadRequest("there is no systemd on this machine; --dry-run prints the unit")
    command = [program, "--user"] if user else [program]
    try:
        _run([*command, "show", "--property=Version"])
    except BadRequest as error:
        raise BadRequest(f"systemd does not run here ({error}); --dry-run prints the unit") from error
    return command


def _folder(*, user: bool) -> Path:
    return Path(platformdirs.user_config_dir()) / "systemd/user" if user else SYSTEM_FOLDER


def _check(path: Path, *, user: bool) -> None:
    """Refuse what would not work, before anything is written."""
    if not user and sys.platform != "win32" and os.geteuid() != 0:
        raise BadRequest("only root may install a service for the machine: use sudo, or --user for your own")
    home = next((Path(place) for place in (sys.prefix, sys.base_prefix) if _in_home(Path(place))), None)
    if not user and home is not None:
        raise BadRequest(
            f"{home} is in a home folder, which a service of the machine does not see: install Stammtisch "
            "elsewhere, such as /opt/stammtisch, or use --user"
        )
    if path.exists() and not path.read_text(encoding="utf-8").startswith(_WRITTEN_BY_US):
        raise BadRequest(f"{path} exists already, and is not from this command: remove it first")


def _in_home(path: Path) -> bool:
    return any(path.is_relative_to(home) for home in _HOMES)


def _write(path: Path, text: str) -> None:
    """The whole file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        said = " ".join(done.stderr.split())  # several lines, and an error is one
        raise BadRequest(f"{' '.join(command[1:])}: {said or 'failed'}")
