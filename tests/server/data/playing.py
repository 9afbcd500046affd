"""A table that is being made: who joins it, and how they play."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, TypeAlias

from tests.server.data.answers import TableKeys
from tests.server.data.client import PATIENCE, Client, Device, Message

POLL: Final = 0.05
DICE: Final = 5
MONTH: Final = 30 * 24 * 3600
BOT: Final = "bot:"
FREE: Final = "free"

Choose: TypeAlias = Callable[[list[str]], str]
Done: TypeAlias = Callable[[], bool]


class Table:
    """The devices at one table, by the name of who sits there first."""

    def __init__(
        self,
        client: Client,
        connections: ExitStack,
        game: str,
        *seats: str,
        session: str | None = None,
        **terms: object,
    ) -> None:
        """Create it; a seat is a name at the device of the host, `free`, or `bot:` and a level."""
        self._client: Final = client
        self._connections: Final = connections
        usual = {"game": game, "seats": [_seat(text) for text in seats], "away": MONTH, "stand_in": "random"}
        created = client.post("/api/tables", usual | terms, session)
        self.keys: Final = TableKeys(created["table"], created["code"], {})
        self.devices: Final[dict[str, Device]] = {}
        self._acted: Final[dict[int | None, Message]] = {}
        self.host: Final = next(name for name in seats if name != FREE and not name.startswith(BOT))
        self.connect(self.host, created["token"])

    def connect(self, name: str, token: str) -> None:
        """One more device, which hears how the table stands."""
        self.keys.tokens[name] = token
        device = self._connections.enter_context(self._client.device(self.keys.id, token))
        device.greeting()
        self.devices[name] = device

    def post(self, path: str, body: Message | None = None, token: str | None = None) -> Message:
        """A request about this table."""
        return self._client.post(f"/api/tables/{self.keys.id}/{path}", body, token)

    def join(self, *names: str, session: str | None = None, program: bool = False) -> None:
        """People sit down, all of them at one new device."""
        body = {"names": names, "program": program}
        self.connect(names[0], self.post("seats", body, session)["token"])

    def close(self) -> None:
        """The host closes the table."""
        answer = self._client.send("DELETE", f"/api/tables/{self.keys.id}", self.keys.tokens[self.host])
        assert answer.is_success, answer.text

    def revoke_other(self, name: str) -> None:
        """Somebody revokes the key of another device of theirs."""
        path, token = f"/api/tables/{self.keys.id}/keys", self.keys.tokens[name]
        (other,) = [key["id"] for key in self._client.get(path, token) if not key["current"]]
        answer = self._client.send("DELETE", f"{path}/{other}", token)
        assert answer.is_success, answer.text

    # What people do

    def say(self, name: str, kind: str, **fields: object) -> None:
        """Somebody sends a message, and everybody hears what follows."""
        self._catch_up()
        before = max(device.n for device in self.devices.values())
        self.devices[name].say(kind, **fields)
        for device in self.devices.values():
            device.until(lambda message: message.get("n", 0) > before and message["type"] != "table")

    def vote(self, asker: str, vote: str, *others: str, **fields: object) -> None:
        """Somebody asks, and these others agree."""
        self.say(asker, "ask", vote=vote, **fields)
        for name in others:
            self.say(name, "answer", yes=True)

    def begin(self) -> None:
        """Every device adds its seed; that begins the game where all seats are taken."""
        for device in self.devices.values():
            device.say("seed", seed=secrets.token_hex(16))

    def play(self, done: Done, choose: Choose = random.choice) -> None:
        """Everybody throws and moves until that is so."""
        while True:
            self._catch_up()
            if done():
                return
            acted = [self._act(device, choose) for device in self.devices.values()]
            if not any(acted):
                self._wait()

    def _act(self, device: Device, choose: Choose) -> bool:
        """Do once what each position asks for. Returns whether anything was done."""
        asked = [
            position
            for seat, position in device.positions.items()
            if _may_act(device, position) and _is_new(position, self._acted.get(seat))
        ]
        for position in asked:
            self._acted[position["seat"]] = position
            throw_or_move(device, position, choose)
        return bool(asked)

    def play_until_choice(self, name: str, n: int, phase: str | None = None) -> None:
        """Play until the table waits for a choice of somebody, and at least so much has happened."""
        self.play(lambda: self._waits_for_choice(name, n, phase))

    def play_to_the_end(self) -> None:
        """Play until the game is over."""
        self.play(lambda: self.devices[self.host].table["status"] == "over")

    def _waits_for_choice(self, name: str, n: int, phase: str | None) -> bool:
        device = self.devices[name]
        seats = device.table["seats"]
        return any(
            position["n"] >= n
            and position["moves"]
            and phase in (None, position["view"]["phase"])
            and all(_plays_self(seats[seat]) for seat in position["turn"]["seats"])
            for position in device.positions.values()
        )

    def _catch_up(self) -> None:
        for device in self.devices.values():
            while message := device.hear(0):
                assert message["type"] != "error", message

    def _wait(self) -> None:
        for _ in range(round(PATIENCE / POLL)):
            for device in self.devices.values():
                if message := device.hear(POLL):
                    assert message["type"] != "error", message
                    return
        raise AssertionError("nobody plays on")


def _seat(text: str) -> Message:
    if text == FREE:
        return {"kind": "free"}
    if text.startswith(BOT):
        return {"kind": "bot", "bot": text.removeprefix(BOT)}
    return {"kind": "here", "name": text}


def _plays_self(seat: Message) -> bool:
    return seat["bot"] is None and seat["stand_in"] is None


def _may_act(device: Device, position: Message) -> bool:
    """Whether it is this seat's turn; real dice of bots are typed in by the host."""
    seat, turn, seats = position["seat"], position["turn"] or {"kind": "over"}, device.table["seats"]
    if turn["kind"] == "choose":
        return seat in turn["seats"] and _plays_self(seats[seat])
    if turn["kind"] == "chance" and turn["seat"] is not None:
        for_bot = seats[turn["seat"]]["bot"] is not None
        return bool(turn["seat"] == seat or (for_bot and device.table["real_dice"] and device.table["host"]))
    return False


def _is_new(position: Message, acted: Message | None) -> bool:
    """Whether it asks for something else than the position that the seat acted at, whose update may be late.

    Where several seats choose at once, the others change the position too.
    """
    if acted is None:
        return True
    alone = len(acted["turn"].get("seats", [0])) == 1
    return position["at"] > acted["at"] and (alone or position["view"]["phase"] != acted["view"]["phase"])


def throw_or_move(device: Device, position: Message, choose: Choose) -> None:
    """Do what the position asks of its seat."""
    where = {"at": position["at"], "seat": position["seat"]}
    if position["turn"]["kind"] == "choose":
        device.say("move", **where, move=choose(position["moves"]))
    elif device.table["real_dice"]:
        device.say("throw", **where, outcome=_rolled(position["view"]))
    else:
        device.say("throw", **where)


def _rolled(view: Message) -> str:
    """Dice of Kniffel that are not kept, as people type them in."""
    return " ".join(random.choice("123456") for _ in range(DICE - len(view.get("kept", ""))))
