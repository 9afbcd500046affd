"""A program at a table: `python bot.py LINK` or `python bot.py ADDRESS CODE`. It plays what is listed."""

# ruff: noqa: S310, T201
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def ask(url: str, body: object = None) -> Any:
    """What the house answers over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def play(house: str, table: str) -> None:
    """Sit down, play a game to its end, and print how it ended."""
    seat = ask(f"{house}/api/tables/{table}/seats", {"names": ["Bert"], "program": True})
    url = f"{house}/api/tables/{table}/socket".replace("http", "ws", 1)
    with connect(url, additional_headers={"Authorization": f"Bearer {seat['token']}"}) as socket:
        socket.send(json.dumps({"type": "seed", "seed": secrets.token_hex(16)}))
        for text in socket:
            match json.loads(text):
                case {"turn": {"kind": "over", "outcome": outcome}}:
                    print(json.dumps(outcome))
                    break
                case {"turn": {"kind": "chance", "seat": hand}, "seat": own, "at": at} if hand == own:
                    socket.send(json.dumps({"type": "throw", "at": at}))
                case {"moves": [_, *_] as moves, "at": at}:
                    socket.send(json.dumps({"type": "move", "at": at, "move": random.choice(moves)}))


if __name__ == "__main__":
    house, _, table = sys.argv[1].partition("/t/")
    play(house, table or ask(f"{house}/api/codes/{sys.argv[2]}")["table"])
