"""A real server answers as its OpenAPI document says, whatever is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from stammtisch.server.http.administration import PATH
from stammtisch.server.ops.budgets import budgets
from stammtisch.server.ops.limits import Budget, Limit
from stammtisch.server.settings import Settings
from tests.server.administered import TESTER
from tests.server.clients import RunningServer, Update, bearer, open_server, play_game

NOT_IN_A_SCHEMA = {
    "rules": "which games there are, in a path",
    "layout": "which games there are, and which numbers of players and options they take",
    "open_table": "which numbers of players, options and bots a game has; that a name is printable",
    "sit_down": "that there is a seat for every name, and that names are printable",
    "redeem_link": "which links are still valid",
    "sign_up": "that a name is printable, and which passwords are too short once composed",
    "rename_profile": "that a name is printable",
    "set_password": "that a password is long enough once composed",
    "leaderboard": "which numbers of players a game takes",
    "qr_code": "the origin of the server",
    "puzzle": "at which positions of a game somebody decided",
    "solution": "at which positions of a game somebody decided",
    "daily_puzzle": "which games there are, and which days have a puzzle",
    "admin_sign_in": "which secrets are right",
    "admin_close_table": "that a reason is printable",
    "announce": "that an announcement is printable",
    "block": "which texts are addresses",
    "report": "which seats are those of people",
    "subscribe": "what is an address, a key or a time zone",
    "add_table_webhook": "what is an address that anyone can reach",
    "add_profile_webhook": "what is an address that anyone can reach",
    "try_daily_puzzle": "which games there are, which days have a puzzle, and its moves",
}
"""What a schema cannot say: these endpoints may refuse what fits theirs, with a documented code."""


CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 409, 413, 429, 431]}}}
)
"""Nonsense is refused in these ways; a query may be too large even to be read."""


class Caller:
    """Calls endpoints with a table, a finished game and a profile that exist, and without."""

    def __init__(self, address: str, over: Update, administrator: str, examples: int) -> None:
        self._address = address
        self._examples = examples
        self._over = over
        self._administrator = administrator
        self.session = requests.Session()
        self.session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each call stands alone

    def ways(self, operation: APIOperation[Any, Any, Any, Any]) -> Iterator[tuple[dict[str, str], str]]:
        """Path parameters and a token: once those of somebody who may call it, once none."""
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "free"}, {"kind": "free"}]
        table = self._made("/api/tables", {"game": "kniffel", "seats": seats, "program": True})
        name = f"Caller {table['code']}"
        profile = self._made("/api/profiles", {"name": name, "program": True})
        known = {
            "table": table["table"],
            "code": table["code"],
            "match": self._over["match"],
            "game": "zock",
        }
        names = {name: value for name, value in known.items() if f"{{{name}}}" in operation.path}
        if operation.path.startswith(PATH):
            yield names, self._administrator
        yield names, table["token"] if "table" in names else profile["token"]
        yield {}, ""

    def _made(self, path: str, body: Update) -> Any:
        answer = self.session.post(self._address + path, json=body)
        assert answer.ok, answer.text
        return answer.json()

    def check(self, operation: APIOperation[Any, Any, Any, Any]) -> None:
        """Send what fits the schema; somebody who may call it sends nonsense too, as query or body."""
        ways = [*self.ways(operation)]
        calls = [(GenerationMode.POSITIVE, way) for way in ways]
        if operation.query or operation.body:
            calls.append((GenerationMode.NEGATIVE, ways[0]))
        for mode, (names, token) in calls:
            self._check(operation, mode, names, bearer(token))

    def _check(
        self,
        operation: APIOperation[Any, Any, Any, Any],
        mode: GenerationMode,
        names: dict[str, str],
        headers: dict[str, str],
    ) -> None:
        inexact = operation.definition.raw["operationId"] in NOT_IN_A_SCHEMA

        @settings(
            max_examples=self._examples,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(mode, path_parameters=names or None))
        def example(case: Case[Any]) -> None:
            case.call_and_validate(
                session=self.session,
                headers=headers,
                excluded_checks=[positive_data_acceptance] if inexact else [],
            )

        example()


@pytest.mark.parametrize("examples", [5, pytest.param(50, marks=pytest.mark.slow)])
async def test_the_server_answers_as_its_openapi_document_says(tmp_path: Path, examples: int) -> None:
    def call_everything(address: str, over: Update, administrator: str) -> None:
        schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", config=CONFIG)
        caller = Caller(address, over, administrator, examples)
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        names = {operation.definition.raw["operationId"] for operation in operations}
        assert len(names) == sum(map(len, schema.raw_schema["paths"].values()))
        assert names > {*NOT_IN_A_SCHEMA}
        for operation in operations:
            caller.check(operation)

    async with open_server(tmp_path) as server:
        _unlimited(server)
        administrator = await server.services.administration.keys.add_token("tests", TESTER)
        over = await play_game(server)
        await asyncio.to_thread(call_everything, server.origin, over, administrator)


def _unlimited(server: RunningServer) -> None:
    kinds = budgets(Settings())
    server.services.limiter.change(dict.fromkeys(kinds, Limit(*[Budget(1e6, 1_000_000)] * 3)))
