"""The record of a match: everything that is needed to replay it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from stammtisch import catalog
from stammtisch.core.documents import Document, read, shown
from stammtisch.core.errors import BadRecord, BadRequest, Refused, StammtischError, UnknownGame
from stammtisch.core.game import AnyGame
from stammtisch.core.wire import decoded
from stammtisch.match.steps import Step

FORMAT: Final = 1
LARGEST: Final = 16 * 1024 * 1024
LONGEST_NAME: Final = 400
BOT_PREFIX: Final = "bot:"
"""What stands before the level where a bot sits."""
_IN_EMOJI_AND_WORDS: Final = re.compile("[\u200c\u200d\U0001f000-\U0001faff\U000e0020-\U000e007f]")
"""What Python does not count as printable, but names have: joiners, parts of flags, and the newest emoji."""
LONGEST_LOG: Final = 1_000_000
"""The most steps of a record: ten times as many as the longest series of any game here has."""


class Form(NamedTuple):
    """The form that a text must have, as a pattern and in words."""

    pattern: re.Pattern[str]
    words: str

    def fits(self, text: str) -> bool:
        """Whether the whole text has this form."""
        return self.pattern.fullmatch(text) is not None


MATCH_ID: Final = Form(re.compile("[!-{}~]{1,100}"), "1 to 100 visible ASCII characters other than |")
PLAYERS_SEED: Final = Form(re.compile("[0-9a-f]{0,64}"), "at most 64 hexadecimal digits in small letters")
DIGEST: Final = Form(re.compile("[0-9a-f]{64}"), "64 hexadecimal digits in small letters")


class Fair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice that nobody could choose and everybody can verify: a commitment, and the players' seeds.

    The `secret` behind the commitment is None in records that must not reveal later rolls.
    """

    match: str
    commitment: str
    seeds: tuple[str, ...]
    secret: str | None

    def problems(self, players: int) -> list[str]:
        """Everything that is wrong with it for a match with this number of players."""
        reasons = [] if len(self.seeds) == players else [f"{len(self.seeds)} seeds for {players} players"]
        texts = [("match", self.match, MATCH_ID), ("commitment", self.commitment, DIGEST)]
        texts += [(f"seed of seat {seat}", seed, PLAYERS_SEED) for seat, seed in enumerate(self.seeds)]
        texts += [] if self.secret is None else [("secret", self.secret, DIGEST)]
        return reasons + [
            f"{name}: expected {form.words}, not {shown(text)}"
            for name, text, form in texts
            if not form.fits(text)
        ]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A match from its first roll on. With neither `seed` nor `fair` its dice were real."""

    format: Literal[1] = FORMAT
    game: str
    rules: int
    players: int
    options: Document
    seats: tuple[str, ...]
    bot_names: tuple[str, ...] = ()
    """What the bots are called, by seat; nothing where they have no names."""
    seed: str | None
    fair: Fair | None = None
    position: Document | None = None
    """Where the match began, for one that was taken up at a position; None for the beginning of the game."""
    log: Annotated[tuple[Step, ...], Meta(max_length=LONGEST_LOG)]

    @property
    def real_dice(self) -> bool:
        """Whether people roll and deal, and enter the result."""
        return self.seed is None and self.fair is None

    @property
    def secret_hidden(self) -> bool:
        """Whether the dice depend on a secret that is not in this record."""
        return self.fair is not None and self.fair.secret is None

    def to_json(self) -> bytes:
        """The record as a file that people can read: one step a line."""
        return record_json(self, map(step_json, self.log))

    def save(self, path: str | Path) -> None:
        """Write the whole file or nothing, even if the program is interrupted."""
        target = Path(path).resolve()
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with draft.open("wb") as file:
                file.write(self.to_json())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def record_json(setup: Record, steps: Iterable[str]) -> bytes:
    """The file of a record whose steps are written already; those of `setup` do not matter."""
    fields: Document = msgspec.to_builtins(msgspec.structs.replace(setup, log=()))
    del fields["log"]
    if not setup.bot_names:
        del fields["bot_names"]
    if setup.position is None:
        del fields["position"]
    lines = [f"  {_json(key)}: {_json(value)},\n" for key, value in fields.items()]
    return f'{{\n{"".join(lines)}  "log": [{",".join(steps)}\n  ]\n}}\n'.encode()


def step_json(step: Step) -> str:
    """A step as a line of the file."""
    return f"\n    {_json(step)}"


def seat_problems(seats: tuple[str, ...], players: int) -> list[str]:
    """Everything that is wrong with the names of the players."""
    reasons = [] if len(seats) == players else [f"{len(seats)} seats for {players} players"]
    return reasons + [
        f"seat {seat}: a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}"
        for seat, name in enumerate(seats)
        if not (0 < len(name) <= LONGEST_NAME and _IN_EMOJI_AND_WORDS.sub("", name).isprintable())
    ]


def bot_name_problems(names: tuple[str, ...], players: int) -> list[str]:
    """Everything that is wrong with the names of the bots."""
    named = tuple(name or "-" for name in names)
    return [f"bot_names: {reason}" for reason in seat_problems(named, players)] if named else []


def luck_problems(seed: str | None, fair: Fair | None, players: int) -> list[str]:
    """Everything that is wrong with the source of the rolls."""
    if fair is None:
        return []
    reasons = [] if seed is None else ["a match has a seed or fair dice, not both"]
    return reasons + [f"fair: {reason}" for reason in fair.problems(players)]


def parse_record(data: bytes) -> Record:
    """The record of a file's bytes, or `BadRecord` with every reason; its steps are not replayed yet."""
    record = _parsed(data)
    reasons = _problems(record)
    if reasons:
        raise BadRecord(reasons)
    return record


def _parsed(data: bytes) -> Record:
    try:
        document = decoded(data, LARGEST)
    except StammtischError as error:
        raise BadRecord([str(error)]) from error
    if not isinstance(document, dict):
        raise BadRecord([f"a record is an object, not {shown(document)}"])
    if document.get("format") != FORMAT:
        raise BadRecord([f"format is {shown(document.get('format'))}, but this program reads {FORMAT}"])
    return _typed(document)


def _typed(document: Document) -> Record:
    fair = document.get("fair")
    reasons = [f"fair: {reason}" for reason in read(Fair, fair)[1]] if isinstance(fair, dict) else []
    record, others = read(Record, document | {"fair": None} if reasons else document)
    if record is None or reasons:
        raise BadRecord(others + reasons)
    return record


def _problems(record: Record) -> list[str]:
    """Everything that is wrong before the first step."""
    try:
        game = catalog.game(record.game)
    except UnknownGame as error:
        return [str(error)]
    reasons = seat_problems(record.seats, record.players)
    reasons += bot_name_problems(record.bot_names, record.players)
    reasons += luck_problems(record.seed, record.fair, record.players)
    if record.rules != game.rules_version:
        reasons.append(
            f"played with version {record.rules} of the rules of {game.title}, "
            f"but this program plays version {game.rules_version}"
        )
    try:
        game.agreed_options(record.options, game.check_players(record.players))
    except Refused as error:
        reasons += [f"options: {reason}" for reason in error.reasons]
    except BadRequest as error:
        reasons.append(str(error))
    return reasons or position_problems(game, record.players, record.options, record.position)


def position_problems(game: AnyGame, players: int, options: Document, position: Document | None) -> list[str]:
    """Everything that is wrong with a position at which a match of these players and options begins."""
    if position is None:
        return []
    try:
        game.load(position)
    except Refused as error:
        return [f"position: {reason}" for reason in error.reasons]
    agreed = msgspec.to_builtins(game.agreed_options(options, players))
    if position["players"] != players or position["options"] != agreed:
        return ["position: it has other players or options than the match"]
    return []


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
