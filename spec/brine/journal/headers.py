"""Sections 4 and 5: the manifest's slots and the headers of segments."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from ..crc32c import crc32c
from .errors import Damage
from .primitives import i64, u32, u64, uuid_text

LENGTH = 4096
VERSION = 1
CLOSED = 1
COMPACTED = 1
ROLES = ("ordinary", "replica", "promoted", "fenced")


class Manifest(NamedTuple):
    """What a slot says."""

    generation: int
    journal: str
    epoch: int
    first_segment: int
    first_sequence: int
    watermark: Tuple[int, int, int]
    is_closed: bool
    role: Tuple[str, int, str] = ("ordinary", 0, "")


class End(NamedTuple):
    """How a segment ended."""

    sequence: int
    offset: int
    digest: int


class SegmentHeader(NamedTuple):
    """What the header of a segment says."""

    journal: str
    number: int
    epoch: int
    first_sequence: int
    size: int
    created: int
    previous: End
    salt: int
    compression: int
    original: Optional[End]


def _is_whole(data: bytes, magic: bytes) -> bool:
    return len(data) >= LENGTH and data[:8] == magic and u32(data, LENGTH - 4) == crc32c(data[:LENGTH - 4])


def _check_version(file: str, data: bytes) -> None:
    if u32(data, 8) != VERSION:
        raise Damage(file, 8, f"version {u32(data, 8)}")


def read_manifest(file: str, data: bytes) -> Optional[Manifest]:
    """A slot, None if it is not whole."""
    if not _is_whole(data, b"BRINEMAN"):
        return None
    _check_version(file, data)
    return Manifest(
        generation=u64(data, 32),
        journal=uuid_text(u64(data, 16), u64(data, 24)),
        epoch=u64(data, 40),
        first_segment=u64(data, 48),
        first_sequence=u64(data, 56),
        watermark=(u64(data, 64), u64(data, 72), u64(data, 80)),
        is_closed=u32(data, 88) & CLOSED != 0,
        role=_read_role(file, data),
    )


def _read_role(file: str, data: bytes) -> Tuple[str, int, str]:
    """The role of a journal, since when it has it, and the name of a log."""
    number, length = u32(data, 92), u32(data, 104)
    if number >= len(ROLES):
        raise Damage(file, 92, f"role {number}")
    if length > LENGTH - 4 - 108:
        raise Damage(file, 104, f"a name of {length} bytes")
    return ROLES[number], i64(data, 96), data[108:108 + length].decode("utf-8")


def read_segment_header(file: str, data: bytes) -> SegmentHeader:
    """The header of a segment's bytes."""
    if not _is_whole(data[:LENGTH], b"BRINESEG"):
        raise Damage(file, 0, "not the header of a segment")
    _check_version(file, data)
    return SegmentHeader(
        journal=uuid_text(u64(data, 16), u64(data, 24)),
        number=u64(data, 32),
        epoch=u64(data, 40),
        first_sequence=u64(data, 48),
        size=u64(data, 56),
        created=i64(data, 64),
        previous=End(u64(data, 72), u64(data, 80), u64(data, 88)),
        salt=u64(data, 96),
        compression=u32(data, 104),
        original=End(u64(data, 112), u64(data, 120), u64(data, 128)) if u32(data, 108) & COMPACTED else None,
    )
