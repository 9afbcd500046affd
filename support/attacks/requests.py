"""Attacks by requests."""

from __future__ import annotations

import secrets
from itertools import count, cycle
from urllib.parse import quote

import msgspec

from stammtisch.server.app import PAGE
from stammtisch.server.http.tables import LONGEST_LINK
from support.attacks.attacker import Attacker, flood, here, request
from support.servers import HOST

LINES = 8
"""Connections that ask at the same time."""
DOWNLOADS = 50
"""Large files that are sent at the same time."""
COMPRESSED = "Accept-Encoding: gzip\r\n"
BODY_AT_MOST = 64 * 1024


async def long_records(attacker: Attacker) -> None:
    """The record of the longest game, again and again."""
    text = request("GET", f"/api/records/{attacker.records[0]}", more=COMPRESSED)
    await flood(attacker, LINES, lambda: text)


async def moments(attacker: Attacker) -> None:
    """The last positions of the longest game, for which all others have to be computed."""
    path = f"/api/records/{attacker.records[0]}/moments"
    texts = cycle([request("GET", f"{path}?start={start}", more=COMPRESSED) for start in range(0, 4000, 100)])
    await flood(attacker, LINES, lambda: next(texts))


async def draws(attacker: Attacker) -> None:
    """What the rolls of the longest game are derived from."""
    text = request("GET", f"/api/records/{attacker.records[0]}/draws", more=COMPRESSED)
    await flood(attacker, LINES, lambda: text)


async def qr_codes(attacker: Attacker) -> None:
    """QR codes of the largest allowed size, each different."""
    base = quote(f"http://{HOST}", safe="")

    def text() -> bytes:
        link = "/" + secrets.token_hex(LONGEST_LINK)[: LONGEST_LINK - 1]
        return request("GET", f"/api/qr?link={quote(link, safe='')}&base={base}")

    await flood(attacker, LINES, text)


async def codes(attacker: Attacker) -> None:
    """Guesses at the codes of tables."""
    await flood(attacker, LINES, lambda: request("GET", f"/api/codes/{secrets.token_hex(4)}"))


async def sign_ups(attacker: Attacker) -> None:
    """New profiles with long passwords, each of which has to be hashed."""

    def text() -> bytes:
        new = {"name": f"N {secrets.token_hex(8)}", "password": secrets.token_hex(90), "program": True}
        return request("POST", "/api/profiles", new)

    await flood(attacker, LINES, text)


async def sign_ins(attacker: Attacker) -> None:
    """Wrong passwords for names that exist and names that do not."""
    numbers = count()

    def text() -> bytes:
        tried = {"name": f"Anna {next(numbers) % 5}", "secret": secrets.token_hex(90), "program": True}
        return request("POST", "/api/session", tried)

    await flood(attacker, LINES, text)


async def new_tables(attacker: Attacker) -> None:
    """Public tables that nobody comes to."""
    new = {"game": "tock", "seats": [*here("Eve"), *[{"kind": "free"}] * 7], "public": True, "program": True}
    text = request("POST", "/api/tables", new)
    await flood(attacker, LINES, lambda: text)


async def large_bodies(attacker: Attacker) -> None:
    """Bodies of the largest allowed size and larger: deeply nested, and with thousands of wrong fields."""
    nested = b'{"game":' + b"[" * (BODY_AT_MOST - 10)
    wrong = msgspec.json.encode({f"field {number}": number for number in range(3000)})
    oversized = bytes(20 * BODY_AT_MOST)
    texts = cycle([request("POST", "/api/tables", body) for body in (nested, wrong, oversized)])
    await flood(attacker, LINES, lambda: next(texts))


async def unknown_routes(attacker: Attacker) -> None:
    """Addresses that do not exist, wrong methods, and pages that do exist."""
    paths = cycle(["/api/docs", "/", "/api/openapi.json", "/metrics", "/readyz", "/api/tables", "/x/y"])
    methods = cycle(["GET", "GET", "GET", "DELETE"])
    await flood(
        attacker, LINES, lambda: request(next(methods), f"{next(paths)}", more="Accept: text/html\r\n")
    )


async def layouts(attacker: Attacker) -> None:
    """What is computed and compressed for every request: boards, rules and the list of games."""
    paths = ("/api/games/tock/layout?players=8", "/api/games/tock/rules?lang=hu", "/api/games")
    texts = cycle([request("GET", path, more=COMPRESSED) for path in paths])
    await flood(attacker, LINES, lambda: next(texts))


async def page_files(attacker: Attacker) -> None:
    """The largest file of the page, by clients that take gzip and no Brotli."""
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    largest = max(files, key=lambda path: path.stat().st_size, default=PAGE / "index.html")
    text = request("GET", f"/{largest.relative_to(PAGE).as_posix()}", more=COMPRESSED)
    await flood(attacker, DOWNLOADS, lambda: text)
