"""Each game from the invitation to the analysis, by two people who see each other only through the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Error, expect

from support.browser.hands import wait_until
from support.browser.visitors import DESKTOP, PHONE, Device, Visitor, play
from tests.browser.conftest import Invite

LANGUAGES = ("de", "en", "hu")
FIRST_LOAD = 150 * 1024
"""Bytes that a guest's device fetches for the page of a table."""
NEARLY_ALL = 3
"""Stones in the house with which a game of Tock is soon over."""
GAMES = ("kniffel", "tock", "zock", "zocknroll")


def test_zock(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de", still=True)
    ben = invite("Ben", DESKTOP, "en", keys=True, scheme="dark")
    from_invitation_to_analysis("zock", anna, ben)


def test_kniffel(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "hu", keys=True, still=True)
    ben = invite("Ben", PHONE, "de", still=True, scheme="dark")
    from_invitation_to_analysis("kniffel", anna, ben)


def test_zocknroll(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "en", still=True)
    ben = invite("Ben", DESKTOP, "hu", keys=True, still=True, scheme="dark")
    from_invitation_to_analysis("zocknroll", anna, ben)


def test_tock(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "hu", still=True)
    ben = invite("Ben", DESKTOP, "de", keys=True, still=True, scheme="dark")
    from_invitation_to_analysis("tock", anna, ben)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", [False, True], ids=["pointer", "keys"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=lambda device: device.name)
def test_every_game_on_every_device_in_every_language(
    invite: Invite, game: str, language: str, keys: bool, device: Device
) -> None:
    other = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    anna = invite("Anna", device, language, keys=keys, scheme="dark")
    ben = invite("Ben", DESKTOP if device is PHONE else PHONE, other, keys=not keys)
    from_invitation_to_analysis(game, anna, ben)


def from_invitation_to_analysis(game: str, anna: Visitor, ben: Visitor) -> None:
    """A whole game, from the invitation to the analysis."""
    link = anna.open_table(game)
    anna.look(f"{game}-lobby")
    ben.sit_down(link)
    assert 0 < ben.fetched < FIRST_LOAD
    play(game, anna, ben, until=lambda: anna.turns > 3 and ben.turns > 3)
    anna.look(f"{game}-playing")
    ben.look(f"{game}-playing")
    anna.reload()
    play(game, anna, ben, until=lambda: anna.turns > 6 and ben.turns > 6)
    ben.lose_connection()
    ben.look(f"{game}-no-connection")
    ben.find_connection()
    if game == "tock":
        for visitor in (anna, ben):
            reads_cards_and_position(visitor)
        with_a_stand_in(anna, ben)
    play(game, anna, ben)
    anna.look(f"{game}-over")
    once_more(game, anna, ben)
    reader = ben if game == "zocknroll" else anna
    games = reader.around_the_table()
    reader.press(games.get_by_role("link", name=reader.word("table", "game-number", n=1)))
    reader.read_the_record(game)
    reader.read_the_analysis(game)


def reads_cards_and_position(visitor: Visitor) -> None:
    """What the board shows can be read as text: what the cards do, and where all stones are."""
    titles = {"chart": visitor.word("tock/chart", "title"), "standing": visitor.word("common", "in-words")}
    for what, title in titles.items():
        visitor.press(visitor.board.get_by_role("button", name=title))
        dialog = visitor.page.get_by_role("dialog", name=title)
        expect(dialog).to_be_visible()
        if what == "standing":
            expect(dialog.get_by_text(visitor.word("tock/standing", "danger"))).to_be_visible()
        visitor.look(f"tock-{what}")
        visitor.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def with_a_stand_in(anna: Visitor, ben: Visitor) -> None:
    """Tock takes its time: bots play for both until somebody is nearly home, then both play on themselves."""
    let_a_bot_play(ben)
    ben.look("tock-stand-in")
    turns = anna.turns
    play("tock", anna, until=lambda: anna.turns > turns + 6)
    let_a_bot_play(anna)
    wait_until(anna.page, lambda: anna.is_over or most_home(anna) >= NEARLY_ALL)
    for visitor in (anna, ben):
        take_seat_back(visitor)
    turns = ben.turns
    play("tock", anna, ben, until=lambda: anna.is_over or ben.turns > turns + 6)
    if not anna.is_over:  # these turns were not enough
        let_a_bot_finish(ben)
        turns = anna.turns
        play("tock", anna, until=lambda: anna.is_over or anna.turns > turns + 20)
    if not anna.is_over:
        let_a_bot_finish(anna)


def take_seat_back(visitor: Visitor) -> None:
    """Play oneself again, where a bot plays and the game is not over."""
    back = visitor.button("table", "take-seat-back")
    wait_until(visitor.page, lambda: visitor.is_over or back.count() > 0)
    if back.count():
        visitor.press(back)
        expect(back).to_have_count(0)


def let_a_bot_play(visitor: Visitor) -> None:
    around = visitor.around_the_table()
    visitor.press(around.get_by_role("button", name=visitor.word("table", "leave")))
    visitor.press(around.get_by_role("button", name=visitor.word("table", "leave-yes")))
    visitor.sees("table", "bot-plays")


def let_a_bot_finish(visitor: Visitor) -> None:
    """Let a bot play to the end of the game, which may come while it is being asked for."""
    try:
        let_a_bot_play(visitor)
    except (AssertionError, Error):
        if not visitor.is_over:
            raise
        visitor.page.keyboard.press("Escape")


def most_home(visitor: Visitor) -> int:
    """The most stones that any player has in the house."""
    home = re.compile(re.escape(visitor.word("tock/places", "on-house", n=0)).replace("0", r"\d"))
    stones: list[list[str]] = visitor.board.locator("[data-stone]").evaluate_all(
        "stones => stones.map((stone) => [stone.dataset.stone, stone.getAttribute('aria-label')])"
    )
    owners = [stone[0] for stone, where in stones if home.search(where)]
    return max(map(owners.count, owners), default=0)


def once_more(game: str, anna: Visitor, ben: Visitor) -> None:
    """Anna asks for a rematch, and Ben agrees."""
    for visitor in (anna, ben):
        if visitor.button("table", "take-seat-back").count():
            take_seat_back(visitor)
    anna.press(anna.button("table", "rematch"))
    ben.sees("table", "asks-rematch", name="Anna", n=1)
    ben.look(f"{game}-question")
    ben.press(ben.button("table", "yes"))
    for visitor in (anna, ben):
        expect(visitor.page.locator("#result")).to_have_count(0)
