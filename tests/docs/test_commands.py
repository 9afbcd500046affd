"""The page about commands has every command and every option."""

from __future__ import annotations

from importlib import import_module

import click
import pytest

from stammtisch.cli.admin import admin
from stammtisch.cli.main import COMMANDS

from .pages import DOCS, code_spans, prose, rows, sections, tables

PAGE = DOCS / "commands.md"


def command(name: str) -> click.Command:
    found: click.Command = getattr(import_module(f"stammtisch.cli.{name}"), name)
    return found


def test_every_command_is_listed_and_has_its_section() -> None:
    listed = [code_spans(row[0])[0] for row in rows(prose(PAGE))]
    assert listed == list(COMMANDS) == list(sections(PAGE))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_listed(name: str) -> None:
    last = tables(sections(PAGE)[name])[-1:]
    listed = {option for table in last for row in table for option in code_spans(row[0])}
    options = [parameter for parameter in command(name).params if isinstance(parameter, click.Option)]
    assert listed == {option.opts[0] for option in options}


def test_every_admin_command_is_listed() -> None:
    listed = [code_spans(row[0])[0].split()[0] for row in rows(sections(PAGE)["admin"])]
    assert sorted(listed) == sorted(admin.commands)


def test_options_that_are_named_exist() -> None:
    commands = [command(name) for name in COMMANDS] + list(admin.commands.values())
    known = {option for found in commands for parameter in found.params for option in parameter.opts}
    named = {span.split()[0] for span in code_spans(prose(PAGE)) if span.startswith("--")}
    assert named <= known
