"""Messages go to public addresses only, and to the very address that was checked."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from stammtisch.server.notifications import http_client
from stammtisch.server.notifications.addresses import Place, addresses_of, is_public, place_of
from stammtisch.server.notifications.errors import BadReceiver
from stammtisch.server.notifications.http_client import HEAD_AT_MOST, Answered, Request, Unanswered, post
from tests.server.notifications.receivers import receiver

PRIVATE = [
    "0.0.0.0",  # noqa: S104 - an address to refuse
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2001:0:1::1",
    "2002:7f00:1::1",
    "fc00::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "not an address",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_one_machine_or_one_network_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


HOSTS = [
    "127.0.0.1",
    "localhost",
    "2130706433",  # 127.0.0.1 as one number
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
]


@pytest.mark.parametrize("host", HOSTS)
async def test_hosts_that_stand_for_this_machine_or_its_network_are_refused(host: str) -> None:
    with pytest.raises(BadReceiver):
        await addresses_of(place_of(f"https://{host}/", private=False), private=False)


def resolve(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name resolves to these addresses."""

    def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


async def test_a_name_is_refused_if_any_of_its_addresses_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve(monkeypatch, "1.1.1.1", "10.0.0.1")
    with pytest.raises(BadReceiver, match="not a public address"):
        await post(Request("https://hook.example/", b"", {}), private=False)


async def test_a_name_without_an_address_is_refused() -> None:
    with pytest.raises(BadReceiver, match="cannot be found"):
        await addresses_of(Place(secure=True, host="no such name", port=443, path="/"), private=False)


BAD_URLS = [
    "http://hook.example/",
    "ftp://hook.example/",
    "//hook.example/",
    "hook.example",
    "https://",
    "https://user:password@hook.example/",
    "https://hook.example/#part",
    "https://hook.example:port/",
    "https://hook.example:99999/",
    "https://[::1/",
    "https://hook.example/a b",
    "https://hook.example/\r\nX: y",
    "https://hook.example/é",
    "https://hook.example/" + "x" * 1000,
]


@pytest.mark.parametrize("url", BAD_URLS)
def test_an_address_that_is_none_or_hides_something_is_refused(url: str) -> None:
    with pytest.raises(BadReceiver):
        place_of(url, private=False)


def test_ports_and_queries_belong_to_the_address() -> None:
    place = place_of("https://hook.example:8443/a?b=c", private=False)
    assert place == Place(secure=True, host="hook.example", port=8443, path="/a?b=c")
    assert place.origin == "https://hook.example:8443"
    assert place_of("https://[2606:4700::1]", private=False).origin == "https://[2606:4700::1]"


# The answer


async def test_a_redirect_is_not_followed() -> None:
    async with receiver() as hidden, receiver() as open_:
        open_.answers = [f"HTTP/1.1 302 Found\r\nLocation: {hidden.url}\r\n\r\n".encode()]
        answered = await post(Request(open_.url, b"{}", {}), private=True)
        assert answered == Answered(302)
        assert not answered.accepted
        assert len(open_.received) == 1
        assert not hidden.received


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * HEAD_AT_MOST,
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n",
        b"",
    ],
)
async def test_an_answer_that_cannot_be_read_is_none(answer: bytes) -> None:
    async with receiver() as strange:
        strange.answers = [answer]
        with pytest.raises(Unanswered) as unanswered:
            await post(Request(strange.url, b"", {}), private=True)
        assert unanswered.value.why == "unreadable-answer"


async def test_only_the_head_of_an_answer_is_read() -> None:
    async with receiver() as chatty:
        chatty.answers = [
            b"HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 429 No\r\nRetry-After: 7\r\n\r\n" + b"x" * 10**6
        ]
        assert await post(Request(chatty.url, b"", {}), private=True) == Answered(429, 7.0)


async def test_a_receiver_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(Unanswered, match="no answer within") as unanswered:
            await post(Request(url, b"", {}), private=True)
        assert unanswered.value.why == "no-answer"


async def test_another_address_is_tried_where_one_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiver() as there:
        resolve(monkeypatch, "127.0.0.2", "127.0.0.1")
        answered = await post(Request(f"http://hook.example:{there.port}/", b"", {}), private=True)
        assert answered.accepted


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The TLS of a server of this name, and of a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(pem + certificate.public_bytes(Encoding.PEM))
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(file)
    return serving, ssl.create_default_context(cafile=str(file))


async def test_tls_checks_the_name_and_connects_to_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serving, trusting = certified(tmp_path, "hook.example")
    resolve(monkeypatch, "127.0.0.1")
    async with receiver(serving) as secure:
        url = f"https://hook.example:{secure.port}/x"
        assert (await post(Request(url, b"{}", {}), private=True, tls=trusting)).accepted
        assert secure.received[0].headers["host"] == f"hook.example:{secure.port}"
        for request, tls in ((url.replace("hook", "other"), trusting), (url, None)):
            with pytest.raises(Unanswered) as unanswered:
                await post(Request(request, b"{}", {}), private=True, tls=tls)
            assert unanswered.value.why == "no-tls"
        assert len(secure.received) == 1
