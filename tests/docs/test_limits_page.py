"""The page about limits has the numbers of the program."""

from __future__ import annotations

from typing import get_args

from stammtisch.server import serving
from stammtisch.server.accounts import guesses
from stammtisch.server.http import endpoint, protocol
from stammtisch.server.ops import limits
from stammtisch.server.ops.budgets import (
    SOCKETS_PER_PERSON,
    SPECTATORS_PER_TABLE,
    budgets,
    frames,
    open_requests,
)
from stammtisch.server.ops.limits import Budget
from stammtisch.server.settings import Settings
from stammtisch.server.tables import listing, wrong_codes
from stammtisch.server.tables.commands import AnyCommand
from stammtisch.server.ws import connection, transport
from stammtisch.server.ws.protocol import LARGEST_MESSAGE

from .pages import DOCS, code_spans, prose, rows, sections

LIMITS = DOCS / "limits.md"
SETTINGS = Settings()


def spelled(budget: Budget) -> str:
    rate, _ = budget
    neat = rate >= 0.1 and round(rate, 2) == rate
    often = f"{rate:g} a second" if neat else f"{round(3600 * rate)} an hour"
    return f"{often}, {budget.burst:.0f} at once"


def test_every_budget_is_listed() -> None:
    parts = sections(LIMITS)
    listed = rows(parts["Requests"]) + rows(parts["Commands"])
    assert {code_spans(kind)[0]: numbers for kind, *numbers, _ in listed} == {
        kind: [spelled(budget) for budget in limit] for kind, limit in budgets(SETTINGS).items()
    }


def test_every_command_is_listed_with_its_budget() -> None:
    listed = {code_spans(kind)[0]: code_spans(what) for kind, *_, what in rows(sections(LIMITS)["Commands"])}
    counted: dict[str, list[str]] = {}
    for command in get_args(AnyCommand):
        kind = connection.BUDGETS.get(command, connection.OTHER)
        counted.setdefault(kind, []).append(command.__struct_config__.tag)
    assert {kind: sorted(tags) for kind, tags in listed.items()} == {
        kind: sorted(tags) for kind, tags in counted.items()
    }


def test_the_limits_of_sockets_are_listed() -> None:
    of_socket = frames(SETTINGS)
    assert [int(number) for _, number in rows(sections(LIMITS)["Sockets"])] == [
        SETTINGS.most_connections_per_address,
        SETTINGS.most_connections,
        SOCKETS_PER_PERSON,
        SPECTATORS_PER_TABLE,
        of_socket.per_second,
        of_socket.burst,
        LARGEST_MESSAGE,
        transport.LARGE,
        connection.COMMANDS_AT_ONCE,
        connection.OFFENCES_AT_MOST,
        serving.PING_EVERY,
        serving.PONG_WITHIN,
    ]


def test_the_limits_of_connections_are_listed() -> None:
    assert [int(number) for _, number in rows(sections(LIMITS)["Connections"])] == [
        *open_requests(SETTINGS),
        protocol.HEADERS_AT_MOST,
        protocol.HEAD_AT_MOST,
        endpoint.BODY_AT_MOST,
        protocol.PIECES_AT_MOST,
        protocol.PIPELINED_AT_MOST,
        protocol.HEAD_WITHIN,
        protocol.BODY_WITHIN,
        protocol.READ_WITHIN,
        serving.KEEP_ALIVE,
    ]


def test_the_other_numbers_are_those_of_the_program() -> None:
    text = prose(LIMITS)
    assert f"{limits.NETWORK_FACTOR} times as much together" in text
    assert f"up to {limits.SPREAD:.0f} seconds more" in text
    assert f"remembers {limits.BUCKETS_AT_MOST} addresses" in text
    assert f"more than {wrong_codes.WRONG.burst} wrong codes" in text
    assert f"only {wrong_codes.FEW} tries in the next {wrong_codes.CAREFUL_FOR / 60:.0f} minutes" in text
    assert f"at most {listing.LISTED_PER_ADDRESS} public tables" in text
    assert f"after {guesses.FREE} of them, strangers have to wait up to {guesses.LONGEST_WAIT:.0f}" in text


def test_every_setting_that_changes_a_limit_is_listed() -> None:
    listed = [code_spans(name)[0] for name, _ in rows(sections(LIMITS)["Settings"])]
    usual = budgets(SETTINGS)
    changing = [
        name
        for name in Settings.__struct_fields__
        if isinstance(getattr(SETTINGS, name), int)
        and budgets(Settings(**{name: getattr(SETTINGS, name) + 1})) != usual
    ]
    assert sorted(listed) == sorted(changing)
