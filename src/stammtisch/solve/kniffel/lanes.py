"""Eight numbers that are added, scaled and compared at once.

numba turns plain loops into vector instructions only where it can prove that what is read and
what is written do not overlap. Steps between rows of one array defeat that proof, so here is a
vector type of our own: loaded whole, computed whole, stored whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

from stammtisch.solve.kniffel.arrays import LANES, Floats

_VECTOR: Final = ir.VectorType(ir.DoubleType(), LANES)
_INT: Final = ir.IntType(32)


class Lanes(types.Type):
    """Eight numbers, as numba and a reader know them."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


_LANES: Final = Lanes()


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    """Eight numbers, as the machine knows them."""

    def __init__(self, manager: object, kind: object) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


def _place(context: Any, builder: Any, array_type: Any, array: Any, start: Any) -> Any:
    """The address of eight numbers of a flat array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), _VECTOR.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    """The same number in all lanes."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES))


def _load(_typing: Any, array: Any, _start: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load(_place(context, builder, signature.args[0], *given), align=8)

    return _LANES(array, types.intp), code


def _store(_typing: Any, array: Any, _start: Any, lanes: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store(given[2], _place(context, builder, signature.args[0], *given[:2]), align=8)
        return context.get_dummy_value()

    return types.none(array, types.intp, lanes), code


def _equal(_typing: Any, _number: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return _spread(builder, given[0])

    return _LANES(types.float64), code


def _times(_typing: Any, lanes: Any, _factor: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.fmul(given[0], _spread(builder, given[1]))

    return _LANES(lanes, types.float64), code


def _where_equal(_typing: Any, one: Any, other: Any, taken: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        nothing = ir.Constant(_VECTOR, [0.0] * LANES)
        return builder.select(builder.fcmp_ordered("==", *given[:2]), given[2], nothing)

    return _LANES(one, other, taken), code


def _lane_by_lane(emit: Callable[[Any, Any, Any], Any]) -> Any:
    """A function of two times eight numbers, from the instruction that computes it."""

    def typed(_typing: Any, one: Any, other: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return emit(builder, *given)

        return _LANES(one, other), code

    return intrinsic(typed)


def _larger(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), one, other)


OfTwo: TypeAlias = Callable[[Lanes, Lanes], Lanes]

load: Final = cast(Callable[[Floats, int], Lanes], intrinsic(_load))
"""`load(array, start)`: eight numbers of a flat array from there on."""
store: Final = cast(Callable[[Floats, int, Lanes], None], intrinsic(_store))
"""`store(array, start, lanes)`: write them there."""
equal: Final = cast(Callable[[float], Lanes], intrinsic(_equal))
"""`equal(number)`: the same number eight times."""
times: Final = cast(Callable[[Lanes, float], Lanes], intrinsic(_times))
"""`times(lanes, factor)`: each of them times one number."""
where_equal: Final = cast(Callable[[Lanes, Lanes, Lanes], Lanes], intrinsic(_where_equal))
"""`where_equal(one, other, taken)`: those of `taken` where the two are equal, 0 elsewhere."""
plus: Final = cast(OfTwo, _lane_by_lane(lambda builder, one, other: builder.fadd(one, other)))
minus: Final = cast(OfTwo, _lane_by_lane(lambda builder, one, other: builder.fsub(one, other)))
product: Final = cast(OfTwo, _lane_by_lane(lambda builder, one, other: builder.fmul(one, other)))
larger: Final = cast(OfTwo, _lane_by_lane(_larger))
