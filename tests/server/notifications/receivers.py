"""What the server sends to: a small HTTP server that keeps everything it gets, and a browser's keys."""

from __future__ import annotations

import asyncio
import json
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


class Received(NamedTuple):
    """A request that has arrived."""

    target: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Answers with the given statuses, one after another, then with 201; or with whole answers."""

    def __init__(self) -> None:
        self.port = 0
        self.received: list[Received] = []
        self.answers: list[int | bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hear"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        originals = {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head[1:] if line}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(head[0].split()[1], originals, body))
        answer = self.answers.pop(0) if self.answers else 201
        if isinstance(answer, int):
            answer = f"HTTP/1.1 {answer} Whatever\r\nContent-Length: 0\r\n\r\n".encode()
        writer.write(answer)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiver(tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver on a free port of this machine."""
    running = Receiver()
    server = await asyncio.start_server(running.serve, "127.0.0.1", ssl=tls)
    running.port = server.sockets[0].getsockname()[1]
    async with server:
        yield running


class Browser:
    """The keys of one push subscription; decrypts as RFC 8291 says, by itself."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(CURVE)
        self.auth = b"0123456789abcdef"

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, **more: object) -> dict[str, object]:
        """What the page sends to the server."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "zone": "Europe/Budapest"} | keys | more

    def read(self, body: bytes) -> Any:
        """The content of a message with one record."""
        salt, key_length = body[:16], body[20]
        sender, sealed = body[21 : 21 + key_length], body[21 + key_length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = _derived(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        content, delimiter, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert delimiter
        assert not padding.strip(b"\0")
        return json.loads(content)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header whose signature is right, and the key that signed them."""
    scheme, _, parameters = authorization.partition(" ")
    given = dict(part.strip().split("=", 1) for part in parameters.split(","))
    signed, _, signature = given["t"].rpartition(".")
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(given["k"]))
    as_der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(as_der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert scheme == "vapid"
    return json.loads(decoded(signed.split(".")[1])), given["k"]


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
