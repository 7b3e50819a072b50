"""Section 3: numbers of variable length, the mask and the digest."""

from __future__ import annotations

from typing import Iterable, Tuple

ALL = (1 << 64) - 1
DIGEST_START = 0xCBF29CE484222325


class Malformed(Exception):
    """Entries that are none."""


def read_v(data: bytes, at: int) -> Tuple[int, int]:
    """A number, and the index after it."""
    value = 0
    for count in range(10):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return value, at
    raise Malformed("a number that does not end")


def read_z(data: bytes, at: int) -> Tuple[int, int]:
    """A signed number, and the index after it."""
    value, at = read_v(data, at)
    return value >> 1 ^ -(value & 1), at


def _mixed(salt: int, place: int) -> int:
    z = salt + place * 0x9E3779B97F4A7C15 & ALL
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL
    return z ^ z >> 31


def mask(salt: int, place: int) -> int:
    """What a checksum is combined with."""
    return _mixed(salt, place) >> 32


def snapshot_mask(salt: int, number: int) -> int:
    """What a checksum of a snapshot is combined with."""
    return _mixed(salt, number) & 0xFFFFFFFF


def digest(checks: Iterable[int]) -> int:
    """The digest of checks in order."""
    value = DIGEST_START
    for check in checks:
        value = (value ^ check) * 0x100000001B3 & ALL
    return value


def u16(data: bytes, at: int) -> int:
    """A number of two bytes."""
    return int.from_bytes(data[at:at + 2], "little")


def u32(data: bytes, at: int) -> int:
    """A number of four bytes."""
    return int.from_bytes(data[at:at + 4], "little")


def u64(data: bytes, at: int) -> int:
    """A number of eight bytes."""
    return int.from_bytes(data[at:at + 8], "little")


def i64(data: bytes, at: int) -> int:
    """A signed number of eight bytes."""
    return int.from_bytes(data[at:at + 8], "little", signed=True)


def uuid_text(high: int, low: int) -> str:
    """A UUID by its halves."""
    digits = f"{high:016x}{low:016x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
