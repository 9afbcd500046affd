"""ICU messages as far as the page uses them: placeholders, numbers, plurals and choices.

The page formats them by `intl-messageformat`; this reads the same texts for the tests.
"""

from __future__ import annotations

from typing import Final, NamedTuple

PLURAL_FORMS: Final = ("one", "other")
"""Those of English, German and Hungarian, by Unicode's rules."""


class Placeholder(NamedTuple):
    """A place in a message: `{name}`, or with its kind `{n, number}`."""

    name: str
    kind: str = ""


class Plural(NamedTuple):
    """`{n, plural, one {…} other {…}}`: a message for each form of a number."""

    name: str
    forms: dict[str, Message]


class Select(NamedTuple):
    """`{who, select, you {…} other {…}}`: a message for each value of a word."""

    name: str
    forms: dict[str, Message]


class Count(NamedTuple):
    """The number of the plural around it, written `#`."""


Message = list[str | Placeholder | Plural | Select | Count]


class BadMessage(ValueError):
    """A text is no message of the kind that the page uses."""


def parse(text: str) -> Message:
    """The parts of a message, or `BadMessage`."""
    message, end = _parts(text, 0, counted=False)
    if end < len(text):
        raise BadMessage(f"a brace closes that was never opened: {text}")
    return message


def placeholders(message: Message) -> set[tuple[str, str]]:
    """Every placeholder of a message, with its kind.

    A plural that does not show its number only makes the verb agree, which not every language needs; so does
    a choice.
    """
    found: set[tuple[str, str]] = set()
    for part in message:
        if isinstance(part, Placeholder):
            found.add((part.name, part.kind))
        elif isinstance(part, Plural):
            if any(Count() in form for form in part.forms.values()):
                found.add((part.name, "plural"))
            found |= set().union(*map(placeholders, part.forms.values()))
        elif isinstance(part, Select):
            found |= set().union(*map(placeholders, part.forms.values()))
    return found


def plurals(message: Message) -> list[Plural]:
    """All of them, those in choices too."""
    chosen = [form for part in message if isinstance(part, Select) for form in part.forms.values()]
    return [
        *(part for part in message if isinstance(part, Plural)),
        *(plural for form in chosen for plural in plurals(form)),
    ]


def filled(message: Message, values: dict[str, str | int], count: str | int = "") -> str:
    """The message in words; a plural takes `one` for 1, as all three languages do."""
    return "".join(_filled(part, values, count) for part in message)


def _filled(
    part: str | Placeholder | Plural | Select | Count, values: dict[str, str | int], count: str | int
) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Count):
        return str(count)
    if isinstance(part, Placeholder):
        return str(values[part.name])
    if isinstance(part, Select):
        return filled(part.forms.get(str(values[part.name]), part.forms["other"]), values)
    number = values[part.name]
    return filled(part.forms["one" if number == 1 else "other"], values, number)


def _parts(text: str, at: int, *, counted: bool) -> tuple[Message, int]:
    """What stands up to the end or the brace that closes."""
    parts: Message = []
    plain = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "'":
            raise BadMessage(f"an apostrophe quotes in ICU; write ’ instead: {text}")
        if text[at] == "{" or (counted and text[at] == "#"):
            parts += [plain] if plain else []
            plain = ""
        if text[at] == "{":
            part, at = _argument(text, at + 1)
            parts.append(part)
        elif counted and text[at] == "#":
            parts.append(Count())
            at += 1
        else:
            plain += text[at]
            at += 1
    return [*parts, *([plain] if plain else [])], at


def _argument(text: str, at: int) -> tuple[Placeholder | Plural | Select, int]:
    end = min((text.find(sign, at) for sign in ",}" if text.find(sign, at) >= 0), default=-1)
    if end < 0:
        raise BadMessage(f"a brace stays open: {text}")
    name = text[at:end].strip()
    if not name.isidentifier():
        raise BadMessage(f"{name!r} is no name for a placeholder: {text}")
    if text[end] == "}":
        return Placeholder(name), end + 1
    if text[end:].replace(" ", "").startswith(",number}"):
        return Placeholder(name, "number"), text.index("}", end) + 1
    kind = text[end + 1 :].split(",", 1)[0].strip()
    if kind not in ("plural", "select"):
        raise BadMessage(f"{kind!r} is not used here: {text}")
    forms, at = _forms(text, text.index(",", end + 1) + 1, counted=kind == "plural")
    if kind == "plural":
        return Plural(name, forms), at
    if "other" not in forms:
        raise BadMessage(f"a choice needs “other”: {text}")
    return Select(name, forms), at


def _forms(text: str, at: int, *, counted: bool) -> tuple[dict[str, Message], int]:
    forms: dict[str, Message] = {}
    while True:
        brace, close = text.find("{", at), text.find("}", at)
        if close < 0:
            raise BadMessage(f"a plural or a choice stays open: {text}")
        if brace < 0 or close < brace:
            return forms, close + 1
        form = text[at:brace].strip()
        if form in forms or (counted and form not in PLURAL_FORMS):
            raise BadMessage(f"{form!r} is no form of a plural here, or stands there twice: {text}")
        forms[form], at = _parts(text, brace + 1, counted=counted)
        at += 1
