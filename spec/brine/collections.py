"""Section 6: sequences, sets and maps."""

from __future__ import annotations

from typing import Any, List

from .blocks import CHUNK, read_block, read_decimals, read_packed
from .columns import read_column
from .flat import PACKED_FROM
from .numbers import read_unsigned
from .schema import MapOf, SequenceOf, Type, content
from .values import Entries, identity


def read_sequence(decoder, type_: SequenceOf) -> List[Any]:
    """The elements of a sequence, array or set."""
    at = decoder.source.position
    count, packed = _read_size(decoder, type_, at)
    layout = decoder.plan.layout(type_) if packed else None
    if layout is None:
        _expect_room(decoder, count, _least(decoder, type_.element), at)
        values = [decoder.value(type_.element) for _ in range(count)]
    elif layout == "columns":
        values = []
        while len(values) < count:
            values += read_column(decoder, type_.element, min(CHUNK, count - len(values)))
    else:
        values = _read_primitives(decoder, layout, content(type_.element).name, count)
    if type_.rule in ("distinct", "bit set"):
        _expect_different(decoder, values, at)
    if type_.rule == "bit set" and any(value < 0 for value in values):
        decoder.source.fail("a negative number in a bit set", at)
    return values


def read_map(decoder, type_: MapOf) -> Entries:
    """The entries of a map."""
    at = decoder.source.position
    count, packed = _read_size(decoder, type_, at)
    pairs = []
    if packed:
        while len(pairs) < count:
            here = min(CHUNK, count - len(pairs))
            keys = read_column(decoder, type_.key, here)
            pairs += zip(keys, read_column(decoder, type_.value, here))
    else:
        _expect_room(decoder, count, _least(decoder, type_.key) + _least(decoder, type_.value), at)
        for _ in range(count):
            key = decoder.value(type_.key)
            pairs.append((key, decoder.value(type_.value)))
    if type_.distinct:
        _expect_different(decoder, [key for key, _ in pairs], at)
    return Entries(pairs)


def _read_size(decoder, type_: Type, at: int):
    size = read_unsigned(decoder.source, 32)
    count, packed = size >> 1, size & 1 == 1
    if packed:
        layout = decoder.plan.layout(type_)
        if layout is None:
            decoder.source.fail("these elements have no layout 1", at)
        if count < PACKED_FROM[layout]:
            decoder.source.fail(f"{count} elements, packed", at)
        if layout != "integers" and count > 8 * decoder.source.left + decoder.message.empty_left:
            decoder.source.fail(f"{count} elements, packed, cannot be in {decoder.source.left} bytes", at)
    return count, packed


def _least(decoder, type_: Type) -> int:
    return decoder.plan.least(type_, decoder.message.dictionary is not None)


def _expect_room(decoder, count: int, least: int, at: int) -> None:
    source = decoder.source
    if count * least > source.left:
        source.fail(f"{count} elements of {least} bytes or more cannot be in {source.left}", at)
    if least == 0:
        decoder.message.charge_empty(source, count, at)
    decoder.message.charge_memory(source, count, at)


def _read_primitives(decoder, layout: str, kind: str, count: int) -> List[Any]:
    source = decoder.source
    if layout == "integers":
        return read_block(source, decoder.message, kind, count, in_sequence=True)
    if layout == "bits":
        return [bit == 1 for bit in read_packed(source, count, 1)]
    source.byte()
    return read_decimals(source, decoder.message, kind, count)


def _expect_different(decoder, values: List[Any], at: int) -> None:
    if len({identity(value) for value in values}) != len(values):
        decoder.source.fail("the same element or key twice", at)
