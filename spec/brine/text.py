"""Section 3: strings, without the references a dictionary adds."""

from __future__ import annotations

import struct
from typing import List, Sequence

from .input import Input
from .numbers import read_unsigned
from .utf8 import read_utf8

LONGEST_ENDED = 63


def units_of(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text)


def read_text_form(source: Input, first: int) -> str:
    """A string whose first byte, below C0, has been read."""
    if first < 0x80:
        return _read_ended(source)
    header = first & 0x1F
    if first >= 0xA0:
        at = source.position
        upper = read_unsigned(source, 32)
        if not 0 < upper < 1 << 27:
            source.fail("the length of a text in the wrong form", at)
        header |= upper << 5
    if header & 1 == 0:
        return _read_windowed(source, header >> 1)
    if header & 3 == 1:
        return _text(source.take((header >> 2) * 2, "a text"))
    if header & 7 == 3:
        return read_utf8(source, header >> 3)
    return read_ascii(source, header >> 3)


def read_ascii(source: Input, length: int) -> str:
    """`length` bytes, one for each unit."""
    start = source.position
    content = source.take(length, "a text")
    for index, byte in enumerate(content):
        if byte > 0x7F:
            source.fail(f"{byte:02x} is not ASCII", start + index)
    return content.decode("ascii")


def read_plain_text(source: Input) -> str:
    """A string where there is no dictionary."""
    first = source.byte()
    return read_ascii(source, first & 0x3F) if first >= 0xC0 else read_text_form(source, first)


def _read_ended(source: Input) -> str:
    start = source.position - 1
    for end in range(start + 1, min(start + LONGEST_ENDED, source.end)):
        if source.data[end] > 0x7F:
            source.position = end + 1
            return (source.data[start:end] + bytes([source.data[end] & 0x7F])).decode("ascii")
    source.fail("no byte ends the text", min(start + LONGEST_ENDED, source.end))


def _read_windowed(source: Input, length: int) -> str:
    start = source.position
    if length == 0:
        source.fail("a windowed text without a window")
    content = source.take(length, "a text")
    if content[0] == 0:
        source.fail("a window of 0", start)
    units: List[int] = []
    index = 1
    while index < length:
        byte = content[index]
        if byte == 0x0E:
            if index + 2 >= length:
                source.fail("the text ends within a quoted unit", start + index)
            units.append(content[index + 1] | content[index + 2] << 8)
            index += 2
        else:
            units.append(content[0] * 128 + byte - 128 if byte >= 0x80 else byte)
        index += 1
    return _text(_units(units))


def _units(units: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(units)}H", *units)


def _text(units: bytes) -> str:
    return units.decode("utf-16-le", "surrogatepass")
