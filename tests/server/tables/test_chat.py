"""Chat messages and quick phrases."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import BadRequest
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import Hushed
from tests.server.offline_table import OfflineTable, assert_refused


@pytest.mark.parametrize("names", [("Anna", "Ben", "Cleo", "Dora"), ("Anna", "Ben", "Cleo")])
def test_T38_only_quick_phrases_are_sent_while_cards_are_held(names: tuple[str, ...]) -> None:
    offline = OfflineTable("tock", *names)
    offline.send(0, commands.SendMessage(text="hello"))
    offline.start()
    offline.send(0, commands.SendMessage(text="good luck"))
    offline.roll_until_choice()
    with pytest.raises(Hushed, match="T38"):
        offline.send(0, commands.SendMessage(text="I have a joker"))
    offline.send(0, commands.SendPhrase(phrase="well-played"))
    sent = [message.text or message.phrase for _, message in offline.table.chat]
    assert sent == ["hello", "good luck", "well-played"]


def test_control_characters_are_removed_from_messages() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    offline.send(0, commands.SendMessage(text="a\x1b[2Jb\u202e"))
    assert offline.table.chat[-1][1].text == "a [2Jb"
    assert_refused(BadRequest, offline, 0, commands.SendMessage(text="\x1b\n"))


def test_what_joins_emoji_and_letters_is_kept() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    family, persian = (
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    )
    for text in (family, persian):
        offline.send(0, commands.SendMessage(text=text))
        assert offline.table.chat[-1][1].text == text
    assert_refused(BadRequest, offline, 0, commands.SendMessage(text="\u200d\u200c"))
