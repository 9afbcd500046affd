"""`stammtisch play`: a game in the terminal."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import quote

import click

from stammtisch import catalog
from stammtisch.cli.game_options import GAME, game_options, parse_options
from stammtisch.cli.rules import language_option
from stammtisch.cli.seats import seat_names, usual_players, usual_seats
from stammtisch.cli.session import Session
from stammtisch.cli.terminal import Quit, Terminal
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.match import Match, fresh_seed, load_record


def new_record_path(game: AnyGame) -> Path:
    """An unused file name in this folder for a new record, made of game and time."""
    stem = f"{game.id}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.json") for number in count(1))
    return next(path for path in names if not path.exists())


def play_match(match: Match, path: Path, lang: str, terminal: Terminal) -> None:
    """Play to the end, or until somebody quits; then say how to continue."""
    try:
        Session(match, path, lang, terminal).play()
    except (Quit, KeyboardInterrupt) as leaving:
        terminal.show(
            "", f"The game is saved in {path}", f"To continue: stammtisch play --continue {quote(str(path))}"
        )
        if isinstance(leaving, KeyboardInterrupt):
            raise


def new_match(
    game: AnyGame, players: int | None, seats: list[str], options: Document, seed: str | None
) -> Match:
    """A match of people and bots: those that are named, or the usual ones."""
    number = game.check_players(players or len(seats) or usual_players(game))
    return Match.new(game, number, game.options(options, number), seats or usual_seats(game, number), seed)


def resumed_match(path: Path, game: str | None = None) -> Match:
    """The match of a record, which has to be of that game if one is named."""
    record = load_record(path)
    if game not in (None, record.game):
        raise BadRequest(f"{path} is a record of {record.game}, not of {game}")
    return Match.resume(record)


def _unused(path: Path) -> Path:
    """The same path, if writing there overwrites nothing."""
    if path.exists():
        raise BadRequest(f"{path} exists already: continue it with --continue, or choose another name")
    if not path.parent.is_dir():
        raise BadRequest(f"there is no folder {path.parent}")
    return path


@click.command
@click.argument("game", type=GAME, required=False)
@click.option(
    "--players", type=int, help="Number of players; default: as many as in --seats, else the usual number."
)
@click.option("--seats", default="", help="The players, clockwise: Anna,bot:random,… Default: you and bots.")
@game_options
@click.option("--real-dice", is_flag=True, help="Roll and deal on a real table, and enter the results.")
@click.option("--seed", help="The seed of dice and cards, to repeat a game; default: a new one.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the record; default: a new one in this folder.",
)
@click.option(
    "--continue",
    "continued",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Continue the game of this record, and save it there.",
)
@language_option
def play(
    game: str | None,
    players: int | None,
    seats: str,
    pairs: tuple[str, ...],
    options_json: str,
    real_dice: bool,
    seed: str | None,
    save: Path | None,
    continued: Path | None,
    lang: str,
) -> None:
    """Play GAME in this terminal, with any number of people and bots."""
    if continued is not None:
        if players or seats or pairs or options_json != "{}" or real_dice or seed is not None or save:
            raise click.UsageError(
                "--continue takes everything from the record: leave out the other options."
            )
        play_match(resumed_match(continued, game), continued, lang, Terminal())
        return
    if game is None:
        raise click.UsageError("Name a GAME, or --continue a record.")
    if real_dice and seed is not None:
        raise click.UsageError("--real-dice and --seed exclude each other.")
    chosen = catalog.game(game)
    luck = None if real_dice else fresh_seed() if seed is None else seed
    options = parse_options(pairs, options_json)
    match = new_match(chosen, players, seat_names(chosen, seats) if seats else [], options, luck)
    play_match(match, _unused(save or new_record_path(chosen)), lang, Terminal())
