"""Section 9: cases of other versions, which bring their schema along."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import FormatError
from .numbers import read_unsigned
from .schema import Reference, Schema, SumDefinition
from .schema_reader import read_schema

NAME = "brine.UnknownCase"
LEAST = 2


@dataclass(frozen=True)
class UnknownCase:
    """The schema of a sum of one case, and a value of it as a bare message, which is not looked at here."""

    schema: Schema
    body: bytes


def read_unknown_case(decoder) -> UnknownCase:
    """Schema and value, each behind its length."""
    source = decoder.source
    at = source.position
    described = _part(source)
    try:
        schema = read_schema(described)
    except FormatError as error:
        source.fail(f"an unknown case without a schema: {error.problem}", at)
    if schema.root != Reference(0) or not _is_one_case(schema):
        source.fail("an unknown case whose schema is not of one case", at)
    return UnknownCase(schema, _part(source))


def _is_one_case(schema: Schema) -> bool:
    first = schema.definitions[0]
    return isinstance(first, SumDefinition) and len(first.cases) == 1


def _part(source) -> bytes:
    length = read_unsigned(source, 32)
    return source.take(length, "a part of an unknown case")
