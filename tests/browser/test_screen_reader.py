"""Played with a screen reader: every decision follows from roles and names, and what happens is announced."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from playwright.sync_api import Route, WebSocket, expect

from stammtisch.games.kniffel.boxes import BOXES
from support.browser.by_text import choice, play_by_text
from support.browser.hands import wait_until
from support.browser.reading import heard, listen
from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from tests.browser.conftest import Invite
from tests.browser.tables import ask_for_the_same_seat
from tests.browser.test_games import GAMES, let_a_bot_play

TABLE: Final = """async ([game, bots]) => {
    const seats = [{ kind: 'here', name: 'Anna' }, ...Array(bots).fill({ kind: 'bot', bot: 'easy' })];
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ game, seats }) };
    return (await (await fetch('/api/tables', init)).json()).table;
}"""
BOTS: Final = {"kniffel": 1, "tock": 3, "zock": 1, "zocknroll": 2}
SECTIONS: Final = """dialog => Object.fromEntries([...dialog.querySelectorAll('section')].map((section) => [
    section.querySelector('h3').textContent,
    [...section.querySelectorAll(':scope > ul > li')]
        .map((line) => line.textContent.replace(/\\s+/g, ' ').trim()),
]))"""
A_FEW: Final = {"kniffel": 6, "tock": 15, "zock": 6, "zocknroll": 6}
"""Decisions of the first turns; in Tock, card, stone and goal are one each."""

Words = dict[str, list[str]]
"""The lines of “Where do I stand?” by their headings."""


class Server:
    """What the server has sent to a page; no position while the page waits for the answer to a move."""

    def __init__(self, visitor: Visitor) -> None:
        self.position: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        visitor.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        if json.loads(frame)["type"] in ("move", "throw"):
            self.position = {}

    def _received(self, frame: str | bytes) -> None:
        update: dict[str, Any] = json.loads(frame)
        if update["type"] == "position":
            self.position = update
            self.events += [event for step in update.get("steps", ()) for event in step["events"]]


def at_table(visitor: Visitor, game: str) -> Server:
    """Create a table against bots, open it, and record what is announced."""
    listen(visitor)
    server = Server(visitor)
    visitor.go("/")
    visitor.follow(f"{visitor.server}/t/{visitor.page.evaluate(TABLE, [game, BOTS[game]])}")
    visitor.board.wait_for()
    return server


def hears(visitor: Visitor, said: str) -> None:
    """Wait until this is announced."""
    wait_until(visitor.page, lambda: any(said in one for one in heard(visitor)))


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_role_and_name(invite: Invite, game: str) -> None:
    anna = invite("Anna", DESKTOP, "en")
    at_table(anna, game)
    play_by_text(anna, game)
    hears(anna, anna.page.get_by_role("heading", level=2, name=re.compile("won|win|draw")).first.inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_first_turns_are_played_by_role_and_name(invite: Invite, game: str) -> None:
    anna = invite("Anna", PHONE, "en")
    at_table(anna, game)
    play_by_text(anna, game, decisions=A_FEW[game])


# What the others do


SENTENCES: Final = {
    "kniffel": (["scored"], r"Bot \w+ has .+? and fills in “", r"Bot \w+ (?:rolls|keeps) (?!.*to see who)"),
    "tock": (["played", "folded"], r"Bot \w+ (?:plays|cannot play)", r"Bot \w+ continues"),
    "zock": (
        ["covered", "sat-out"],
        r"Bot \w+ rolls .+? and (?:covers|sits out)",
        r"Bot \w+ (?:covers|sits)",
    ),
    "zocknroll": (["stayed", "left"], r"Bot \w+ (?:stays in|leaves)", r"Bot \w+ (?:stays.*){2}"),
}
"""The events that end a turn, the sentence for it, and a sentence for only a part of it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_of_somebody_else_is_one_sentence(invite: Invite, game: str) -> None:
    anna = invite("Anna", DESKTOP, "en")
    server = at_table(anna, game)
    wait_until(anna.page, lambda: choice(anna, game) is not None)
    before = len(heard(anna))
    server.events.clear()  # what was played before the board was there
    kinds, sentence, part = SENTENCES[game]

    def turns() -> int:
        return sum(event["event"] in kinds and event["seat"] != 0 for event in server.events)

    def announced() -> str:
        return "\n".join(heard(anna)[before:])

    play_by_text(anna, game, decisions=A_FEW[game])
    while not turns():  # ties and many rolls may take all these decisions
        play_by_text(anna, game, decisions=1)
    wait_until(anna.page, lambda: len(re.findall(sentence, announced())) == turns() > 0)
    assert not re.search(part, announced())


# What comes up


def test_questions_answers_and_departures_are_announced(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "en"), invite("Ben", PHONE, "de")
    for visitor in (anna, ben):
        listen(visitor)
    ben.sit_down(anna.open_table("kniffel"))
    play("kniffel", anna, ben, until=lambda: anna.turns > 1 and ben.turns > 1)
    anna.press(anna.around_the_table().get_by_role("button", name=anna.word("table", "pause")))
    hears(ben, ben.word("table", "asks-pause", name="Anna", n=1))
    hears(ben, ben.word("table", "votes", n=1, of=2))
    ben.press(ben.button("table", "yes"))
    hears(anna, anna.word("table", "paused"))
    anna.press(anna.button("table", "resume"))
    expect(anna.button("table", "resume")).to_have_count(0)
    let_a_bot_play(ben)
    hears(ben, ben.word("table", "bot-plays"))
    hears(anna, anna.word("table", "note-left", name="Ben"))
    ben.press(ben.button("table", "take-seat-back"))
    hears(anna, anna.word("table", "note-back", name="Ben"))


def test_a_refusal_is_announced(invite: Invite) -> None:
    anna, ben, cora = (invite(name, DESKTOP, "en") for name in ("Anna", "Ben", "Cora"))
    listen(cora)
    ask_for_the_same_seat(anna, ben, cora)
    hears(cora, cora.word("refusals", "seat-taken"))


# The position in words


def in_words(visitor: Visitor) -> Words:
    """The position in words, opened by its key from anywhere on the page."""
    visitor.page.evaluate("document.activeElement.blur()")
    visitor.page.keyboard.press("?")
    dialog = visitor.page.get_by_role("dialog", name=visitor.word("common", "in-words"))
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    sections: Words = dialog.evaluate(SECTIONS)
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    return sections


def listed(items: list[str]) -> str:
    """The items as English lists them."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def kniffel_lines(anna: Visitor, server: Server, words: Words) -> None:
    """The dice, what they bring in each box, and the open boxes of everybody."""
    view, tally = server.position["view"], server.position["tally"]
    text = partial(anna.word, "kniffel/board")
    dice, *players = words.values()
    assert text("words-dice", dice=listed(sorted(view["dice"]))) in dice
    offers = dict(zip(server.position["moves"], server.position["labels"], strict=True))
    points = {move.removeprefix("score "): offers[move] for move in offers if move.startswith("score ")}
    said = [text("words-box", box=text(box), points=n) for box, n in points.items()]
    assert text("words-points", boxes=listed(said)) in dice
    for lines, sheet, total in zip(players, view["sheets"], tally["total"], strict=True):
        boxes = [text(box) for box in BOXES if box not in sheet]
        assert lines[0] == text("words-open", boxes=listed(boxes))
        assert lines[-1] == text("words-total", n=total)


def zock_lines(anna: Visitor, server: Server, words: Words) -> None:
    """Every way to cover, and the open fields of both."""
    text = partial(anna.word, "zock/board")
    dice, *players = words.values()
    covers = [re.findall(r"\d", move) for move in server.position["moves"]]
    ways = "; ".join(listed(fields) for fields in covers if fields)
    assert not ways or text("words-offers", ways=ways) in dice
    for lines, fields in zip(players, server.position["view"]["open"], strict=True):
        assert lines[0] == text("words-open", fields=listed([str(field) for field in fields]))


def zocknroll_lines(anna: Visitor, server: Server, words: Words) -> None:
    """The dice of this hand, and for everybody which rows are begun and which are still empty."""
    view, points = server.position["view"], server.position["tally"]["points"]
    text, row_name = partial(anna.word, "zocknroll/board"), partial(anna.word, "zocknroll/rows")
    now = words[text("words-now")]
    assert text("words-white", dice=listed([*view["white"]])) in now
    assert text("words-cup", dice=listed([*view["own"][0]])) in now
    players = [*words.values()][-view["players"] :]
    for lines, marks in zip(players, view["crosses"], strict=True):
        begun = re.findall(r"^(.+): (\d) of \d marks, ", "\n".join(lines), re.MULTILINE)
        assert dict(begun) == {row_name(row): str(n) for row, n in marks.items() if n}
        free = [row_name(row) for row in points if not marks.get(row)]
        said = next(line for line in lines if line.startswith(text("words-free", rows="")))
        assert {*re.split(r", and |, | and ", said.partition(": ")[2])} == {*free}


def tock_lines(anna: Visitor, server: Server, words: Words) -> None:
    """Stones in running order with their ways, what is in reach of whom, and all cards."""
    view, tally = server.position["view"], server.position["tally"]
    text = partial(anna.word, "tock/standing")
    own, cards = next(iter(words.values())), words[text("cards")]
    stones = [(way, place) for way, place in zip(tally["ways"][0], view["stones"][0], strict=True) if way]
    stones.sort(key=lambda one: one[0]["gate"] if one[0]["home"] is None else one[0]["home"])
    for line, (way, place) in zip(own, stones, strict=False):
        if "h" in place:
            assert text("way-deeper", n=way["home"]) in line or not way["home"]
        else:
            assert text("way", gate=way["gate"]) in line
            blocked = way["home"] is None
            assert (text("way-blocked") if blocked else text("way-home", home=way["home"])) in line
    assert len(cards) == len({*view["hands"][0]})
    hits = [line for key in ("danger", "chance") for line in words[text(key)]]
    assert sum(bool(re.search(r"(?:ahead|back|play): ", line)) for line in hits) == len(tally["in_reach"])


CHECKS: Final[dict[str, Callable[[Visitor, Server, Words], None]]] = {
    "kniffel": kniffel_lines,
    "tock": tock_lines,
    "zock": zock_lines,
    "zocknroll": zocknroll_lines,
}


@pytest.mark.parametrize("game", GAMES)
def test_the_position_in_words_is_what_the_server_says(invite: Invite, game: str) -> None:
    anna = invite("Anna", DESKTOP, "en")
    server = at_table(anna, game)
    play_by_text(anna, game, decisions=A_FEW[game])
    while not moves_offered(anna, game, server):
        play_by_text(anna, game, decisions=1)
    CHECKS[game](anna, server, in_words(anna))


def moves_offered(visitor: Visitor, game: str, server: Server) -> bool:
    """Whether a move is to be chosen, and not a roll, once it is the visitor's turn."""
    wait_until(visitor.page, lambda: bool(server.position) and choice(visitor, game) is not None)
    return bool(server.position["moves"])


def test_a_layout_that_comes_late_delays_the_log_too(invite: Invite) -> None:
    """An error of the page would fail the test when Anna leaves."""
    anna = invite("Anna", DESKTOP, "en")
    server = at_table(anna, "tock")
    play_by_text(anna, "tock", decisions=A_FEW["tock"])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.page.route("**/api/games/*/layout*", hold)
    server.position = {}
    anna.page.reload()
    wait_until(anna.page, lambda: bool(held and server.position))
    anna.sees("common", "loading")
    held[0].continue_()
    log = anna.page.get_by_role("region", name=anna.word("table", "log"))
    expect(log.get_by_role("listitem").first).to_be_visible()
