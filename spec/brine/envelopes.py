"""Section 12: the envelopes of one message."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from .canonical import canonical
from .decoder import decoder_of
from .errors import Unsupported
from .input import Input
from .numbers import read_unsigned
from .options import Options
from .schema import Schema
from .schema_writer import fingerprint, write_schema

PLAIN = 0xB5
WITH_DICTIONARY = 0xB6
FINGERPRINT = 8


def decode_bare(data: bytes, schema: Schema, options: Optional[Options] = None, dictionary: bool = False) -> Any:
    """A value without an envelope."""
    return _value(Input(data), schema, options, dictionary)


def decode_standalone(data: bytes, schema: Schema, options: Optional[Options] = None) -> Any:
    """A value behind its marker and the fingerprint of its schema."""
    return _standalone(Input(data), schema, options)


def decode_tagged(
    data: bytes, schemas: Dict[int, Schema], options: Optional[Options] = None, dictionary: bool = False
) -> Tuple[int, Any]:
    """The number of a type and a value of it."""
    source = Input(data)
    number = read_unsigned(source, 32)
    if number not in schemas:
        source.fail(f"no type has the number {number}", 0)
    return number, _value(source, schemas[number], options, dictionary)


def decode_compressed(data: bytes, schema: Schema, options: Optional[Options] = None) -> Any:
    """A standalone message that was compressed alone, if it was left as it is."""
    source = Input(data)
    if source.byte() != 0:
        raise Unsupported(0, "this reader has no Zstandard")
    return _standalone(source, schema, options)


def _standalone(source: Input, schema: Schema, options: Optional[Options]) -> Any:
    at = source.position
    marker = source.byte()
    if marker not in (PLAIN, WITH_DICTIONARY):
        source.fail("not a standalone message", at)
    known = fingerprint(write_schema(canonical(schema)))
    found = source.take(FINGERPRINT, "a fingerprint")
    if found != known:
        source.fail(f"the fingerprint is {found.hex()}, and that of the schema {known.hex()}", at + 1)
    return _value(source, schema, options, marker == WITH_DICTIONARY)


def _value(source: Input, schema: Schema, options: Optional[Options], dictionary: bool) -> Any:
    value = decoder_of(schema, source, options, dictionary).root()
    source.expect_end()
    return value
