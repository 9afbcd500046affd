"""What a webhook is sent: the message in the words of its language and the shape that its host takes."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec

from stammtisch.core.turn import Seat

Shape: TypeAlias = Literal["json", "discord", "matrix", "slack", "ntfy"]
Language: TypeAlias = Literal["en", "de", "hu"]
Event: TypeAlias = Literal["turn", "added"]

NAME: Final = "Stammtisch"
JSON: Final = {"Content-Type": "application/json"}

_MARKDOWN: Final = re.compile(r"[\\`*_~|<>\[\]()#@:]")
_TURN: Final[Mapping[Language, str]] = {
    "en": "{name}, it is your turn at {game}: {link}",
    "de": "{name}, du bist dran bei {game}: {link}",
    "hu": "{name}, te jössz ({game}): {link}",
}
_ADDED: Final[Mapping[Language, str]] = {
    "en": "From now on you will read here whose turn it is: {link}",
    "de": "Ab jetzt steht hier, wer dran ist: {link}",
    "hu": "Mostantól itt olvasható, ki következik: {link}",
}


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What a webhook of the shape `json` is sent. `until` is when the time for the move runs out, in Unix
    seconds, if there is a clock; an `added` webhook only hears `event`, `link` and `text`.
    """

    event: Event
    link: str
    text: str
    table: str | None = None
    game: str | None = None
    seat: Seat | None = None
    name: str | None = None
    turn: int | None = None
    until: float | None = None


def turn_text(shape: Shape, language: Language, name: str, game: str, link: str) -> str:
    """Whose turn it is, in one sentence. A name stays a name: it becomes no link, and calls nobody."""
    return _TURN[language].format(name=_escaped(shape, name), game=game, link=link)


def _escaped(shape: Shape, name: str) -> str:
    if shape == "slack":
        return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKDOWN.sub(r"\\\g<0>", name) if shape in ("discord", "matrix") else name


def added_text(language: Language, link: str) -> str:
    """The first message to a webhook."""
    return _ADDED[language].format(link=link)


def shaped(shape: Shape, message: Message) -> tuple[bytes, dict[str, str]]:
    """The body, and the headers that belong to it."""
    match shape:
        case "json":
            return msgspec.json.encode(message), dict(JSON)
        case "discord":
            document = {"content": message.text, "allowed_mentions": {"parse": []}}
            return msgspec.json.encode(document), dict(JSON)
        case "matrix":
            return msgspec.json.encode({"text": message.text, "username": NAME}), dict(JSON)
        case "slack":
            return msgspec.json.encode({"text": message.text}), dict(JSON)
        case "ntfy":
            plain = {"Content-Type": "text/plain; charset=utf-8", "Title": NAME, "Click": message.link}
            return message.text.encode(), plain


def signature(secret: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows that the message is ours, and new."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, sha256).hexdigest()
    return {"Stammtisch-Timestamp": str(timestamp), "Stammtisch-Signature": f"v1={signed}"}
