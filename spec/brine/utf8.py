"""UTF-8 with the offsets of its errors."""

from __future__ import annotations

from .input import Input


def read_utf8(source: Input, length: int) -> str:
    """`length` bytes of UTF-8. A broken sequence is refused at the byte that breaks it, all else at the first byte of
    the character."""
    start = source.position
    content = source.take(length, "a text")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        source.fail("not UTF-8", start + _first_error(content))


def _size(lead: int) -> int:
    """How many bytes a character takes that starts with this one; 0 if none does."""
    if lead < 0x80:
        return 1
    if lead < 0xC2 or lead > 0xF4:
        return 0
    return 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _first_error(content: bytes) -> int:
    index = 0
    while True:
        lead = content[index]
        size = _size(lead)
        if size == 0 or index + size > len(content):
            return index
        for follower in range(index + 1, index + size):
            if content[follower] & 0xC0 != 0x80:
                return follower
        try:
            content[index : index + size].decode("utf-8")
        except UnicodeDecodeError:
            return index  # overlong, a surrogate, or beyond the last point
        index += size
