"""Commands as they arrive on a socket, and the codes with which it is closed."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from stammtisch.core.documents import read, shown
from stammtisch.core.wire import decoded
from stammtisch.server.tables.commands import AnyCommand
from stammtisch.server.tables.errors import BadMessage

LARGEST_MESSAGE: Final = 8192
"""Bytes of a message to the server."""

POLICY: Final = 1008
BUG: Final = 1011
TRY_AGAIN: Final = 1013
REFUSED: Final = 4000
"""Close codes; with the last the reason is the code of the error that was sent just before."""

_decoder: Final = msgspec.json.Decoder(AnyCommand)
_KINDS: Final[dict[str, Any]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyCommand)}


def decode_command(data: bytes | str) -> AnyCommand:
    """The command, or `BadMessage`, `BadJson` or `TooLarge` with everything that is wrong."""
    if len(data) <= LARGEST_MESSAGE:
        try:
            command: AnyCommand = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass  # the slow way below says everything that is wrong
        else:
            return command
    document = decoded(data.encode() if isinstance(data, str) else data, LARGEST_MESSAGE)
    if not isinstance(document, dict):
        raise BadMessage(f"a message is an object, not {shown(document)}")
    kind = document.pop("type", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadMessage(f"type is {shown(kind)}, but must be one of {', '.join(_KINDS)}")
    _, reasons = read(_KINDS[kind], document)
    raise BadMessage("; ".join(reasons))
