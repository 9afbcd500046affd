"""`stammtisch play`: a game at this terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import quote

import click

from stammtisch import catalog
from stammtisch.cli.rules import language_option
from stammtisch.cli.seats import seat_names, usual_players, usual_seats
from stammtisch.cli.table import Table
from stammtisch.cli.terminal import Left, Terminal
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadOptions, BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.match import Match, fresh_seed, load_record


def new_file(game: AnyGame) -> Path:
    """A file name for a new record in this folder, by game and time, that is not taken."""
    stem = f"{game.id}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.json") for number in count(1))
    return next(path for path in names if not path.exists())


def agreed_options(pairs: Sequence[str], text: str = "{}") -> Document:
    """The options of a JSON object and of `key=value` pairs, which come last."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise BadOptions([f"not JSON: {error}"]) from error
    if not isinstance(document, dict):
        raise BadOptions(["options are a JSON object"])
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOptions([f"{pair!r} is not of the form key=value"])
        document[key.strip()] = _value(value.strip())
    return document


def _value(text: str) -> object:
    """Numbers, true and false as JSON has them; anything else is a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def sit_down(match: Match, path: Path, lang: str, terminal: Terminal) -> None:
    """Play to the end, or until somebody leaves: then it is said how to go on."""
    try:
        Table(match, path, lang, terminal).play()
    except (Left, KeyboardInterrupt) as leaving:
        terminal.show(
            "", f"The game is kept in {path}", f"Go on with: stammtisch play --continue {quote(str(path))}"
        )
        if isinstance(leaving, KeyboardInterrupt):
            raise


def new_match(
    game: AnyGame, players: int | None, seats: list[str], options: Document, seed: str | None
) -> Match:
    """A match of people and bots, as many as are named or wanted."""
    number = game.check_players(players or len(seats) or usual_players(game))
    return Match.new(game, number, game.options(options, number), seats or usual_seats(game, number), seed)


def continued_match(path: Path, game: str | None = None) -> Match:
    """The match of a record, which has to be of that game where one is named."""
    record = load_record(path)
    if game not in (None, record.game):
        raise BadRequest(f"{path} is a record of {record.game}, not of {game}")
    return Match.resume(record)


def _free(path: Path) -> Path:
    """The same path, if a record can be written there without losing another."""
    if path.exists():
        raise BadRequest(f"{path} is there already: continue it, or choose another name")
    if not path.parent.is_dir():
        raise BadRequest(f"there is no folder {path.parent}")
    return path


@click.command
@click.argument("game", type=click.Choice(catalog.NAMES, case_sensitive=False), required=False)
@click.option("--players", type=int, help="How many play; default: as many as --seats, else a usual table.")
@click.option(
    "--seats", default="", help="Who sits where, clockwise: Anna,bot:random,… Default: you and bots."
)
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An agreed option of the game.")
@click.option("--options", "options_json", default="{}", metavar="JSON", help="Options as a JSON object.")
@click.option("--real-dice", is_flag=True, help="You throw and deal on a real table and type in what falls.")
@click.option("--seed", help="Luck that can be repeated; default: new luck.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Where the record goes.")
@click.option(
    "--continue",
    "continued",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with the game of this record, and keep it there.",
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
    """Play GAME at this terminal, with any number of people and bots."""
    if continued is not None:
        if players or seats or pairs or options_json != "{}" or real_dice or seed is not None or save:
            raise click.UsageError("--continue goes on as recorded: leave the other options out.")
        sit_down(continued_match(continued, game), continued, lang, Terminal())
        return
    if game is None:
        raise click.UsageError("Say which GAME, or --continue a record.")
    if real_dice and seed is not None:
        raise click.UsageError("--real-dice need no --seed.")
    chosen = catalog.game(game)
    luck = None if real_dice else fresh_seed() if seed is None else seed
    options = agreed_options(pairs, options_json)
    match = new_match(chosen, players, seat_names(chosen, seats) if seats else [], options, luck)
    sit_down(match, _free(save or new_file(chosen)), lang, Terminal())
