"""The page about notifications shows what is sent, and has the numbers of the program."""

from __future__ import annotations

import json
from typing import get_args

import msgspec

from stammtisch.server.notifications import deliveries, devices, http_client, notifier, webhooks
from stammtisch.server.notifications.failures import Why
from stammtisch.server.notifications.shapes import Message, Shape, shaped, signature, turn_text
from stammtisch.server.tables.actor import UNSEEN_WITHIN

from .pages import DOCS, blocks, chapters, code_spans, prose, rows, sections

PAGE = DOCS / "notifications.md"
SHAPES: tuple[Shape, ...] = ("json", "discord", "matrix", "slack")
SHOWN = [block.text for block in blocks(PAGE, "json")]
HOOKS = chapters(sections(PAGE)["Webhooks"])


def test_every_shape_is_shown_as_it_is_sent() -> None:
    message = msgspec.json.decode(SHOWN[0], type=Message)
    assert message.name is not None
    for shape, shown in zip(SHAPES, SHOWN, strict=True):
        text = turn_text(shape, "en", message.name, "ZOCK", message.link)
        assert text == message.text
        assert json.loads(shaped(shape, message)[0]) == json.loads(shown)


def test_every_shape_and_every_header_is_listed() -> None:
    assert tuple(code_spans(shape)[0] for shape, *_ in rows(HOOKS["Shapes"])) == get_args(Shape)
    listed = [code_spans(header)[0] for header, _ in rows(HOOKS["Signature"])]
    assert {*signature("", 0, b"")} | {"Stammtisch-Delivery"} == {*listed}


def test_every_reason_of_a_failure_is_listed() -> None:
    *listed, (before, _) = rows(HOOKS["When nobody answers"])
    assert tuple(code_spans(why)[0] for why, _ in listed) == get_args(Why)
    assert before == "null"


def test_numbers_are_those_of_the_program() -> None:
    text = " ".join(prose(PAGE).split())
    pauses = ", ".join(map(spelled, deliveries.PAUSES[:-1]))
    assert f"{deliveries.TRIES} times in all: after {pauses} and {spelled(deliveries.PAUSES[-1])}" in text
    assert f"within {http_client.SECONDS:.0f} seconds" in text
    assert f"at most {devices.MOST_TABLES} tables" in text
    assert f"at most {devices.MOST_DEVICES} devices" in text
    assert f"at most {webhooks.MOST_WEBHOOKS} each" in text
    assert f"{webhooks.FAILURES_AT_MOST} messages in a row" in text
    assert f"At most {deliveries.MOST_WAITING} messages wait" in text
    assert UNSEEN_WITHIN == 60, "the page says: within a minute"
    assert notifier.SETTLING < 10, "the page says: a few seconds"


def spelled(seconds: float) -> str:
    for unit, length in (("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= length:
            number = round(seconds / length)
            return f"{number} {unit}{'s' * (number > 1)}"
    raise AssertionError(seconds)
