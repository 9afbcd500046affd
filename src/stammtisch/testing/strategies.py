"""Hypothesis strategies for any game: its options, its positions, and text that is nearly its notation."""

from __future__ import annotations

from itertools import islice

import msgspec
from hypothesis import assume
from hypothesis import strategies as st
from msgspec import inspect

from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document, Options
from stammtisch.core.game import AnyGame
from stammtisch.core.value import Value
from stammtisch.testing.playout import mutated, random_steps

ABOVE_LEAST = 5
"""How far above the lowest one numbers are drawn; larger ones would make long games."""
DIFFERING = 3
"""The most fields that differ from their defaults at once; more would rarely go together."""


@st.composite
def options(draw: st.DrawFn, game: AnyGame, players: int) -> Options:
    """Any options that hold for this number of players; lists are drawn as other orders of themselves."""
    document = draw(_struct(inspect.type_info(game.options_type)))
    drawn: Options = msgspec.convert(document, game.options_type)
    lists = {name: value for name, value in msgspec.structs.asdict(drawn).items() if isinstance(value, list)}
    drawn = msgspec.structs.replace(drawn, **{name: draw(st.permutations(lists[name])) for name in lists})
    assume(not drawn.problems(players))
    return drawn


@st.composite
def states(
    draw: st.DrawFn,
    game: AnyGame,
    players: int | None = None,
    options: Options | None = None,
    steps: int = 200,
) -> Value:
    """A position of a random game, at most `steps` steps from its start."""
    count = players or draw(st.sampled_from(game.players))
    agreed = options or draw(_options(game, count))
    state: Value = game.start(count, agreed)
    length = draw(st.integers(0, steps))
    for step in islice(random_steps(game, state, Seeded(draw(st.integers(0, 2**32)))), length):
        state = step.state
    return state


@st.composite
def texts(draw: st.DrawFn, game: AnyGame) -> str:
    """Anything from a game's own notation to typing mistakes and nonsense."""
    source = Seeded(draw(st.integers(0, 2**32)))
    state = game.start(draw(st.sampled_from(game.players)))
    seen = [step.text for step in islice(random_steps(game, state, source), 100)]
    text = seen[source.below(len(seen))]
    return draw(st.sampled_from([text, mutated(text, source)]) | st.text(max_size=20))


_options = options


def _struct(kind: inspect.Type) -> st.SearchStrategy[Document]:
    """A document in which a few fields differ from their defaults."""
    if not isinstance(kind, inspect.StructType):
        raise TypeError(f"options of type {kind} cannot be drawn")
    values = {field.encode_name: _drawn(_bare(field.type)) for field in kind.fields if not _is_list(field)}
    names = st.lists(st.sampled_from(sorted(values)), max_size=DIFFERING, unique=True)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: values[name] for name in chosen}))


def _drawn(kind: inspect.Type) -> st.SearchStrategy[object]:
    """Values of an option's type."""
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    if isinstance(kind, inspect.IntType):
        least = kind.ge or 0
        most = least + ABOVE_LEAST
        return st.integers(least, most if kind.le is None else min(kind.le, most))
    return _struct(kind)


def _is_list(field: inspect.Field) -> bool:
    return isinstance(_bare(field.type), inspect.ListType)


def _bare(kind: inspect.Type) -> inspect.Type:
    """The type without its annotations."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind
