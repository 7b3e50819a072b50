"""The header of a Zstandard frame (RFC 8878, section 3.1.1), as much as tells what Brine demands of it."""

from __future__ import annotations

from typing import NamedTuple, Optional

MAGIC = bytes.fromhex("28b52ffd")
DICTIONARY_MAGIC = bytes.fromhex("37a430ec")


class FrameHeader(NamedTuple):
    """What a frame says of itself."""

    content_size: Optional[int]
    dictionary: int
    checksum: bool


def read_header(frame: bytes) -> FrameHeader:
    """The header of a frame without its magic number."""
    descriptor = frame[0]
    if descriptor & 0x08:
        raise ValueError("a reserved bit is set")
    single = bool(descriptor & 0x20)
    at = 1 if single else 2
    id_size = (0, 1, 2, 4)[descriptor & 3]
    dictionary = int.from_bytes(frame[at : at + id_size], "little")
    at += id_size
    size_bytes = (1 if single else 0, 2, 4, 8)[descriptor >> 6]
    size = int.from_bytes(frame[at : at + size_bytes], "little") + (256 if size_bytes == 2 else 0)
    return FrameHeader(size if size_bytes else None, dictionary, bool(descriptor & 0x04))
