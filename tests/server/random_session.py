"""A match that is played at random, with everything that players do besides."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import TypeAlias

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Seat, Throw
from stammtisch.server.tables import commands
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import create_link
from stammtisch.server.tables.table import Table
from tests.server.offline_table import OfflineTable

NAMES = ("Anna", "Ben", "Cleo", "Dora")

Sent: TypeAlias = list[tuple[PersonId, commands.TableCommand]]


class RandomSession(OfflineTable):
    """Notes the phases that came up and the commands that were accepted; it is the same in every run."""

    def __init__(self, game: str, players: int) -> None:
        self.first_match = f"{game}-{players}"
        super().__init__(game, *NAMES[:players])
        self.start()
        self.luck = Random(f"{game} {players}")
        self.phases: set[str] = set()
        self.accepted: set[str] = set()
        self._ideas = cycle(range(5))
        self.run(lambda table, now: create_link(table, 0, "a link", now))

    def step(self, which: int = 0) -> None:
        """Roll, or play a random move of a random seat that is to choose."""
        match = self.table.running()
        self.phases.add(match.game.view(match.state, None)["phase"])
        if isinstance(match.turn, Throw):
            super().step()
        elif isinstance(match.turn, Choose):
            seat = self.luck.choice(match.turn.seats)
            self.play(seat, self.luck.choice(self.moves(seat)))

    def last_mover(self) -> Seat | None:
        """The seat whose move the last step was; None if it was a roll or a deal."""
        last = self.table.running().steps.last
        return None if last is None else last[0]

    def interlude(self, check: Callable[[Table], object] = lambda _: None) -> None:
        """Chat, vote, leave and come back; `check` sees the table after each accepted command."""
        self.now += 60
        for person, command in self._idea():
            if self._accepts(person, command):
                check(self.table)
        for person in range(self.table.terms.players):
            self._accepts(person, commands.ResumeMatch())
            self._accepts(person, commands.TakeSeatBack())

    def _idea(self) -> Sent:
        """One thing to do; taking a move back comes first, as soon as there is one."""
        people = range(self.table.terms.players)
        someone, other = self.luck.sample(people, 2)
        mover = self.last_mover()
        last = someone if mover is None else self.person(mover)
        agreed: Sent = [(each, commands.CastVote(yes=True)) for each in people]
        ideas: list[Sent] = [
            [(last, commands.CallVote(vote="takeback")), *agreed],
            [
                (someone, commands.SendMessage(text="my hand is a secret")),
                (someone, commands.SendPhrase(phrase="oops")),
            ],
            [(someone, commands.CallVote(vote="handover", seat=other)), *agreed],
            [(someone, commands.CallVote(vote="pause")), *agreed],
            [(someone, commands.LeaveTable())],
        ]
        first = mover is not None and "takeback" not in self.accepted
        return ideas[0 if first else next(self._ideas)]

    def _accepts(self, person: PersonId, command: commands.TableCommand) -> bool:
        try:
            self.send(person, command)
        except StammtischError:
            return False
        if isinstance(command, commands.CallVote):
            self.accepted.add(command.vote)
        else:
            self.accepted.add(str(command.__struct_config__.tag))
        return True

    def rematch(self) -> None:
        """Everybody agrees to another match."""
        self.send(0, commands.CallVote(vote="rematch"))
        for person in range(1, self.table.terms.players):
            self.send(person, commands.CastVote(yes=True))
