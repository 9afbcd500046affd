"""Lets bots choose their moves, each question once, and only while somebody is there.

In a game with secrets the moment of a move must not reveal what the bot holds: a forced move would come at
once, a hard one late. So its moves appear on a beat after the question, however long it took to choose.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol, TypeAlias, final

from stammtisch.core.turn import Choose, Seat
from stammtisch.server.tables.decisions import Action
from stammtisch.server.tables.plays import play_bot_move
from stammtisch.server.tables.table import Table
from stammtisch.server.thinking.contract import Asker, Thinking, Unwanted

Question: TypeAlias = tuple[Seat, int]
"""A seat, and the event since which it is to choose."""


class Playing(Protocol):
    """The table a bot plays at."""

    @property
    def table(self) -> Table: ...

    @property
    def attended(self) -> bool:
        """Whether a player or a spectator is there."""

    async def run(self, action: Action) -> object:
        """Do it, or raise what refuses it."""

    def asker(self) -> Asker:
        """For whom a bot here thinks."""


@final
class BotPlayers:
    """The bots of one table."""

    def __init__(
        self,
        playing: Playing,
        workers: Thinking,
        start: Callable[[Coroutine[Any, Any, None]], None],
        *,
        beat: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table: Final = weakref.ref(playing)  # it owns us, and must not need the garbage collector
        self._workers: Final = workers
        self._start: Final = start
        self._beat: Final = beat
        self._clock: Final = clock
        self._sleep: Final = sleep
        self._thinking: Final[set[Question]] = set()

    def think(self, delay: float) -> None:
        """After `delay` seconds, let every bot whose turn it is choose; bots rest at an empty table."""
        playing = self._table()
        if playing is None:
            return
        table, turn = playing.table, playing.table.turn
        if not isinstance(turn, Choose) or table.paused is not None or table.closed is not None:
            return
        for seat in turn.seats:
            question = (seat, table.waiting[seat].n)
            if table.seats[seat].played_by_bot and question not in self._thinking and playing.attended:
                self._thinking.add(question)
                self._start(self._move(question, delay))

    async def _move(self, question: Question, delay: float) -> None:
        try:
            await self._sleep(delay)
            await self._choose_and_play(question)
        finally:
            self._thinking.discard(question)
        self.think(0.0)

    async def _choose_and_play(self, question: Question) -> None:
        playing = self._table()
        if playing is None or not self._open(question):
            return
        seat, table = question[0], playing.table
        began = self._clock()
        try:
            text = await self._choice(playing, question)
        except Unwanted:
            return
        if self._measured(table):
            await self._sleep(until_beat(self._clock() - began, self._beat))
        await playing.run(lambda now_table, now: play_bot_move(now_table, seat, table.at, text, now))

    def _measured(self, table: Table) -> bool:
        """Whether moves appear on a beat: bots have secrets, or nobody but spectators waits for them."""
        return self._beat > 0 and (table.has_secrets or not table.players)

    def _open(self, question: Question) -> bool:
        """Whether the seat is still to choose at the same position, and somebody is there to see it."""
        seat, since = question
        playing = self._table()
        if playing is None:
            return False
        table = playing.table
        running = table.paused is None and table.closed is None and playing.attended
        return running and seat in table.waiting and table.waiting[seat].n == since

    def _choice(self, playing: Playing, question: Question) -> Awaitable[str]:
        """The bot's move; its luck follows from the secret, so that every process gets the same."""
        table = playing.table
        seat, match = question[0], table.running()
        bot = table.seats[seat].bot or table.terms.stand_in
        luck = f"{table.secret} {table.match_id} {len(match.steps)} {seat}"
        return self._workers.choose(
            match.game.id,
            match.game.view(match.state, seat),
            seat,
            bot,
            luck,
            asker=playing.asker(),
            wanted=lambda: self._open(question),
        )


def until_beat(elapsed: float, beat: float) -> float:
    """Seconds until the next beat, the first of which comes one whole beat after the question."""
    return beat - elapsed % beat
