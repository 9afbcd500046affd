"""Reads JSON from outside; whatever the bytes are, reading them never ends the program."""

from __future__ import annotations

import msgspec

from stammtisch.core.errors import StammtischError


class BadJson(StammtischError):
    """Bytes that are not JSON."""

    code = "bad-json"


class TooLarge(StammtischError):
    """More bytes than are accepted."""

    code = "too-large"


def decoded(data: bytes, at_most: int) -> object:
    """The value of the JSON text, or `BadJson` or `TooLarge`."""
    if len(data) > at_most:
        raise TooLarge(f"more than {at_most} bytes")
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadJson(f"not JSON: {error}") from error
    except RecursionError as error:
        raise BadJson("not JSON that can be read here: nested too deep") from error
