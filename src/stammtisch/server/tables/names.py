"""Which names people may have, at a table and as a profile: ordinary names of every script.

What is refused deceives: characters that cannot be seen, letters that pretend to be of another script,
the names that bots have, and names that look like somebody else's at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Final
from unicodedata import category, combining, normalize
from unicodedata import name as name_of

from msgspec import Meta

from stammtisch.core.documents import shown
from stammtisch.server.tables.errors import BadName, BotName, LookAlike, MixedScripts
from stammtisch.server.tables.lookalikes import folded, look_alike, skeleton
from stammtisch.server.tables.parts import TableSeat

LONGEST_NAME: Final = 30
"""Characters of a name as people count them: a letter with its accents is one, and so is a flag."""
LONGEST_TEXT: Final = 400
"""Code points of a name; a single character, such as a family of emoji, may consist of a dozen."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_TEXT,
        description=f"at most {LONGEST_NAME} visible characters",
        extra_json_schema={"maxCharacters": LONGEST_NAME},
    ),
]

_CHARACTER: Final = re.compile(
    r"""  RR?                             # a flag, of two letters
        | KV?C                            # a keycap
        | P[VT]?(?:JP[VT]?)*              # emoji, with skin tones and joined to others
        | HI?D{0,2}                       # an ideograph or a variant of it
        | A[MDW]{0,5}Z(?=A)               # joining letters that are kept apart, as in Persian
        | [LA](?:[MD]|W[JZ]?|JW){0,5}     # a letter and its marks, joiners only beside a virama
        | [ KNST]""",
    re.VERBOSE,
)
"""One character as people see it, by the kinds of its code points: see `_kind`."""
_TOO_MANY_ACCENTS: Final = "DDD"
_SPACES: Final = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_STRAY: Final = re.compile(
    "[\u061c\u200e\u200f\u2066-\u2069]|(?<![^ ])[\u200c\u200d]+|[\u200c\u200d]+(?![^ ])"
)
"""What keyboards and clipboards leave behind: marks of direction, and joiners with nothing to join."""
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters, marks and symbols by their category, but there is nothing to see."""
_PICTURES: Final = frozenset("‼⁉ℹ↔⤴⤵◻◼◽◾〰〽")
"""Emoji by their use, but not by their category."""
_BLACK_FLAG: Final = "\U0001f3f4"
_HIDDEN_LETTERS: Final = [
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
]
"""What follows the black flag in the flags of England, Scotland and Wales; no other emoji hides letters."""
_SPECIAL: Final = {
    "\u200c": "Z",
    "\u200d": "J",
    "\ufe0e": "V",
    "\ufe0f": "V",
    "\u20e3": "C",
    **dict.fromkeys("0123456789#*", "K"),
    **dict.fromkeys(_UNSEEN, "?"),
    **dict.fromkeys(_PICTURES, "P"),
}
_BY_CATEGORY: Final = {"L": "L", "N": "N", "P": "S", "S": "S"}
_BLOCKS: Final = (
    ("\U0001f1e6", "\U0001f1ff", "R"),
    ("\U0001f3fb", "\U0001f3ff", "T"),
    ("\U0001f000", "\U0001faff", "P"),  # a newer Unicode may have emoji that this Python does not know
    ("\U000e0100", "\U000e01ef", "I"),
    ("\ufe00", "\ufe0d", "?"),
    ("\u180b", "\u180f", "?"),
)

_JOINING: Final = frozenset({"ARABIC", "SYRIAC", "MANDAIC", "NKO", "ADLAM"})
_EAST_ASIAN: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
_OF_EVERY_SCRIPT: Final = frozenset(
    {"COMBINING", "MODIFIER", "VARIATION", "VEDIC", "ZERO", "TAG", "CANCEL", ""}
)
_LIKE_LATIN: Final = frozenset({"CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "DESERET"})
"""Scripts with many letters that look Latin: a word has letters of one of them alone."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def clean_name(name: str) -> str:
    """The name as it is kept and shown, or the error that refuses it."""
    text = _STRAY.sub("", _SPACES.sub(" ", normalize("NFC", name))).strip(" ")
    if not 0 < _length(text) <= LONGEST_NAME:
        raise BadName(f"a name has 1 to {LONGEST_NAME} visible characters; {shown(name)} does not fit")
    _check_scripts(text)
    if any(_LETTERS.findall(form)[:1] == ["bot"] for form in (folded(text), skeleton(text))):
        raise BotName(f"{shown(text)} reads like a bot's name: choose another name")
    return text


def clean_names(names: Iterable[str], seats: Sequence[TableSeat]) -> tuple[str, ...]:
    """The names of people who join a table, or the error that refuses one of them.

    Two people may have the very same name: the page then numbers them.
    """
    cleaned = tuple(map(clean_name, names))
    people = [place.name for place in seats if place.person is not None]
    bots = [name for place in seats if place.bot is not None for name in (place.name, place.bot)]
    for number, name in enumerate(cleaned):
        others = [other for other in (*people, *cleaned[:number]) if other != name]
        for other in others + bots:
            if look_alike(name, other):
                raise LookAlike(f"{shown(name)} looks like {shown(other)} at this table: choose another name")
    return cleaned


# Characters


def _length(text: str) -> int:
    """How many characters people see, or `BadName` for one that cannot be in a name."""
    for letters in _HIDDEN_LETTERS:
        text = text.replace(_BLACK_FLAG + letters, _BLACK_FLAG)
    kinds, at, count = "".join(map(_kind, text)), 0, 0
    while at < len(kinds):
        found = _CHARACTER.match(kinds, at)
        if found is None or _TOO_MANY_ACCENTS in found[0]:
            raise _cannot_be_in_a_name(text[at if found is None else found.end() - 1])
        at, count = found.end(), count + 1
    return count


def _kind(character: str) -> str:
    """What a character is, in a letter of `_CHARACTER`: L letter, A joining letter, H ideograph, M mark,
    W virama, D accent, N number, S sign, P picture; R, T, K, C, V, I, J and Z are parts of characters.
    """
    if character in _SPECIAL:
        return _SPECIAL[character]
    for first, last, kind in _BLOCKS:
        if first <= character <= last:
            return kind
    of = category(character)
    if of in ("Mn", "Mc"):
        return "W" if combining(character) == 9 else "D" if _script(character) in _OF_EVERY_SCRIPT else "M"
    if of == "So":
        return "P"
    if of[0] == "L":
        script = _script(character)
        return "H" if script == "CJK" else "A" if script in _JOINING else "L"
    return " " if character == " " else _BY_CATEGORY.get(of[0], "?")


def _cannot_be_in_a_name(character: str) -> BadName:
    code, words = f"U+{ord(character):04X}", name_of(character, "").lower()
    return BadName(f"a name has visible characters only: {code} {words}".rstrip() + " cannot be there")


# Scripts


def _check_scripts(text: str) -> None:
    """`MixedScripts` where a word has letters of scripts that do not belong together."""
    for word in "".join(c if category(c)[0] in "LMC" else " " for c in text).split():
        scripts = {_script(normalize("NFKC", character)[0]) for character in word} - _OF_EVERY_SCRIPT
        scripts = {"EAST ASIAN" if script in _EAST_ASIAN else script for script in scripts}
        if len(scripts - {"LATIN"}) > 1 or (len(scripts) > 1 and scripts & _LIKE_LATIN):
            mixed = " and ".join(sorted(script.capitalize() for script in scripts))
            raise MixedScripts(f"the word {shown(word)} mixes {mixed} letters: write it in one script")


def _script(character: str) -> str:
    """The script of a letter or mark, which begins its Unicode name."""
    return re.split("[ -]", name_of(character, ""), maxsplit=1)[0]
