"""A server with several addresses: links, codes, cookies and sockets use the one by which somebody came."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import segno
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from stammtisch.server.ops.lan import lan_addresses
from support.waiting import PATIENCE
from tests.server.clients import FREE, open_server
from tests.server.http_client import refusal

NEW_TABLE = {"game": "zock", "seats": [{"kind": "here", "name": "Anna"}, FREE]}


@pytest.fixture(params=["127.0.0.2", *lan_addresses()[:1]])
async def page(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on the page at one of the addresses."""
    async with open_server(tmp_path, host="0.0.0.0") as server:  # noqa: S104 - that is the point
        origin = f"http://{request.param}:{urlsplit(server.origin).port}"
        async with httpx.AsyncClient(
            base_url=origin, headers={"Origin": origin}, timeout=PATIENCE
        ) as browser:
            yield browser


def drawn(link: str) -> bytes:
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
    return picture.getvalue()


async def test_everything_uses_the_address_by_which_one_came(page: httpx.AsyncClient) -> None:
    origin = page.headers["Origin"]
    answer = await page.post("/api/tables", json=NEW_TABLE)
    assert answer.status_code == 201
    assert "domain" not in answer.headers["set-cookie"].lower(), "the cookie is of this address alone"
    table, link = answer.json()["table"], answer.json()["link"]

    code = await page.get("/api/qr", params={"base": origin, "link": link})
    assert code.content == drawn(origin + link)
    personal = (await page.post(f"/api/tables/{table}/tickets")).json()
    assert personal["qr"].encode() == drawn(origin + personal["link"])
    del page.headers["Origin"]
    elsewhere = {"base": origin.replace("//", "//x"), "link": link}
    assert refusal(await page.get("/api/qr", params=elsewhere)) == (403, "bad-origin")

    socket = f"{origin.replace('http', 'ws')}/api/tables/{table}/socket"
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in page.cookies.items())}
    async with connect(socket, origin=Origin(origin), additional_headers=cookies) as seat:
        assert '"host":true' in str(await seat.recv())
    with pytest.raises(InvalidStatus):
        async with connect(socket, origin=Origin("http://other.example"), additional_headers=cookies):
            pass


async def test_a_program_without_an_origin_gets_a_whole_link_too(page: httpx.AsyncClient) -> None:
    origin = page.headers.pop("Origin")
    opened = (await page.post("/api/tables", json=NEW_TABLE | {"program": True})).json()
    page.headers["Authorization"] = f"Bearer {opened['token']}"
    personal = (await page.post(f"/api/tables/{opened['table']}/tickets")).json()
    assert personal["qr"].encode() == drawn(origin + personal["link"])
