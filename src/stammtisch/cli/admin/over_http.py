"""The administration of a running server over HTTP: `stammtisch admin` with `--url`."""

from __future__ import annotations

import os
from collections.abc import Callable
from http import HTTPMethod
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

import click
import msgspec

from stammtisch.cli.admin.running_server import ask
from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.table_details import AdminTable, TableDetails
from stammtisch.server.http.administration import PATH, Closing
from stammtisch.server.http.errors import Refusal
from stammtisch.server.tables.errors import UnknownTable

TOKEN: Final = "STAMMTISCH_TOKEN"  # noqa: S105 - the name of a variable
"""Holds the token for a running server; a flag would be visible to everybody on the machine."""
UNKNOWN: Final = "no table has this id or code; `stammtisch admin list` lists them"

_NO_KEY: Final = {"not-found", "not-signed-in"}
"""How a server refuses a caller without a valid token."""

Answer = TypeVar("Answer")
Shown = TypeVar("Shown")


class RunningAdministration(NamedTuple):
    """The administration at an address, and a token for it."""

    url: str
    token: str

    def read(self, path: str, kind: type[Answer]) -> Answer:
        """What the server answers."""
        body = self._ask(HTTPMethod.GET, path)
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError as error:
            raise BadRequest(f"{self.url} is not a server of this version") from error

    def find_table(self, name: str) -> str:
        """The id of the table with this id or code."""
        found = self.read(f"tables?{urlencode({'search': name.strip()})}", list[AdminTable])
        for each in found:
            if name == each.table or name.strip().lower() == each.code:
                return each.table
        raise UnknownTable(UNKNOWN)

    def table(self, name: str) -> TableDetails:
        """The table with this id or code, with its chat and who is connected."""
        return self.read(f"tables/{quote(self.find_table(name))}", TableDetails)

    def close_table(self, name: str, why: str) -> str:
        """Close the table with this id or code, and return its id."""
        table = self.find_table(name)
        self._ask(HTTPMethod.DELETE, f"tables/{quote(table)}", msgspec.json.encode(Closing(why)))
        return table

    def _ask(self, method: HTTPMethod, path: str, data: bytes | None = None) -> str:
        """The body of an answer that is no refusal."""
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            answer = ask(f"{self.url.rstrip('/')}{PATH}/{path}", data, headers, method)
        except (OSError, ValueError) as error:
            raise BadRequest(f"{self.url} does not answer: {getattr(error, 'reason', error)}") from error
        if answer.status in range(200, 300):
            return answer.body
        try:
            problem = msgspec.json.decode(answer.body, type=Refusal).error
        except msgspec.MsgspecError:
            raise BadRequest(f"{self.url} answers {answer.status}") from None
        if problem.code in _NO_KEY:
            raise BadRequest(
                f"{self.url} answers {answer.status}: create a token with `stammtisch admin token NAME`"
            )
        raise BadRequest(problem.message)


def url_option(what: str) -> Callable[[Callable[..., Shown]], Callable[..., Shown]]:
    """An option that names a running server."""
    return click.option(
        "--url",
        help=f"{what} It is an address such as http://127.0.0.1:8765. "
        f"This takes a token, which {TOKEN} holds or you type.",
    )


def running_administration(url: str) -> RunningAdministration:
    """The administration at this address, with the token that the environment holds or somebody types."""
    token = os.environ.get(TOKEN) or click.prompt("Token", hide_input=True, err=True)
    return RunningAdministration(url, token)
