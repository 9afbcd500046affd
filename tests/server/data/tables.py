"""The tables of the database: what people do at them, one function for each."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from tests.server.data.client import Message
from tests.server.data.playing import BOT, FREE, Table

EASY: Final = f"{BOT}easy"
RANDOM: Final = f"{BOT}random"

NewTable: TypeAlias = Callable[..., Table]
"""Creates a table of a game, with these seats and terms."""
Sessions: TypeAlias = Mapping[str, str]
"""The tokens of those who are signed in, by name."""


def lobby(new: NewTable, _: Sessions) -> Table:
    """Somebody left again, one seat is free, and a personal link waits for its device."""
    options = {"joker": "free", "kniffel_bonus": 50}
    table = new("kniffel", "Jörg", FREE, FREE, f"{BOT}medium", options=options)
    table.join("Ben")
    table.say("Ben", "nod", phrase="hello")
    table.say("Ben", "leave")
    table.join("Ödön", program=True)
    table.say("Jörg", "say", text="Jó estét – wer fehlt noch?")
    table.say("Jörg", "seed", seed="00112233445566778899aabbccddeeff")
    table.post("tickets", token=table.keys.tokens["Jörg"])
    return table


def two_devices(new: NewTable, _: Sessions) -> Table:
    """In the middle of a public game; a move was taken back, and one seat has a second device."""
    table = new("zock", "Anna", FREE, public=True, options={"variant": "a"})
    table.join("Ben")
    table.begin()
    table.play_until_choice("Anna", 30)
    table.play(lambda: _turn(table, "Anna")["kind"] == "chance")
    table.vote("Anna", "takeback", "Ben")
    table.say("Ben", "say", text="Just this once!")
    table.say("Anna", "nod", phrase="thanks")
    link = table.post("tickets", token=table.keys.tokens["Ben"])["link"]
    ticket = {"ticket": link.partition("#ticket=")[2]}
    table.connect("Ben's telephone", table.post("keys", ticket)["token"])
    return table


def shared_device(new: NewTable, _: Sessions) -> Table:
    """Three people at one device; a bot stands in for somebody who never came, another fills a seat."""
    options = {"variant": "profi", "points": {"won-third": 4}}
    table = new("zocknroll", "Anna", "Bea", FREE, FREE, FREE, options=options)
    table.post("seats", {"names": ["Dora"], "seats": [4]}, table.keys.tokens["Anna"])
    table.keys.tokens["Carla"] = table.post("seats", {"names": ["Carla"]})["token"]
    table.begin()
    table.say("Anna", "start")
    table.play_until_choice("Anna", 40, phase="decide")
    return table


def eight_arms(new: NewTable, _: Sessions) -> Table:
    """The large board, with three people at one device, one at another, and four bots."""
    table = new("tock", "Anna", RANDOM, "Bea", RANDOM, "Carla", RANDOM, FREE, EASY)
    table.join("Dora")
    table.begin()
    table.play_until_choice("Dora", 200, phase="play")
    return table


def handover_asked(new: NewTable, _: Sessions) -> Table:
    """Teams on the Dog board; the vote on a bot to play for Ben is still open."""
    options = {"board": "dog", "house_entry": "twice", "canadian_seven": True}
    table = new("tock", "Anna", FREE, FREE, EASY, options=options, hints=False)
    table.join("Ben")
    table.join("Carla")
    table.begin()
    table.play_until_choice("Ben", 80, phase="play")
    table.say("Carla", "nod", phrase="hurry")
    table.vote("Anna", "handover", seat=1)
    return table


def part_of_a_seven(new: NewTable, _: Sessions) -> Table:
    """Somebody took back a part of a seven, and nobody had to agree."""
    table = new("tock", "Anna", FREE)
    table.join("Ben")
    table.begin()
    table.play(lambda: _phase(table, "Anna") == "seven" and _turn(table, "Anna")["seats"] == [0], _sevens)
    table.vote("Anna", "takeback")
    return table


def takeback_asked(new: NewTable, _: Sessions) -> Table:
    """Three devices: Anna wants to take a move back, Ben agrees, and Carla has not answered."""
    table = new("kniffel", "Anna", FREE, FREE)
    table.join("Ben")
    table.join("Carla")
    table.begin()
    table.play_until_choice("Anna", 60)
    table.play(lambda: _turn(table, "Anna") == {"kind": "chance", "seat": 1}, _score)
    table.vote("Anna", "takeback", "Ben")
    return table


def stand_ins(new: NewTable, _: Sessions) -> Table:
    """Dora left, Ben left and came back, and Carla's seat was handed over by vote."""
    table = new("kniffel", "Anna", FREE, FREE, FREE, spectators=False)
    for name in ("Ben", "Carla", "Dora"):
        table.join(name)
    table.begin()
    table.play_until_choice("Anna", 40)
    table.say("Dora", "leave")
    table.say("Ben", "leave")
    table.say("Ben", "back")
    table.vote("Anna", "handover", "Ben", seat=2)
    table.play_until_choice("Anna", 100)
    return table


def clock(new: NewTable, _: Sessions) -> Table:
    """Paused for the second time; Anna used a part of her reserve, Ben all of his, so a bot plays for him."""
    options = {"variant": "c", "digits": "ten"}
    table = new("zock", "Anna", FREE, clock={"move": 5, "reserve": 3}, options=options)
    table.join("Ben")
    table.begin()
    table.play_until_choice("Anna", 12)
    time.sleep(6)
    table.play_until_choice("Ben", 18)
    table.vote("Anna", "pause", "Ben")
    table.say("Ben", "resume")
    for device in table.devices.values():
        device.until(lambda message: message["type"] == "table" and message["seats"][1]["stand_in"] == "time")
    table.play_until_choice("Anna", 0)
    table.vote("Anna", "pause")
    return table


def real_dice(new: NewTable, _: Sessions) -> Table:
    """Real dice, typed in for a bot too; one roll was contested."""
    table = new("kniffel", "Anna", FREE, RANDOM, real_dice=True)
    table.join("Ben")
    table.play_until_choice("Ben", 40)
    table.play(lambda: _turn(table, "Ben") == {"kind": "chance", "seat": 1}, _keep)
    table.play(lambda: _turn(table, "Ben")["kind"] == "choose")
    table.say("Anna", "contest", at=_position(table, "Anna")["at"])
    table.play_until_choice("Ben", 0)
    return table


def alone(new: NewTable, _: Sessions) -> Table:
    """A series of one person, in its second game."""
    options = {"joker": "off", "games": 2}
    table = new("kniffel", "Anna", options=options, spectators=False)
    table.begin()
    table.play(lambda: _position(table, "Anna")["view"] is not None)
    table.play(lambda: _position(table, "Anna")["view"]["match_game"] == 2, _score)
    table.play_until_choice("Anna", 0)
    return table


def rematch(new: NewTable, _: Sessions) -> Table:
    """A person, a program and a bot in the middle of their second game, with the seats turned."""
    table = new("zocknroll", "Anna", FREE, RANDOM)
    table.join("Ben", program=True)
    table.begin()
    table.play_to_the_end()
    table.vote("Anna", "rematch", "Ben")
    table.begin()
    table.play_until_choice("Anna", 0)
    return table


def rematch_asked(new: NewTable, _: Sessions) -> Table:
    """After the game one of two asks for another."""
    table = new("zock", "Anna", FREE, options={"variant": "b"})
    table.join("Ben")
    table.begin()
    table.play_to_the_end()
    table.vote("Anna", "rematch")
    return table


def rated(new: NewTable, sessions: Sessions) -> Table:
    """Two rated games of two people who are signed in."""
    table = new("zock", "Anna", FREE, public=True, rated=True, hints=False, session=sessions["Anna"])
    table.join("Béla", session=sessions["Béla"])
    table.begin()
    table.play_to_the_end()
    table.say("Béla", "say", text="Well played, köszönöm!")
    table.vote("Béla", "rematch", "Anna")
    table.begin()
    table.play_to_the_end()
    return table


def rated_lobby(new: NewTable, sessions: Sessions) -> Table:
    """A rated table in the public list with two free seats."""
    return new(
        "zocknroll", "Béla", FREE, FREE, public=True, rated=True, hints=False, session=sessions["Béla"]
    )


def closed(new: NewTable, _: Sessions) -> Table:
    """One guest was muted, another removed, a device revoked; then the host closed the table."""
    table = new("zocknroll", "Anna", FREE, FREE)
    table.join("Ben")
    table.join("Carla")
    table.say("Carla", "say", text="Hello!")
    table.say("Anna", "mute", seat=2)
    table.say("Anna", "remove", seat=1)
    link = table.post("tickets", token=table.keys.tokens["Anna"])["link"]
    table.post("keys", {"ticket": link.partition("#ticket=")[2]})
    table.revoke_other("Anna")
    table.say("Anna", "nod", phrase="bye")
    table.close()
    return table


def closed_after_a_game(new: NewTable, sessions: Sessions) -> Table:
    """Kniffel against a bot to the end, then closed; it counts for Anna's profile."""
    table = new("kniffel", "Anna", EASY, session=sessions["Anna"])
    table.begin()
    table.play_to_the_end()
    table.close()
    return table


def match_with_chips(new: NewTable, sessions: Sessions) -> Table:
    """Three games for chips, in which the players watch over mistakes themselves."""
    options = {
        "games": 3,
        "referee": "players",
        "chip_values": {"red": 1, "blue": 3, "yellow": 6, "green": 12},
    }
    table = new("zock", "Béla", RANDOM, options=options, session=sessions["Béla"])
    table.begin()
    table.play_to_the_end()
    return table


def bots_finish(new: NewTable, sessions: Sessions) -> Table:
    """Anna left in the middle of the game, and bots played it to the end for all places."""
    options = {"direction": "counterclockwise", "play_on": True}
    table = new("tock", RANDOM, "Anna", EASY, options=options, session=sessions["Anna"])
    table.begin()
    table.play_until_choice("Anna", 40)
    table.say("Anna", "leave")
    table.play_to_the_end()
    return table


def two_and_bots(new: NewTable, sessions: Sessions) -> Table:
    """Two people at one device and two bots, to the end; it counts for the first of the two."""
    table = new("zocknroll", "Anna", "Bea", EASY, RANDOM, session=sessions["Anna"])
    table.begin()
    table.play_to_the_end()
    return table


TABLES: Final = (
    lobby,
    two_devices,
    shared_device,
    eight_arms,
    handover_asked,
    part_of_a_seven,
    takeback_asked,
    stand_ins,
    clock,
    real_dice,
    alone,
    rematch,
    rematch_asked,
    rated,
    rated_lobby,
    closed,
    closed_after_a_game,
    match_with_chips,
    bots_finish,
    two_and_bots,
)


def _position(table: Table, name: str) -> Message:
    return next(iter(table.devices[name].positions.values()))


def _turn(table: Table, name: str) -> Message:
    turn: Message = _position(table, name)["turn"]
    return turn


def _phase(table: Table, name: str) -> str | None:
    view: Message = _position(table, name)["view"] or {}
    return view.get("phase")


def _sevens(moves: list[str]) -> str:
    return random.choice([move for move in moves if move.startswith("7")] or moves)


def _score(moves: list[str]) -> str:
    return random.choice([move for move in moves if move.startswith("score")])


def _keep(moves: list[str]) -> str:
    return next((move for move in moves if move.startswith("keep")), moves[0])
