"""Names that look alike: texts that readers cannot tell apart have the same skeleton.

This covers what people are deceived with, not everything that Unicode lists: letters of other scripts
that look Latin, digits that look like letters, Arabic and East Asian letters that share a shape,
punctuation, and characters that cannot be seen.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_SAME_SHAPE: Final = {
    # Cyrillic
    "АВЕКМНОРСТУХЅІЈԚԜҮӀЬ": "ABEKMHOPCTYXSIJQWYIb",
    "асеорхуѕіјԁԛԝһӏѵгк": "aceopxysijdqwhlvrk",
    # Greek; Coptic has the same shapes
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ": "ABEZHIKMNOPTYXCJ",
    "αγικνορυϲϳ": "ayikvopucj",
    "ⲞⲟⲤⲥⲢⲣⲀ": "OoCcPpA",
    # Armenian, Cherokee and Lisu
    "ՍՏՕԼոսօհցզյ": "USOLnuohgqj",
    "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ": "ABCDEGHJKLMPRSTVWZ",
    "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ": "ABCDEFGHIJKLMNOPRSTUVWXYZ",
    # Latin
    "ıɑɡɩǀꞮ": "iagilI",
    "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ": "ABCDEGHIJKLMNOPRSTUVWYZ",
    # Arabic letters that differ in their code and hardly in their shape
    "یىکہەھ": "ييكههه",
    # Kana that look like ideographs or like each other
    "ロ囗エカニハタトへー": "口口工力二八夕卜ヘ一",
    # Punctuation
    "’‘ʼʻ`´′ʹ": "''''''''",
    "‐‑‒–—−": "------",
    "·•・": "...",
}
_LIKE_ONE_LETTER: Final = {"i": "l", "1": "l", "|": "l", "0": "o", "\N{ROBOT FACE}": " bot "}
"""Applied when capital and small letters no longer differ: a capital I is a small l, and 0 an O."""
_LIKE_ONE_LETTER_TOGETHER: Final = {"rn": "m", "vv": "w"}

_UNSEEN: Final = re.compile("[\u0640\u200c\u200d\ufe0e\ufe0f\U000e0100-\U000e01ef]")
_DOT_OF_I: Final = "\N{COMBINING DOT ABOVE}"

_SHAPES: Final = str.maketrans(
    {ord(one): other for ones, others in _SAME_SHAPE.items() for one, other in zip(ones, others, strict=True)}
)
_LETTERS: Final = str.maketrans(_LIKE_ONE_LETTER)


def folded(name: str) -> str:
    """The same for all spellings of a name, whatever their case, composition and spaces."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


def skeleton(name: str) -> str:
    """The same for all names that look alike."""
    shapes = _UNSEEN.sub("", normalize("NFKD", name)).translate(_SHAPES)
    letters = normalize("NFKD", shapes.casefold()).replace("i" + _DOT_OF_I, "i").translate(_LETTERS)
    for together, one in _LIKE_ONE_LETTER_TOGETHER.items():
        letters = letters.replace(together, one)
    return " ".join(letters.split())


def look_alike(name: str, other: str) -> bool:
    """Whether readers could take one name for the other."""
    return folded(name) == folded(other) or skeleton(name) == skeleton(other)
