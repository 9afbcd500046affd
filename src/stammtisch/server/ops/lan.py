"""The addresses by which other devices of the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

ANYWHERE: Final = {4: "203.0.113.1", 6: "2001:db8::1"}
"""Addresses of no machine, by version. Nothing is sent to them: the system only looks up the route."""

_FAMILIES: Final = {4: socket.AF_INET, 6: socket.AF_INET6}
_INTERFACES: Final = Path("/sys/class/net")  # of Linux
_POINT_TO_POINT: Final = 0x10  # IFF_POINTOPOINT of Linux: a tunnel, at whose end there is no phone
_GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR of Linux
_CONTAINER: Final = ("/.dockerenv", "/run/.containerenv")


def lan_addresses(version: int = 4) -> list[str]:
    """Where phones reach this machine by this version of IP, the likeliest address first.

    Tunnels and the bridges of containers are left out where the system tells them apart, which is on Linux.
    """
    tunnels = {address for name, address in _interfaces() if _is_tunnel(name)}
    found = dict.fromkeys((*_of_default_route(version), *_of_hardware(), *_of_host_name()))
    return [address for address in found if address not in tunnels and _serves(address, version)]


def _serves(address: str, version: int) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.version == version and not (parsed.is_loopback or parsed.is_link_local)


def _of_default_route(version: int) -> Iterator[str]:
    with suppress(OSError), socket.socket(_FAMILIES[version], socket.SOCK_DGRAM) as probe:
        probe.connect((ANYWHERE[version], 9))
        yield probe.getsockname()[0]


def _of_hardware() -> Iterator[str]:
    """The addresses of network cards, on Linux."""
    return (address for name, address in _interfaces() if (_INTERFACES / name / "device").exists())


def _of_host_name() -> Iterator[str]:
    """The addresses of all interfaces on macOS and Windows; Linux only knows what /etc/hosts says."""
    if _INTERFACES.exists():
        return
    with suppress(OSError):
        for _, _, _, _, address in socket.getaddrinfo(socket.gethostname(), None):
            yield str(address[0]).partition("%")[0]


def _interfaces() -> Iterator[tuple[str, str]]:
    """Every interface of Linux with its IPv4 address."""
    if not _INTERFACES.exists():
        return
    ioctl = import_module("fcntl").ioctl  # which Windows does not have
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                answer: bytes = ioctl(probe, _GET_ADDRESS, name.encode().ljust(256, b"\0"))
                yield name, socket.inet_ntoa(answer[20:24])


def _is_tunnel(name: str) -> bool:
    try:
        flags = (_INTERFACES / name / "flags").read_text(encoding="ascii")
    except OSError:
        return False
    return bool(int(flags, 16) & _POINT_TO_POINT)


def obstacle() -> str | None:
    """Why other devices may not reach the addresses of this machine, as far as it can know."""
    if any(Path(mark).exists() for mark in _CONTAINER):
        return "this seems to be a container: then other devices need the address of the machine that runs it"
    with suppress(OSError):
        if "microsoft" in Path("/proc/sys/kernel/osrelease").read_text(encoding="utf-8").lower():
            return "this is WSL: other devices need the address of Windows, which has to pass the port on"
    return None
