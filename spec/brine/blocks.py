"""Section 6: integer blocks, bits and decimals."""

from __future__ import annotations

import struct
from typing import List

from .input import Input
from .message import Message
from .numbers import read_char, read_short, read_signed, read_unsigned

ONE_BY_ONE = 0x7E
UNSIGNED = 0x7F
DIFFERENCES = 0x80
SHORTEST = 8  # a block of fewer values has no mode
CHUNK = 1024
RANGES = {
    "Short": (-(1 << 15), (1 << 15) - 1, 16),
    "Int": (-(1 << 31), (1 << 31) - 1, 32),
    "Long": (-(1 << 63), (1 << 63) - 1, 64),
    "Char": (0, 0xFFFF, 16),
}
MOST_SCALE = {"Double": 17, "Float": 9}
AS_THEY_ARE = 0xFF


def read_packed(source: Input, count: int, width: int) -> List[int]:
    """Numbers of `width` bits, low bit first. An unused bit that is set is refused at the last byte."""
    content = source.take((count * width + 7) // 8, "a packed sequence")
    mask = (1 << width) - 1
    values: List[int] = []
    for start in range(0, len(content), max(width, 1)):  # eight values take `width` bytes
        bits = int.from_bytes(content[start : start + width], "little")
        here = min(8, count - len(values))
        values.extend(bits >> (index * width) & mask for index in range(here))
        if bits >> (here * width):
            source.fail("a bit is set that is not used", source.position - 1)
    return values if width else [0] * count


def _read_one(source: Input, kind: str):
    if kind == "Short":
        return read_short(source)
    if kind == "Char":
        return read_char(source)
    return read_signed(source, RANGES[kind][2])


def read_block(source: Input, message: Message, kind: str, count: int, in_column: bool, at: int) -> List:
    """An integer block; `at` is the first byte of the collection."""
    if count < SHORTEST:
        return [_read_one(source, kind) for _ in range(count)]
    least, greatest, bits = RANGES[kind]
    mode_at = source.position
    mode = source.byte()
    if mode == ONE_BY_ONE:
        if not in_column:
            source.fail("one by one, in a sequence", mode_at)
        return [_read_one(source, kind) for _ in range(count)]
    if mode == UNSIGNED:
        if kind == "Char":
            source.fail("characters have no sign to leave out", mode_at)
        values = [read_unsigned(source, 64 if kind == "Long" else 32) for _ in range(count)]
    else:
        width = mode & 0x7F
        if width > bits:
            source.fail(f"{width} bits for a {kind}", mode_at)
        if width == 0:
            message.charge_empty(source, count, at)
        values = (_differences if mode & DIFFERENCES else _frame)(source, count, width)
        if kind == "Long":
            values = [(value + (1 << 63)) % (1 << 64) - (1 << 63) for value in values]
    if min(values) < least or max(values) > greatest:
        source.fail(f"a value is not in the range of {kind}", mode_at)
    return [chr(value) for value in values] if kind == "Char" else values


def _frame(source: Input, count: int, width: int) -> List[int]:
    least = read_signed(source, 64)
    return [least + value for value in read_packed(source, count, width)]


def _differences(source: Input, count: int, width: int) -> List[int]:
    values = [read_signed(source, 64)]
    least = read_signed(source, 64)
    for difference in read_packed(source, count - 1, width):
        values.append(values[-1] + least + difference)
    return values


def read_decimals(source: Input, message: Message, kind: str, count: int, at: int) -> List[float]:
    """The decimals of Float or Double, whose scale has been read just before; `at` as in `read_block`."""
    scale_at = source.position - 1
    scale = source.data[scale_at]
    if scale > MOST_SCALE[kind]:
        source.fail(f"a scale of {scale}", scale_at)
    power = 10**scale
    values: List[float] = []
    while len(values) < count:
        for number in read_block(source, message, "Long", min(CHUNK, count - len(values)), True, at):
            if abs(number) >= 1 << 53:
                source.fail("a decimal of 2^53 or more", scale_at)
            values.append(number / power)  # Python rounds this quotient of integers to the nearest Double
    return [struct.unpack("<f", struct.pack("<f", value))[0] for value in values] if kind == "Float" else values
