"""A bot that plays at a table: `python bot.py LINK` or `python bot.py ADDRESS CODE`."""

# ruff: noqa: S310, T201
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def ask(url: str, body: object = None) -> Any:
    """What the server answers over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def play(server: str, table: str) -> None:
    """Join the table, play one game with random moves, and print the outcome."""
    seat = ask(f"{server}/api/tables/{table}/seats", {"names": ["Bert"], "program": True})
    url = f"{server}/api/tables/{table}/socket".replace("http", "ws", 1)
    with connect(url, additional_headers={"Authorization": f"Bearer {seat['token']}"}) as socket:
        socket.send(json.dumps({"type": "seed", "seed": secrets.token_hex(16)}))
        for text in socket:
            match json.loads(text):
                case {"turn": {"kind": "over", "outcome": outcome}}:
                    print(json.dumps(outcome))
                    break
                case {"turn": {"kind": "chance", "seat": roller}, "seat": own, "at": at} if roller == own:
                    socket.send(json.dumps({"type": "throw", "at": at}))
                case {"moves": [_, *_] as moves, "at": at}:
                    socket.send(json.dumps({"type": "move", "at": at, "move": random.choice(moves)}))


if __name__ == "__main__":
    server, _, table = sys.argv[1].partition("/t/")
    play(server, table or ask(f"{server}/api/codes/{sys.argv[2]}")["table"])
