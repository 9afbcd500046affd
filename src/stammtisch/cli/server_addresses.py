"""Tells the person who started the server where it can be reached."""

from __future__ import annotations

import io
import ipaddress
import socket
import sys
import webbrowser
from threading import Thread

import click
import segno

from stammtisch.server.ops.lan import lan_addresses, obstacle
from stammtisch.server.settings import LAN, Settings


def show_addresses(settings: Settings, listener: socket.socket, *, open_browser: bool) -> None:
    """Print every address of the page, and open the first one in a browser if that is wanted."""
    bound, port = listener.getsockname()[:2]
    first, *others = [_url(host, port) for host in _hosts(settings.host, bound)]
    click.echo(f"Stammtisch is open at {first}")
    for other in others:
        click.echo(f"It is also open at {other}")
    if settings.port not in (0, port):
        _note(f"port {settings.port} is taken, so the server uses port {port}")
    if settings.host == LAN:
        _invite(first, port)
    elif not ipaddress.ip_address(bound).is_loopback:
        _warn(settings)
    if open_browser:
        Thread(target=_open, args=(first,), daemon=True).start()  # some browsers keep their caller waiting


def _hosts(host: str, bound: str) -> list[str]:
    """The hosts that people can type: for a server on all addresses, those that others reach."""
    address = ipaddress.ip_address(bound)
    if not address.is_unspecified:
        return [host]
    return lan_addresses(address.version) or ["127.0.0.1" if address.version == 4 else "::1"]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _invite(url: str, port: int) -> None:
    """How a phone gets here, and what usually stops it."""
    if not lan_addresses(4) + lan_addresses(6):
        _note("this computer is in no network, so other devices cannot reach it")
        return
    code = _qr_code(url) if sys.stdout.isatty() else None
    if code:
        click.echo(code)
    click.echo(
        f"{'Scan the code' if code else 'Type the address'} on a device in the same network. If it gets no "
        f"answer: leave guest Wi-Fi and VPN on both, and let port {port} through the firewall here."
    )
    if reason := obstacle():
        _note(reason)


def _qr_code(text: str) -> str | None:
    """The code in half blocks, white on black whatever the terminal's colours are; None if it lacks them."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return None
    lines = drawn.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def _warn(settings: Settings) -> None:
    if not any(origin.startswith("https:") for origin in settings.origins):
        click.echo(
            "warning: others on the network can reach this server, and connections to it are not encrypted; "
            "put a proxy with TLS in front of it and name its address with --origins",
            err=True,
        )


def _note(text: str) -> None:
    click.echo(f"note: {text}", err=True)


def _open(url: str) -> None:
    if not webbrowser.open(url):
        _note("no browser could be opened here: open the address yourself")
