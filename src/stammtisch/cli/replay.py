"""`stammtisch replay`: a recorded game, step by step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from stammtisch import catalog
from stammtisch.cli import boards
from stammtisch.cli.seats import display_names
from stammtisch.cli.telling import result, told
from stammtisch.cli.terminal import Left, Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.core.event import Event
from stammtisch.core.turn import Over, Seat
from stammtisch.match import Played, Record, load_record
from stammtisch.match import replay as positions


class Replay:
    """A record seen from a seat (None: by a spectator), or with all cards on the table."""

    def __init__(self, record: Record, seat: Seat | None, *, everything: bool) -> None:
        if seat is not None and not 0 <= seat < record.players:
            raise BadRequest(f"there is no seat {seat}: {record.players} play, from seat 0 on")
        self._record = record
        self._game = catalog.game(record.game)
        self._names = display_names(record.seats)
        self._seat = seat
        self._everything = everything
        self.length = len(record.log)

    def show(self, terminal: Terminal, number: int, position: Played) -> None:
        """One step: what happened, and the board after it."""
        terminal.show("", f"Step {number} of {self.length}")
        events = tuple(map(_open, position.events)) if self._everything else position.events
        if events:
            terminal.show(told(events, self._names, self._seat))
        state = position.match.state
        terminal.show(boards.draw(self._game, state, self._names, self._seat, everything=self._everything))
        turn = position.match.turn
        if isinstance(turn, Over):
            terminal.show("", result(turn.outcome, self._names))

    def steps(self, at: int | None) -> Iterator[tuple[int, Played]]:
        """The numbered positions, or the one at that number."""
        if at is not None and not 0 <= at <= self.length:
            raise BadRequest(f"there is no step {at}: the record has 0 to {self.length}")
        return (step for step in enumerate(positions(self._record)) if at in (None, step[0]))


def _open(event: Event) -> Event:
    """The event with nothing kept from anyone."""
    return Event(event.kind, event.seat, event.detail)


def _wait(terminal: Terminal, pause: float | None) -> None:
    if pause is not None:
        time.sleep(pause)
    elif terminal.interactive and terminal.ask("Enter for the next step, q to leave> ") == "q":
        raise Left


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", type=int, help="See what the player on this seat saw; default: what everybody saw.")
@click.option("--all", "everything", is_flag=True, help="See all hands and cups.")
@click.option("--at", type=int, help="Show only the position after so many steps.")
@click.option("--pause", type=click.FloatRange(min=0), help="Go on by itself after so many seconds.")
def replay(file: Path, seat: int | None, everything: bool, at: int | None, pause: float | None) -> None:
    """Walk through the game recorded in FILE; on a terminal, Enter goes a step on."""
    terminal = Terminal()
    watched = Replay(load_record(file), seat, everything=everything)
    for number, position in watched.steps(at):
        watched.show(terminal, number, position)
        if at is None and number < watched.length:
            try:
                _wait(terminal, pause)
            except Left:
                return
