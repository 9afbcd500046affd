"""The question of the first `stammtisch serve` in a terminal: who may join?"""

from __future__ import annotations

from typing import Final

from stammtisch.cli.setting_options import usual_file
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.server.settings import LAN, Settings

ANSWERS: Final = {"y": LAN, "n": Settings().host, "": Settings().host}


def remembered_host() -> str:
    """The host that the person at the terminal chooses, kept for the next start; the default elsewhere."""
    terminal = Terminal()
    if not terminal.interactive:
        return Settings().host
    terminal.show(
        "May phones and other computers in your network join?",
        "Connections are not encrypted, so say yes only in a network that you trust.",
    )
    try:
        host = _answer(terminal)
    except Quit:
        return Settings().host
    _remember(host, terminal)
    return host


def _answer(terminal: Terminal) -> str:
    while (typed := terminal.ask("y or n (Enter: n)> ").lower()[:1]) not in ANSWERS:
        terminal.show("Type y for yes or n for no.")
    return ANSWERS[typed]


def _remember(host: str, terminal: Terminal) -> None:
    """Write the answer into the file of settings; if that is not possible, it is asked again next time."""
    path = usual_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            "# Settings of `stammtisch serve`. The first start asked for this one; others can be added.\n"
            f'host = "{host}"\n',
            encoding="utf-8",
        )
    except OSError as error:
        terminal.show(f"This answer cannot be remembered: {path}: {error.strerror}")
    else:
        terminal.show(f"Remembered in {path}; --host overrides it.")
