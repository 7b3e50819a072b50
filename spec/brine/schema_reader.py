"""Section 10: reads the canonical form of a schema."""

from __future__ import annotations

from typing import Tuple

from .input import Input
from .numbers import read_unsigned
from .schema import (
    KINDS, Boxed, Custom, Definition, EitherOf, Field, Kind, MapOf, Marked, OptionOf, RecordDefinition, Reference,
    Schema, SequenceOf, SharedOf, SumDefinition, TupleOf, Type, Wrapped,
)
from .text import read_plain_text

DEEPEST_TYPE = 64  # how many types may stand within each other; section 10


def read_schema(data: bytes) -> Schema:
    """The schema whose canonical form these bytes are."""
    source = Input(data)
    schema = read_schema_from(source)
    if source.left:
        source.fail("a byte follows the schema")
    return schema


def read_schema_from(source: Input) -> Schema:
    """A schema from the cursor to the end of the source."""
    if source.byte() != 1:
        source.fail("not a schema of version 1", source.position - 1)
    count = _count(source, 3, "definitions")
    definitions = tuple(_definition(source, count) for _ in range(count))
    return Schema(definitions, _type(source, count, 0))


def _count(source: Input, least: int, what: str) -> int:
    at = source.position
    count = read_unsigned(source, 32)
    if count * least > source.left:
        source.fail(f"{count} {what} cannot be in {source.left} bytes", at)
    return count


def _definition(source: Input, count: int) -> Definition:
    at = source.position
    form = source.byte()
    if form > 1:
        source.fail(f"{form:02x} is neither a record nor a sum", at)
    name = read_plain_text(source)
    if form == 0:
        return RecordDefinition(name, _fields(source, count))
    return SumDefinition(name, tuple(_case(source, count) for _ in range(_count(source, 2, "cases"))))


def _case(source: Input, count: int) -> RecordDefinition:
    name = read_plain_text(source)
    return RecordDefinition(name, _fields(source, count))


def _fields(source: Input, count: int) -> Tuple[Field, ...]:
    return tuple(_field(source, count) for _ in range(_count(source, 2, "fields")))


def _field(source: Input, count: int) -> Field:
    name = read_plain_text(source)
    return Field(name, _type(source, count, 0))


def _type(source: Input, count: int, depth: int) -> Type:
    at = source.position
    code = source.byte()
    if depth > DEEPEST_TYPE:
        source.fail("types nested too deeply", at)

    def inner() -> Type:
        return _type(source, count, depth + 1)

    if code < len(KINDS):
        return Kind(KINDS[code])
    if code in (0x40, 0x42, 0x45, 0x48, 0x49):
        return {0x40: OptionOf, 0x42: SequenceOf, 0x45: Boxed, 0x48: SharedOf, 0x49: Marked}[code](inner())
    if code == 0x41:
        left = inner()
        return EitherOf(left, inner())
    if code == 0x43:
        key = inner()
        return MapOf(key, inner())
    if code == 0x44:
        return TupleOf(tuple(inner() for _ in range(_count(source, 1, "elements"))))
    if code == 0x46:
        index_at = source.position
        index = read_unsigned(source, 32)
        if index >= count:
            source.fail(f"there is no definition {index}", index_at)
        return Reference(index)
    if code == 0x47:
        return Custom(read_plain_text(source))
    if code == 0x4A:
        name = read_plain_text(source)
        field = read_plain_text(source)
        return Wrapped(name, field, inner())
    if code == 0x4B:
        return SequenceOf(inner(), "set")
    source.fail(f"{code:02x} is not a type", at)
