"""Sections 7 and 8: records and sums."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from .headers import items_of, tag_width, tagged_sum
from .numbers import read_unsigned
from .schema import EitherOf, Kind, OptionOf, RecordDefinition, Reference, Type, content
from .values import Left, Record, Right, Some


def read_reference(decoder, type_: Reference) -> Record:
    """A record or a sum in value position."""
    decoder.enter(type_)
    definition = decoder.plan.schema.definitions[type_.index]
    if isinstance(definition, RecordDefinition):
        value = read_record(decoder, definition)
    elif tagged_sum(decoder.plan.schema, type_):
        value = _read_tagged(decoder, definition.cases)
    else:
        value = _read_numbered(decoder, definition.cases)
    decoder.leave(type_)
    return value


def read_record(decoder, record: RecordDefinition) -> Record:
    """A header of its own, then the fields."""
    items = decoder.plan.header(record.fields).read(decoder.source)
    return _read_fields(decoder, record, iter(items))


def _read_tagged(decoder, cases: Sequence[RecordDefinition]) -> Record:
    source = decoder.source
    at = source.position
    width = tag_width(len(cases))
    first = source.byte()
    tag = first & (1 << width) - 1
    if tag >= len(cases):
        source.fail(f"there is no case {tag}", at)
    items = iter(decoder.plan.header(cases[tag].fields, width).read(source, bytes([first])))
    next(items)
    return _read_fields(decoder, cases[tag], items)


def _read_numbered(decoder, cases: Sequence[RecordDefinition]) -> Record:
    source = decoder.source
    at = source.position
    tag = 0 if len(cases) == 1 else read_unsigned(source, 32)
    if tag >= len(cases):
        source.fail(f"there is no case {tag}", at)
    return read_record(decoder, cases[tag])


def _read_fields(decoder, record: RecordDefinition, items: Iterator[int]) -> Record:
    values = tuple(read_body(decoder, field.type, items) for field in record.fields)
    return Record(record.name, tuple(field.name for field in record.fields), values)


def read_body(decoder, type_: Type, items: Iterator[int]) -> Any:
    """A field: its items have been read with the header, what is left of it follows."""
    type_ = content(type_)
    if type_ == Kind("Boolean"):
        return next(items) == 1
    if isinstance(type_, OptionOf):
        if next(items):
            return Some(read_body(decoder, type_.inner, items))
        for _ in items_of(decoder.plan.schema, type_.inner):
            if next(items):
                decoder.source.fail("an absent value with a bit that is set")
        return None
    if isinstance(type_, EitherOf):
        return Right(decoder.value(type_.right)) if next(items) else Left(decoder.value(type_.left))
    tagged = tagged_sum(decoder.plan.schema, type_)
    if tagged is None:
        return decoder.value(type_)
    tag = next(items)
    if tag >= len(tagged.cases):
        decoder.source.fail(f"there is no case {tag}")
    decoder.enter(type_)
    value = read_record(decoder, tagged.cases[tag])
    decoder.leave(type_)
    return value
