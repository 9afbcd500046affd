"""Names: ordinary ones of every script are welcome, and those that deceive are refused."""

from __future__ import annotations

from itertools import combinations

import pytest

from stammtisch import bots, catalog
from stammtisch.match.record import seat_problems
from stammtisch.server.tables.bot_names import BOT_NAMES
from stammtisch.server.tables.errors import BadName, BotName, LookAlike, MixedScripts
from stammtisch.server.tables.lookalikes import look_alike
from stammtisch.server.tables.names import LONGEST_NAME, clean_name, clean_names
from stammtisch.server.tables.parts import TableSeat
from stammtisch.server.tables.seating import BotSeat, NewTable, PersonHere, create_table
from support.page_sources import LANGUAGES, catalogue

ZWJ, ZWNJ = "\u200d", "\u200c"

WELCOME = [
    # Latin
    "Anna", "Ödön Ács", "Kiss-Nagy Eszter", "Özgür İlhan", "Ngô Thị Mỹ Hạnh", "Seán O’Brien", "O'Connor",
    "Łukasz Żółć", "Þórdís", "Ẹ̀bùn", "Jean-Luc", "d'Artagnan", "Müller 2", "J. R.", "x", "Ben Bot", "Botond",
    "Botticelli", "Kaʻiulani", "Anna_99", "#1", "R2-D2", "Stark", "<script>alert(1)</script>",
    # Greek, Cyrillic, Armenian, Georgian
    "Αλέξανδρος", "Наталья", "Ђорђе", "Їжак", "Հովհաննես", "ნინო", "Anna Ольга", "Анна-Maria",
    # Arabic, Persian with a joiner that keeps letters apart, Urdu, Hebrew with and without points
    "محمد عبد الله", f"علی{ZWNJ}رضا", "فاطمة الزهراء", "دانیال", "שָׂרָה", "יוסף",
    # South and South East Asia, with viramas and joiners
    "प्रियंका", "श्रीकृष्ण", f"क्{ZWJ}ष", f"ක්{ZWJ}රිස්ටි", f"র{ZWJ}্যাব", f"ನ್{ZWNJ}ನ", "தமிழ்ச்செல்வி",
    "സ്നേഹ", "สมชาย ใจดี", "နန်းမွေ့စံ", "មករា", "བསྟན་འཛིན་རྒྱ་མཚོ",
    # East Asia
    "山田 太郎", "山田\u3000太郎", "さくらちゃん", "ピカチュウ", "Tシャツ", "佐々木",
    "葛\U000e0100城", "김민수", "Kim민수", "王小明", "ㄅㄆㄇ",
    # Other scripts
    "ሰላም", "ᏣᎳᎩ", "ߒߞߏ", "ᱥᱟᱱᱛᱟᱲᱤ",
    # Emoji: joined, with skin tones, flags, keycaps, newer than this Python
    "🎲", "Anna 🎲", "👩\u200d👩\u200d👧\u200d👦", "👍🏽", "🏳️\u200d🌈", "🏴\u200d☠️", "🇭🇺", "🇩🇪 Anna",
    "1️⃣", "#️⃣", "❤️",
    "🕵🏽\u200d♂️", "🧑🏻\u200d🤝\u200d🧑🏿", "🙂\u200d↔️", "\U0001fae9", "☺︎",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    # As long as allowed
    "x" * LONGEST_NAME, "e\u0301" * LONGEST_NAME, "🇭🇺" * LONGEST_NAME,
    f"🧑🏻{ZWJ}❤️{ZWJ}💋{ZWJ}🧑🏿" * LONGEST_NAME, "⤴️",
]  # fmt: skip


@pytest.mark.parametrize("name", WELCOME)
def test_ordinary_names_of_every_script_are_welcome(name: str) -> None:
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert seat_problems((cleaned,), 1) == [], "it has to fit into a record"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (" Anna ", "Anna"),
        ("Anna\u200f", "Anna"),
        ("\u2068\u05d9\u05d5\u05e1\u05e3\u2069", "\u05d9\u05d5\u05e1\u05e3"),
        (f"علی{ZWNJ}", "علی"),
        (f"علی{ZWNJ} رضا", "علی رضا"),
        (f"🎲{ZWJ}", "🎲"),
        ("Anna  \u00a0 B", "Anna B"),
        ("山田\u3000太郎", "山田 太郎"),
        ("O\u0308do\u0308n", "Ödön"),
    ],
)
def test_spaces_composition_and_strays_are_made_equal(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "\u3000", "x" * (LONGEST_NAME + 1), "🇭🇺" * (LONGEST_NAME + 1),
        "\n", "Anna\n", "A\0nna", "An\tna",
        "An\u200bna", "Anna\ufeff", "An\u00adna", "\u2060Anna",  # zero width
        f"An{ZWJ}na", f"An{ZWNJ}na", f"👩{ZWJ}{ZWJ}👩", f"ع{ZWNJ}{ZWNJ}ل", f"क{ZWJ}ष",
        "\u202eannA", "An\u202dna", ZWJ, "\u200f",  # direction, and nothing else
        "\u3164", "Anna\u115f", "\uffa0", "\u2800",  # blank letters
        "Anna\U000e0041", "🎲\U000e0067\U000e007f",  # tags
        "Anna\ufe0f", "A\ufe0fnna", "Anna\U000e0100", "n\u20e3", "n\u20dd",
        "\u0301nna", "Anna \u0301", "a" + "\u0300\u0316\u0301" * 3, "ส" + "\u0e49" * 6,  # marks without end
        "\ue000", "\U000effff", "\u0378",  # private use, nothing
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="visible characters"):
        clean_name(name)


def test_a_refusal_names_the_character() -> None:
    with pytest.raises(BadName, match=r"U\+200B zero width space"):
        clean_name("An\u200bna")


@pytest.mark.parametrize(
    "name", ["Аnna", "Annа", "Ρaul", "раypal", "Sоfia", "Hаn Solo", "Ꭺnna", "Անna", "日本аб"]
)
def test_a_word_in_two_scripts_that_look_alike_is_refused(name: str) -> None:
    with pytest.raises(MixedScripts, match="write it in one script"):
        clean_name(name)


# Bots


def names_of_bots() -> list[str]:
    """Everything that records and the page call a bot, in every language."""
    levels = sorted({level for game in catalog.NAMES for level in bots.names(catalog.game(game))})
    shown = [f"bot:{level}" for level in levels]
    for language in LANGUAGES:
        words = catalogue("common", language)
        shown += [words["bot-name"].format(name=name) for name in BOT_NAMES]
        for level in levels:
            word = words[f"level-{level}"]
            shown += [words[key].format(n=2, level=word) for key in ("bot-level", "bot-number-level")]
    return shown


@pytest.mark.parametrize(
    "name",
    [
        *dict.fromkeys(names_of_bots()),
        "Bot Berta",
        "BOT",
        "bot1",
        "B0t Berta",
        "(bot) Anna",
        "Ｂｏｔ",
        "🤖 Berta",
        "ВОТ",
    ],
)
def test_people_are_not_named_like_bots(name: str) -> None:
    with pytest.raises(BotName):
        clean_name(name)


# At one table


def seats(*names: str) -> list[TableSeat]:
    """Seats of people, and of bots by their level as `bot:LEVEL`; an empty name is a free seat."""
    return [
        TableSeat(name.removeprefix("bot:"), bot=name.removeprefix("bot:"))
        if name.startswith("bot:")
        else TableSeat(name, number if name else None)
        for number, name in enumerate(names)
    ]


ALIKE = [
    ("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "Ａｎｎａ"), ("Anna", "𝓐𝓷𝓷𝓪"), ("Alice", "AIice"),
    ("Alice", "A1ice"), ("Bob", "B0b"), ("Сора", "Copa"), ("РОМА", "POMA"), ("Ida", "lda"), ("Kova", "Κονα"),
    ("Seán O’Brien", "Seán O'Brien"), ("Jean-Luc", "Jean‐Luc"), ("Straße", "STRASSE"),
    ("علي", "علی"), ("عـلـي", "علي"), ("ロボ", "口ボ"), ("❤", "❤️"),
    ("👩👩", f"👩{ZWJ}👩"), ("葛", "葛\U000e0100"), ("Işıl", "Işil"),
    ("Marta", "Maʀta"), ("Emma", "Ernma"), ("Will", "VVill"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_a_name_that_looks_like_another_at_the_table_is_refused(name: str, other: str) -> None:
    for new, seated in ((name, other), (other, name)):
        with pytest.raises(LookAlike, match="choose another name"):
            clean_names([new], seats(seated))
    with pytest.raises(LookAlike):
        clean_names([name, other], seats(""))


def test_the_same_name_is_allowed_since_the_page_numbers_it() -> None:
    assert clean_names(["Anna", "Anna "], seats("Anna", "")) == ("Anna", "Anna")


def test_nobody_is_named_like_a_bot_at_the_table() -> None:
    assert clean_names(["Strong"], seats("bot:easy")) == ("Strong",)
    for name in ("strong", "Strong", "str0ng"):
        with pytest.raises(LookAlike):
            clean_names([name], seats("bot:strong"))


def test_nobody_is_named_like_a_bot_at_the_table_by_its_own_name() -> None:
    bot = TableSeat("Panda", bot="easy")
    for name in ("panda", "PANDA", "easy"):
        with pytest.raises(LookAlike):
            clean_names([name], [bot])


def test_nobody_opens_a_table_under_the_name_of_one_of_its_bots() -> None:
    new = NewTable(game="zock", seats=[PersonHere("Random"), BotSeat("random")])
    with pytest.raises(LookAlike):
        create_table(new, "code", 120, "key", None, 0.0)


def test_ordinary_names_do_not_look_alike() -> None:
    cleaned = sorted({clean_name(name) for name in WELCOME})
    assert [pair for pair in combinations(cleaned, 2) if look_alike(*pair)] == []
    for one, other in (
        ("Jose", "José"),
        ("Anna", "Anne"),
        ("Ben", "Bea"),
        ("Anna 1", "Anna 2"),
        ("Jan", "Ján"),
    ):
        assert not look_alike(one, other)
