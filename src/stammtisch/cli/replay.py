"""`stammtisch replay`: a recorded game, step by step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from stammtisch import catalog
from stammtisch.cli import boards
from stammtisch.cli.narration import describe_result, describe_step
from stammtisch.cli.seats import display_names
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.core.event import Event
from stammtisch.core.turn import Over, Seat
from stammtisch.match import Played, Record, load_record
from stammtisch.match import replay as positions


class Replay:
    """A record as a seat (None: a spectator) saw it, or with all cards and dice open."""

    def __init__(self, record: Record, seat: Seat | None, *, everything: bool) -> None:
        if seat is not None and not 0 <= seat < record.players:
            raise BadRequest(f"there is no seat {seat}: the seats are 0 to {record.players - 1}")
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
            terminal.show(describe_step(events, self._names, self._seat))
        state = position.match.state
        terminal.show(boards.draw(self._game, state, self._names, self._seat, everything=self._everything))
        turn = position.match.turn
        if isinstance(turn, Over):
            terminal.show("", describe_result(turn.outcome, self._names))

    def steps(self, at: int | None) -> Iterator[tuple[int, Played]]:
        """The numbered positions, or the one at that number."""
        if at is not None and not 0 <= at <= self.length:
            raise BadRequest(f"there is no step {at}: the steps are 0 to {self.length}")
        return (step for step in enumerate(positions(self._record)) if at in (None, step[0]))


def _open(event: Event) -> Event:
    """The event with nothing hidden."""
    return Event(event.kind, event.seat, event.detail)


def _wait(terminal: Terminal, pause: float | None) -> None:
    if pause is not None:
        time.sleep(pause)
    elif terminal.interactive and terminal.ask("Enter for the next step, q to leave> ") == "q":
        raise Quit


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", type=int, help="Show what the player on this seat saw; default: what spectators saw.")
@click.option("--all", "everything", is_flag=True, help="Show all hands and cups.")
@click.option("--at", type=int, help="Show only the position after this many steps.")
@click.option("--pause", type=click.FloatRange(min=0), help="Continue automatically after this many seconds.")
def replay(file: Path, seat: int | None, everything: bool, at: int | None, pause: float | None) -> None:
    """Step through the game recorded in FILE. On a terminal, Enter shows the next step."""
    terminal = Terminal()
    watched = Replay(load_record(file), seat, everything=everything)
    for number, position in watched.steps(at):
        watched.show(terminal, number, position)
        if at is None and number < watched.length:
            try:
                _wait(terminal, pause)
            except Quit:
                return
