"""Section 10: writes the bytes of a schema, and the fingerprint."""

from __future__ import annotations

import hashlib
from typing import List

from .schema import (
    KINDS, Boxed, Custom, EitherOf, Kind, MapOf, Marked, OptionOf, RecordDefinition, Reference, Schema, SequenceOf,
    SharedOf, SumDefinition, TupleOf, Type, Wrapped, parts,
)

CODES = {
    OptionOf: 0x40, EitherOf: 0x41, SequenceOf: 0x42, MapOf: 0x43, TupleOf: 0x44, Boxed: 0x45, Reference: 0x46,
    Custom: 0x47, SharedOf: 0x48, Marked: 0x49, Wrapped: 0x4A,
}
SET_CODE = 0x4B


def fingerprint(canonical: bytes) -> bytes:
    """The fingerprint of a canonical form."""
    return hashlib.sha256(canonical).digest()[:8]


def write_schema(schema: Schema) -> bytes:
    """The bytes of a schema as it is: canonical if the schema is (see `canonical`)."""
    out = bytearray([1])
    _number(out, len(schema.definitions))
    for definition in schema.definitions:
        is_sum = isinstance(definition, SumDefinition)
        out.append(1 if is_sum else 0)
        if is_sum:
            _text(out, definition.name)
            _number(out, len(definition.cases))
        for record in definition.cases if is_sum else (definition,):
            _record(out, record)
    write_type(out, schema.root)
    return bytes(out)


def write_type(out: bytearray, type_: Type) -> None:
    """The bytes of a type."""
    if isinstance(type_, Kind):
        out.append(KINDS.index(type_.name))
        return
    is_set = isinstance(type_, SequenceOf) and type_.is_set
    out.append(SET_CODE if is_set else CODES[type(type_)])
    if isinstance(type_, TupleOf):
        _number(out, len(type_.elements))
    elif isinstance(type_, Reference):
        _number(out, type_.index)
    elif isinstance(type_, Custom):
        _text(out, type_.name)
    elif isinstance(type_, Wrapped):
        _text(out, type_.name)
        _text(out, type_.field)
    for part in parts(type_):
        write_type(out, part)


def _record(out: bytearray, record: RecordDefinition) -> None:
    _text(out, record.name)
    _number(out, len(record.fields))
    for field in record.fields:
        _text(out, field.name)
        write_type(out, field.type)


def _number(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def _header(out: bytearray, header: int) -> None:
    if header < 32:
        out.append(0x80 | header)
    else:
        out.append(0xA0 | header & 31)
        _number(out, header >> 5)


def _text(out: bytearray, text: str) -> None:
    """A string in the form a writer without a dictionary chooses (section 3)."""
    units = text.encode("utf-16-le", "surrogatepass")
    numbers = [units[index] | units[index + 1] << 8 for index in range(0, len(units), 2)]
    if all(unit < 0x80 for unit in numbers):
        if len(numbers) < 64:
            out.append(0xC0 | len(numbers))
        else:
            _header(out, len(numbers) << 3 | 7)
        out.extend(numbers)
        return
    forms = [(len(units), 1, len(numbers) << 2 | 1, units)]
    windowed = _windowed(numbers)
    if windowed:
        forms.append((len(windowed), 0, len(windowed) << 1, windowed))
    try:
        utf8 = text.encode("utf-8")
        forms.append((len(utf8), 2, len(utf8) << 3 | 3, utf8))
    except UnicodeEncodeError:
        pass  # a lone surrogate: no UTF-8
    _, _, header, content = min(forms, key=lambda form: form[:2])
    _header(out, header)
    out.extend(content)


def _windowed(units: List[int]) -> bytes:
    others = [unit for unit in units if unit >= 0x80]
    telling = [unit for unit in others if unit >= 0xC0 and not 0x2000 <= unit <= 0x2FFF]
    window = (telling or others)[0] >> 7
    if window > 255:
        return b""
    out = bytearray([window])
    for unit in units:
        if unit < 0x80 and unit != 0x0E:
            out.append(unit)
        elif unit >> 7 == window:
            out.append(unit & 0x7F | 0x80)
        else:
            out.extend((0x0E, unit & 0xFF, unit >> 8))
    return bytes(out)
