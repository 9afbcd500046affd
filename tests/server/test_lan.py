"""Which addresses are said to be reached by other devices, on machines with all kinds of networks."""

from __future__ import annotations

import subprocess
import sys

import pytest

ALONE = ("unshare", "--map-root-user", "--mount", "--net")
"""Runs a command on a machine of its own, as far as networks go."""
LOOPBACK = "mount -t sysfs none /sys && ip link set lo up"
LAN = (
    "ip link add lan0 type veth peer name router && ip link set router up && "
    "ip addr add 192.168.7.2/24 dev lan0 && ip link set lan0 up"
)
ROUTE = "ip route add default via 192.168.7.1"
CONTAINERS = (
    "ip link add docker0 type bridge && ip addr add 172.17.0.1/16 dev docker0 && ip link set docker0 up"
)
TUNNEL = "ip tuntap add tun0 mode tun && ip addr add 10.8.0.2/24 dev tun0 && ip link set tun0 up"
THROUGH_TUNNEL = "ip route add default dev tun0"
SHOW = "from stammtisch.server.ops.lan import lan_addresses as of; print(*of(4), *of(6))"


def found(*networks: str) -> list[str]:
    """What is found on a machine with these networks."""
    script = " && ".join((LOOPBACK, *networks, 'exec "$0" -c "$1"'))
    shown = subprocess.run(
        [*ALONE, "sh", "-c", script, sys.executable, SHOW], capture_output=True, text=True, check=False
    )
    if shown.returncode:
        pytest.skip(f"this machine does not allow networks of one's own: {shown.stderr.strip()}")
    return shown.stdout.split()


def test_the_address_in_the_network_is_found_and_no_bridge_or_tunnel() -> None:
    assert found(LAN, ROUTE, CONTAINERS, TUNNEL) == ["192.168.7.2"]


@pytest.mark.parametrize("networks", [(), (CONTAINERS,), (CONTAINERS, TUNNEL, THROUGH_TUNNEL)])
def test_where_no_phone_can_be_nothing_is_found(networks: tuple[str, ...]) -> None:
    assert found(*networks) == []
