"""The real house keeps what its OpenAPI document promises, whatever is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from stammtisch.server.ops.limits import Budget
from tests.server.evenings import played
from tests.server.playing import Door, News, open_house

EXAMPLES = 10
MORE_THAN_A_SCHEMA_SAYS = {
    "rules": "which games there are, in a path",
    "layout": "which games there are, and which numbers of players and options they take",
    "open_table": "which numbers of players, options and bots a game has; that a name is printable",
    "sit_down": "that there is a seat for every name, and that names are printable",
    "redeem_link": "which links are still good",
    "sign_up": "that a name is printable, and which passwords are too common",
    "rename_profile": "that a name is printable",
    "set_password": "which passwords are too common",
    "leaderboard": "which numbers of players a game takes",
}
"""What no schema can say about these; so they may refuse what fits theirs, with a documented code."""


class Visitor:
    """Somebody who knows a table, a finished game and a profile, or nothing."""

    def __init__(self, address: str, over: News) -> None:
        self._address = address
        self._over = over
        self.session = requests.Session()
        self.session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # every call is a new one

    def ways(self, operation: APIOperation[Any, Any, Any, Any]) -> Iterator[tuple[dict[str, str], str]]:
        """Ways to ask: by names and tokens that are good for something, and with none."""
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "free"}, {"kind": "free"}]
        table = self._made("/api/tables", {"game": "kniffel", "seats": seats, "program": True})
        name = f"Visitor {table['code']}"
        profile = self._made("/api/profiles", {"name": name, "program": True})
        known = {
            "table": table["table"],
            "code": table["code"],
            "match": self._over["match"],
            "game": "zock",
        }
        names = {name: value for name, value in known.items() if f"{{{name}}}" in operation.path}
        yield names, table["token"] if "table" in names else profile["token"]
        yield {}, ""

    def _made(self, path: str, body: News) -> Any:
        answer = self.session.post(self._address + path, json=body)
        assert answer.ok, answer.text
        return answer.json()

    def check(self, operation: APIOperation[Any, Any, Any, Any]) -> None:
        """Ask for all that fits the schema, and for what does not where there is anything to be wrong."""
        modes = [GenerationMode.POSITIVE]
        if operation.query or operation.body:
            modes.append(GenerationMode.NEGATIVE)
        for names, token in self.ways(operation):
            for mode in modes:
                self._check(operation, mode, names, {"Authorization": f"Bearer {token}"} if token else {})

    def _check(
        self,
        operation: APIOperation[Any, Any, Any, Any],
        mode: GenerationMode,
        names: dict[str, str],
        headers: dict[str, str],
    ) -> None:
        inexact = operation.definition.raw["operationId"] in MORE_THAN_A_SCHEMA_SAYS

        @settings(
            max_examples=EXAMPLES,
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


async def test_the_house_does_what_its_document_says(tmp_path: Path) -> None:
    def visit(address: str, over: News) -> None:
        schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
        visitor = Visitor(address, over)
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        names = {operation.definition.raw["operationId"] for operation in operations}
        assert len(names) == sum(map(len, schema.raw_schema["paths"].values()))
        assert names > {*MORE_THAN_A_SCHEMA_SAYS}
        for operation in operations:
            visitor.check(operation)

    async with open_house(tmp_path) as door:
        _unlimited(door)
        await asyncio.to_thread(visit, str(door.http.base_url).rstrip("/"), await played(door))


def _unlimited(door: Door) -> None:
    budgets = door.services.limiter._budgets
    assert isinstance(budgets, dict)
    budgets |= dict.fromkeys(budgets, Budget(1e6, 1_000_000))
