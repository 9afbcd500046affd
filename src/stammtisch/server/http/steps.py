"""What has happened in the game of a table, over HTTP, for those who come later."""

from __future__ import annotations

from typing import Final, Protocol

from stammtisch.server.http.callers import person_at
from stammtisch.server.http.endpoint import Call, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.tables.errors import NotAllowed, NotBegun, NotSeated, Stale
from stammtisch.server.tables.past import PastQuery, PastSteps
from stammtisch.server.tables.registry import TableRegistry


class StepServices(Protocol):
    """What the endpoint of steps works with."""

    @property
    def tables(self) -> TableRegistry: ...


class StepRoutes:
    """The endpoint of the steps of a match."""

    def __init__(self, services: StepServices) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/tables/{table}/steps",
        summary="What has happened in the game of a table, as the caller may see it; the latest steps first.",
        query=PastQuery,
        answer=PastSteps,
        errors=(*LOADING, NotSeated, NotAllowed, NotBegun, Stale),
        limit="steps",
        slow=True,
    )
    async def steps(self, call: Call, _: None) -> PastSteps:
        actor = await self._services.tables.get(call.path["table"])
        return await actor.past(person_at(actor.table, call), call.query)
