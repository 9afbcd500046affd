"""Asking a running server over HTTP, as `stammtisch admin` does."""

from __future__ import annotations

from http.client import HTTPResponse
from typing import Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE: Final = 10.0
"""Seconds to wait for an answer."""
LONGEST_ANSWER: Final = 4_000_000
"""Bytes of an answer that are read; the list of the latest errors, with their stacks, is the longest."""


class Answer(NamedTuple):
    """What the server has answered, and whether it knows that browsers use TLS."""

    status: int
    body: str
    over_tls: bool
    date: str


def ask(
    url: str, data: bytes | None = None, headers: dict[str, str] | None = None, method: str | None = None
) -> Answer:
    """The answer, whatever its status; `OSError` or `ValueError` if there is none.

    A redirect is followed without these headers: a token is for the server at this address alone.
    """
    if not url.startswith(("http://", "https://")):
        raise ValueError("an address begins with http:// or https://")
    request = Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310 - checked
    for name, value in (headers or {}).items():
        request.add_unredirected_header(name, value)
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - checked
            return _read(answer)
    except HTTPError as error:
        with error:
            return _read(error)


def _read(answer: HTTPResponse | HTTPError) -> Answer:
    """The answer; the server sends Strict-Transport-Security only where it knows that browsers use TLS."""
    over_tls, date = "Strict-Transport-Security" in answer.headers, answer.headers.get("Date", "")
    body = answer.read(LONGEST_ANSWER).decode(errors="replace")
    return Answer(answer.status or 0, body, over_tls, date)
