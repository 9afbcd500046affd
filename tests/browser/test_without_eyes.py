"""Played without eyes: every decision is read from roles and names, and what comes up is said aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import WebSocket, expect

from support.browser.by_text import play_by_text
from support.browser.hands import wait_until
from support.browser.reading import heard, listen
from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from tests.browser.conftest import Invite
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
    [...section.querySelectorAll(':scope > ul > li')].map((li) => li.textContent.replace(/\\s+/g, ' ').trim()),
]))"""
A_FEW: Final = 12
"""Decisions; in Tock, card, stone and goal are one each."""


class Server:
    """What the server has told a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.position: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        visitor.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        update: dict[str, Any] = json.loads(frame)
        if update["type"] == "position":
            self.position = update
            self.events += [event for step in update.get("steps", ()) for event in step["events"]]


def at_table(visitor: Visitor, game: str) -> Server:
    """At a new table against bots, all ears."""
    listen(visitor)
    server = Server(visitor)
    visitor.go("/")
    visitor.follow(f"{visitor.server}/t/{visitor.page.evaluate(TABLE, [game, BOTS[game]])}")
    visitor.board.wait_for()
    return server


def hears(visitor: Visitor, said: str) -> None:
    """Sooner or later."""
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
    play_by_text(anna, game, turns=A_FEW)


# What the others do


SENTENCES: Final = {
    "kniffel": (["scored"], r"Bot \w+ has .+? and fills in “", r"Bot \w+ (?:rolls|keeps) (?!.*to see who)"),
    "tock": (["played", "folded"], r"Bot \w+ (?:plays|cannot play)", r"continues"),
    "zock": (["covered", "sat-out"], r"Bot \w+ rolls .+? and (?:covers|sits out)", r"Bot \w+ (?:covers|sits)"),
    "zocknroll": (["stayed", "left"], r"Bot \w+ (?:stays in|leaves)", r"Bot \w+ (?:stays.*){2}"),
}
"""What ends a turn, how it is told, and what would tell only a part of it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_of_somebody_else_is_one_sentence(invite: Invite, game: str) -> None:
    anna = invite("Anna", DESKTOP, "en")
    server = at_table(anna, game)
    play_by_text(anna, game, turns=A_FEW)
    kinds, sentence, part = SENTENCES[game]

    def turns() -> int:
        return sum(event["event"] in kinds and event["seat"] != 0 for event in server.events)

    def told() -> str:
        return "\n".join(heard(anna))

    wait_until(anna.page, lambda: len(re.findall(sentence, told())) == turns() > 0)
    assert not re.search(part, told())


# What comes up


def test_questions_answers_and_departures_are_said_aloud(invite: Invite) -> None:
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


def test_a_refusal_is_said_aloud(invite: Invite) -> None:
    anna, ben, cora = (invite(name, DESKTOP, "en") for name in ("Anna", "Ben", "Cora"))
    listen(cora)
    link = anna.open_table("zocknroll", players=3)
    for guest in (ben, cora):
        guest.page.goto(link)
        guest.hands.write(guest.page.get_by_label(guest.word("lobby", "your-name")), guest.name)
        guest.hands.pick(guest.page.locator("main form select"), "1")
    cora.cut_off()  # so that what she sees is old
    ben.press(ben.button("lobby", "join", n=1))
    ben.sees("lobby", "you")
    cora.context.set_offline(False)
    cora.press(cora.button("lobby", "join", n=1))
    hears(cora, cora.word("refusals", "seat-taken"))


# The position in words


def in_words(visitor: Visitor) -> dict[str, list[str]]:
    """The lines of “Where do I stand?” by their headings, asked by key from wherever one is."""
    visitor.page.evaluate("document.activeElement.blur()")
    visitor.page.keyboard.press("?")
    dialog = visitor.page.get_by_role("dialog", name=visitor.word("common", "in-words"))
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    sections: dict[str, list[str]] = dialog.evaluate(SECTIONS)
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    return sections


def listed(items: list[str]) -> str:
    """As English lists things."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def kniffel_lines(anna: Visitor, server: Server, words: dict[str, list[str]]) -> None:
    """Open boxes of everybody, and what the dice bring in each."""
    position, dice = server.position, words[anna.word("kniffel/board", "dice")]
    boxes = [move.removeprefix("score ") for move in position["moves"] if move.startswith("score ")]
    assert boxes
    labels = dict(zip(position["moves"], position["labels"], strict=True))
    said = [f"{anna.word('kniffel/board', box)} {labels[f'score {box}']}" for box in boxes]
    assert anna.word("kniffel/board", "words-points", boxes=listed(said)) in dice
    rolled = listed(sorted(position["view"]["dice"]))
    assert anna.word("kniffel/board", "words-dice", dice=rolled) in dice
    for name, lines in list(words.items())[1:]:
        sheet = position["view"]["sheets"][name != "Anna"]
        upper = anna.word(
            "kniffel/board", "words-open", boxes=listed([box for box in open_boxes(anna, lines)])
        )
        assert lines[0] == upper
        assert len(open_boxes(anna, lines)) == 13 - len(sheet)
        assert not {anna.word("kniffel/board", box) for box in sheet} & {*open_boxes(anna, lines)}
        total = position["tally"]["total"][name != "Anna"]
        assert lines[-1] == anna.word("kniffel/board", "words-total", n=total)


def open_boxes(anna: Visitor, lines: list[str]) -> list[str]:
    boxes = lines[0].removeprefix(anna.word("kniffel/board", "words-open", boxes=""))
    return re.split(r", and |, | and ", boxes)


def zock_lines(anna: Visitor, server: Server, words: dict[str, list[str]]) -> None:
    """Fields of both, the roll, and every way to cover."""
    view = server.position["view"]
    for seat, lines in enumerate(list(words.values())[1:]):
        fields = listed([str(field) for field in view["open"][seat]])
        assert lines[0] == anna.word("zock/board", "words-open", fields=fields)
    covers = [move for move in server.position["moves"] if move != "none"]
    table = words[anna.word("zock/board", "dice")]
    ways = "; ".join(listed([*move.removeprefix("cover ").replace("+", "")]) for move in covers)
    assert not covers or anna.word("zock/board", "words-offers", ways=ways) in table


def zocknroll_lines(anna: Visitor, server: Server, words: dict[str, list[str]]) -> None:
    """Every row of everybody is begun or still empty, as the server counts the marks."""
    view = server.position["view"]
    for seat, lines in enumerate(list(words.values())[-len(view["marks"]) :]):
        begun = [line.split(":")[0] for line in lines if re.search(r": \d of \d marks", line)]
        marks = {row: n for row, n in view["marks"][seat].items() if n}
        assert {*begun} == {anna.word("zocknroll/rows", row) for row in marks}
        for row, n in marks.items():
            assert any(line.startswith(f"{anna.word('zocknroll/rows', row)}: {n} of ") for line in lines)


def tock_lines(anna: Visitor, server: Server, words: dict[str, list[str]]) -> None:
    """Stones in running order with their ways, what is in reach of whom, and all cards."""
    view, tally = server.position["view"], server.position["tally"]
    own = next(lines for title, lines in words.items() if title.startswith("You:"))
    ways = [way for way in tally["ways"][0] if way is not None]
    home = sorted(way.get("home") for way in ways if way.get("home") is not None)
    said = [int(found[1]) for line in own if (found := re.search(r"(\d+) fields? home", line))]
    assert said == [n for n in home if n in said]
    assert len([line for line in own if "stone " in line and "reserve" not in line]) >= len(ways)
    gates = [int(found[1]) for line in own if (found := re.search(r"(\d+) fields? to the gate", line))]
    house = [way for way, place in zip(tally["ways"][0], view["stones"][0], strict=True) if "h" in place]
    assert sorted(gates) == sorted(way["gate"] for way in ways if way not in house)
    cards = words[anna.word("tock/standing", "cards")]
    assert len(cards) == len({*view["hands"][0]})
    reach = [words[anna.word("tock/standing", key)] for key in ("danger", "chance")]
    hits = [line for lines in reach for line in lines if re.search(r"(?:ahead|back|play): ", line)]
    assert len(hits) == len(tally["in_reach"])


CHECKS: Final[dict[str, Callable[[Visitor, Server, dict[str, list[str]]], None]]] = {
    "kniffel": kniffel_lines,
    "tock": tock_lines,
    "zock": zock_lines,
    "zocknroll": zocknroll_lines,
}


@pytest.mark.parametrize("game", GAMES)
def test_where_i_stand_is_what_the_server_says(invite: Invite, game: str) -> None:
    anna = invite("Anna", DESKTOP, "en")
    server = at_table(anna, game)
    play_by_text(anna, game, turns=2 * A_FEW)
    wait_until(anna.page, lambda: anna.is_asked and bool(server.position["moves"]))
    print(json.dumps(server.position)[:6000]); w=in_words(anna); print(json.dumps(w, indent=1, ensure_ascii=False))
    CHECKS[game](anna, server, w)
