"""Section 6: a chunk of flat elements, column by column."""

from __future__ import annotations

from typing import Any, List

from .blocks import AS_THEY_ARE, CHUNK, SHORTEST, read_block, read_decimals, read_packed
from .flat import DECIMALS, INTEGERS, joined_below
from .headers import tag_width
from .schema import (
    EitherOf, Kind, OptionOf, RecordDefinition, Reference, SequenceOf, SumDefinition, TupleOf, Type, content,
)
from .values import Left, Record, Right, Some

# Begins a column of texts that has a dictionary of its own.
TEXTS_REPEAT = 0


def read_column(decoder, type_: Type, count: int) -> List[Any]:
    """`count` values of a flat type from its columns."""
    type_ = content(type_)
    if isinstance(type_, Kind):
        return _read_kind(decoder, type_, count)
    if isinstance(type_, OptionOf):
        present = read_packed(decoder.source, count, 1)
        values = iter(read_column(decoder, type_.inner, sum(present)))
        return [Some(next(values)) if bit else None for bit in present]
    if isinstance(type_, EitherOf):
        sides = read_packed(decoder.source, count, 1)
        left = iter(read_column(decoder, type_.left, count - sum(sides)))
        right = iter(read_column(decoder, type_.right, sum(sides)))
        return [Right(next(right)) if bit else Left(next(left)) for bit in sides]
    if isinstance(type_, TupleOf):
        return list(zip(*[read_column(decoder, element, count) for element in type_.elements]))
    if isinstance(type_, SequenceOf) and not type_.is_set:
        return _read_sequences(decoder, type_, count)
    if isinstance(type_, Reference):
        definition = decoder.plan.schema.definitions[type_.index]
        if isinstance(definition, RecordDefinition):
            return _read_records(decoder, definition, count)
        return _read_cases(decoder, definition, count)
    return [decoder.value(type_) for _ in range(count)]  # sets, maps and boxed values


def _read_records(decoder, definition: RecordDefinition, count: int) -> List[Record]:
    names = tuple(field.name for field in definition.fields)
    columns = [read_column(decoder, field.type, count) for field in definition.fields]
    return [Record(definition.name, names, values) for values in (zip(*columns) if columns else [()] * count)]


def _read_cases(decoder, definition: SumDefinition, count: int) -> List[Record]:
    first = decoder.source.position
    tags = read_packed(decoder.source, count, tag_width(len(definition.cases)))
    if any(tag >= len(definition.cases) for tag in tags):
        decoder.source.fail("there is no such case", first)
    cases = [iter(_read_records(decoder, case, tags.count(tag))) for tag, case in enumerate(definition.cases)]
    return [next(cases[tag]) for tag in tags]


def _read_sequences(decoder, type_: SequenceOf, count: int) -> List[List[Any]]:
    source, limit = decoder.source, joined_below(type_)
    start = source.position
    sizes = read_block(source, decoder.message, "Int", count)
    if any(size < 0 or size > limit for size in sizes):
        source.fail("a sequence in a column cannot have that size", start)
    joined = sum(size for size in sizes if size < limit)
    if joined > 8 * source.left + decoder.message.empty_left:
        source.fail(f"{joined} elements, joined, cannot be in {source.left} bytes", start)
    elements: List[Any] = []
    while len(elements) < joined:
        elements += read_column(decoder, type_.element, min(CHUNK, joined - len(elements)))
    rest = iter(elements)
    values: List[Any] = [None if size == limit else [next(rest) for _ in range(size)] for size in sizes]
    for index, value in enumerate(values):
        if value is None:
            at = source.position
            if decoder.plan.layout(type_) == "columns" and source.left and source.data[at] & 1 == 0:
                source.fail("a long sequence that is not in columns", at)
            values[index] = decoder.value(type_)
            if len(values[index]) < limit:
                source.fail("a short sequence that is not joined", at)
    return values


def _read_kind(decoder, kind: Kind, count: int) -> List[Any]:
    source = decoder.source
    if kind.name == "Boolean":
        return [bit == 1 for bit in read_packed(source, count, 1)]
    if kind.name in INTEGERS:
        return read_block(source, decoder.message, kind.name, count)
    if kind.name in DECIMALS and count >= SHORTEST and source.byte() != AS_THEY_ARE:
        return read_decimals(source, decoder.message, kind.name, count)
    if kind.name == "String" and count and decoder.message.dictionary is None and source.left:
        if source.data[source.position] == TEXTS_REPEAT:
            source.byte()
            return decoder.message.with_dictionary(lambda: [decoder.value(kind) for _ in range(count)])
    return [decoder.value(kind) for _ in range(count)]
