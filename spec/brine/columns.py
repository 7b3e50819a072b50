"""Section 6: a chunk of flat elements, column by column."""

from __future__ import annotations

from typing import Any, List

from .blocks import AS_THEY_ARE, SHORTEST, read_block, read_decimals, read_packed
from .flat import DECIMALS, INTEGERS
from .headers import tag_width
from .schema import Kind, OptionOf, RecordDefinition, TupleOf, Type, content
from .values import Record, Some


def read_column(decoder, type_: Type, count: int) -> List[Any]:
    """`count` values of a flat type from its columns."""
    type_ = content(type_)
    if isinstance(type_, Kind):
        return _read_kind(decoder, type_, count)
    if isinstance(type_, OptionOf):
        present = read_packed(decoder.source, count, 1)
        values = iter(read_column(decoder, type_.inner, sum(present)))
        return [Some(next(values)) if bit else None for bit in present]
    if isinstance(type_, TupleOf):
        return list(zip(*[read_column(decoder, element, count) for element in type_.elements]))
    definition = decoder.plan.schema.definitions[type_.index]
    if isinstance(definition, RecordDefinition):
        names = tuple(field.name for field in definition.fields)
        columns = [read_column(decoder, field.type, count) for field in definition.fields]
        return [Record(definition.name, names, values) for values in zip(*columns)]
    first = decoder.source.position
    tags = read_packed(decoder.source, count, tag_width(len(definition.cases)))
    if any(tag >= len(definition.cases) for tag in tags):
        decoder.source.fail("there is no such case", first)
    return [Record(definition.cases[tag].name, (), ()) for tag in tags]


def _read_kind(decoder, kind: Kind, count: int) -> List[Any]:
    source = decoder.source
    if kind.name == "Boolean":
        return [bit == 1 for bit in read_packed(source, count, 1)]
    if kind.name in INTEGERS:
        return read_block(source, decoder.message, kind.name, count)
    if kind.name in DECIMALS and count >= SHORTEST and source.byte() != AS_THEY_ARE:
        return read_decimals(source, decoder.message, kind.name, count)
    return [decoder.value(kind) for _ in range(count)]
