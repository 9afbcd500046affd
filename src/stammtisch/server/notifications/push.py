"""Web Push: the server's key pair, and messages that only the subscribed browser can read.

Encryption (RFC 8291) is that of `http_ece`, the signature of the sender (RFC 8292) that of `py_vapid`.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple, final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from stammtisch.server.notifications.addresses import place_of
from stammtisch.server.notifications.errors import BadReceiver
from stammtisch.server.notifications.http_client import Request
from stammtisch.store.contract import Database, Statement

SIGNATURE_LASTS: Final = 12 * 3600
"""Seconds; push services allow 24 hours at most."""
_CURVE: Final = ec.SECP256R1()
_AUTH_BYTES: Final = 16
_KEY: Final = "SELECT private FROM push_keys WHERE id = 1"


class PushKeys(NamedTuple):
    """What a browser gave us to encrypt for it, as base64url."""

    p256dh: str
    auth: str


@final
class PushSender:
    """Makes messages for push services, signed with the key pair of this server."""

    def __init__(self, private: str, contact: str | None) -> None:
        self._vapid: Final = Vapid02.from_pem(private.encode())
        self._vapid.conf["no-strict"] = True  # otherwise it takes only e-mail addresses as contacts
        self._contact: Final = contact
        public = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key: Final = urlsafe_b64encode(public).rstrip(b"=").decode()

    def request(
        self, endpoint: str, keys: PushKeys, content: bytes, *, lasts: int, topic: str, origin: str
    ) -> Request:
        """The message as it is sent. The push service keeps it for `lasts` seconds, or until the next one
        with the same topic.
        """
        body = http_ece.encrypt(
            content,
            private_key=ec.generate_private_key(_CURVE),
            dh=_decoded(keys.p256dh),
            auth_secret=_decoded(keys.auth),
        )
        claims = {
            "aud": place_of(endpoint, private=True).origin,
            "sub": self._contact or origin,
            "exp": int(time.time()) + SIGNATURE_LASTS,
        }
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(lasts),
            "Topic": topic,
            "Urgency": "normal",
            "Authorization": self._vapid.sign(claims)["Authorization"],
        }
        return Request(endpoint, body, headers)


async def load_push_sender(database: Database, contact: str | None) -> PushSender:
    """The sender with the key pair of this database, made now if it has none; all processes use the same."""
    found = await database.rows(_KEY)
    if not found:
        fresh = Vapid02()
        fresh.generate_keys()
        await database.write(
            Statement(
                "INSERT INTO push_keys (id, private) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
                (fresh.private_pem().decode(),),
            )
        )
        found = await database.rows(_KEY)
    return PushSender(found[0][0], contact)


def check_keys(keys: PushKeys) -> None:
    """`BadReceiver` unless something can be encrypted with these keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, _decoded(keys.p256dh))
        secret = _decoded(keys.auth)
    except ValueError:
        raise BadReceiver("p256dh is not a point on P-256, or auth is not base64url") from None
    if len(secret) != _AUTH_BYTES:
        raise BadReceiver(f"auth has {len(secret)} bytes instead of {_AUTH_BYTES}")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
