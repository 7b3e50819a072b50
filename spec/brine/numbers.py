"""Section 2: numbers, and the primitives that are made of them."""

from __future__ import annotations

import struct
import uuid

from .input import Input
from .limits import Limits
from .values import BigDecimal


def read_unsigned(source: Input, bits: int) -> int:
    """`U(n)` of 32 or 64 bits."""
    full = {32: 4, 64: 8}[bits]  # so many bytes of seven bits, then one that holds the rest
    result = 0
    for index in range(full):
        at = source.position
        byte = source.byte()
        result |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            if byte == 0 and index > 0:
                source.fail("a number in more bytes than it needs", at)
            return result
    at = source.position
    byte = source.byte()
    if byte == 0:
        source.fail("a number in more bytes than it needs", at)
    if bits == 32 and byte > 0x0F:
        source.fail("a number of more than 32 bits", at)
    return result | byte << (7 * full)


def unzigzag(number: int) -> int:
    """The signed number whose zigzag form this is."""
    return -(number >> 1) - 1 if number & 1 else number >> 1


def read_signed(source: Input, bits: int) -> int:
    """`S(n)` of 32 or 64 bits."""
    return unzigzag(read_unsigned(source, bits))


def read_boolean(source: Input) -> bool:
    """One byte, 0 or 1."""
    at = source.position
    byte = source.byte()
    if byte > 1:
        source.fail(f"{byte:02x} is not a Boolean", at)
    return byte == 1


def read_byte(source: Input) -> int:
    """One byte, two's complement."""
    byte = source.byte()
    return byte - 256 if byte > 127 else byte


def read_short(source: Input) -> int:
    """`S`, 32-bit, in the range of 16 bits."""
    at = source.position
    value = read_signed(source, 32)
    if not -0x8000 <= value <= 0x7FFF:
        source.fail(f"{value} is not a Short", at)
    return value


def read_char(source: Input) -> str:
    """A UTF-16 unit, as a string of that one code point (which may be a surrogate)."""
    at = source.position
    value = read_unsigned(source, 32)
    if value > 0xFFFF:
        source.fail(f"{value} is not a Char", at)
    return chr(value)


def read_float(source: Input) -> float:
    """Four bytes, IEEE 754, lowest first."""
    return struct.unpack("<f", source.take(4, "a Float"))[0]


def read_double(source: Input) -> float:
    """Eight bytes, IEEE 754, lowest first."""
    return struct.unpack("<d", source.take(8, "a Double"))[0]


def read_big_int(source: Input, limits: Limits) -> int:
    """Length and two's complement, highest byte first."""
    at = source.position
    length = read_unsigned(source, 32)
    if length > limits.big_int_bytes:
        source.fail(f"a BigInt of {length} bytes is over the limit", at)
    at = source.position
    content = source.take(length, "a BigInt")
    value = int.from_bytes(content, "big", signed=True)
    needed = 0 if value == 0 else (value if value >= 0 else ~value).bit_length() // 8 + 1
    if needed != length:
        source.fail("a BigInt in more bytes than it needs", at)
    return value


def read_big_decimal(source: Input, limits: Limits) -> BigDecimal:
    """Scale, then the unscaled value."""
    at = source.position
    scale = read_signed(source, 32)
    if abs(scale) > limits.big_decimal_scale:
        source.fail(f"a scale of {scale} is over the limit", at)
    return BigDecimal(read_big_int(source, limits), scale)


def read_plain_uuid(source: Input) -> uuid.UUID:
    """16 bytes, highest first: the form without a dictionary."""
    return uuid.UUID(bytes=source.take(16, "a UUID"))
