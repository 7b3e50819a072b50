"""Section 15: snapshots."""

from __future__ import annotations

from typing import Any, List, NamedTuple

from ..crc32c import crc32c
from ..envelopes import decode_bare
from ..schema import Schema
from ..schema_reader import read_schema
from .errors import Damage
from .primitives import ALL, read_v, snapshot_mask, u32, u64, uuid_text

HEADER = 136
CHUNK = 65_536
FINGERPRINT_START = 0x6A09E667F3BCC908


class Snapshot(NamedTuple):
    """A state that was saved."""

    name: str
    journal: str
    offset: int
    saved: int
    is_parts: bool
    fingerprint: int
    schema: Schema
    values: List[Any]


def _fingerprint(content: bytes) -> int:
    value = FINGERPRINT_START
    whole = len(content) // 8 * 8
    words = [int.from_bytes(content[at:at + 8], "little") for at in range(0, whole, 8)]
    if whole < len(content):
        words.append(int.from_bytes(content[whole:], "big"))
    for word in words + [len(content)]:
        value = (value ^ word) * 0x9E3779B97F4A7C15 & ALL
        value ^= value >> 32
    return value


def read_snapshot(file: str, data: bytes) -> Snapshot:
    """The snapshot of a file's bytes, all of which are checked."""
    if len(data) < HEADER or data[:8] != b"BrneSnp1" or u32(data, 132) != crc32c(data[:132]):
        raise Damage(file, 0, "not the header of a snapshot")
    if u32(data, 8) != 1:
        raise Damage(file, 8, f"version {u32(data, 8)}")
    salt = u64(data, 40)
    trailer = len(data) - 16
    start = trailer - u32(data, trailer)
    if data[trailer + 8:] != b"neSnpEnd" or start < HEADER:
        raise Damage(file, trailer, "not the end of a snapshot")
    if u32(data, trailer + 4) != crc32c(data[start:trailer + 4]) ^ snapshot_mask(salt, ALL):
        raise Damage(file, start, "the footer does not agree with its checksum")
    content = _content(file, data, start, salt)
    length, chunks, parts, fingerprint = (u64(data, start + at) for at in (0, 8, 16, 24))
    if (length, fingerprint) != (len(content), _fingerprint(content)) or chunks != -(-(start - HEADER) // CHUNK):
        raise Damage(file, start, "the footer is of another content")
    schema = read_schema(data[start + 36:trailer])
    if u32(data, start + 32) != trailer - start - 36:
        raise Damage(file, start + 32, "a schema of another length")
    values = []
    at = 0
    while at < len(content):
        size, at = read_v(content, at)
        values.append(decode_bare(content[at:at + size], schema))
        at += size
    if len(values) != parts:
        raise Damage(file, start + 16, f"{len(values)} parts, not {parts}")
    name = data[64:64 + u32(data, 60)].decode("ascii")
    return Snapshot(
        name, uuid_text(u64(data, 16), u64(data, 24)), u64(data, 32), u64(data, 48), u32(data, 56) == 1, fingerprint,
        schema, values,
    )


def _content(file: str, data: bytes, until: int, salt: int) -> bytes:
    payloads = []
    at = HEADER
    while at < until:
        size = u32(data, at)
        payload = data[at + 8:at + 8 + size]
        if size > CHUNK - 8 or at + 8 + size > until or at + CHUNK < until and size != CHUNK - 8:
            raise Damage(file, at, f"a chunk of {size} bytes")
        check = crc32c(data[at:at + 4] + payload) ^ snapshot_mask(salt, len(payloads))
        if u32(data, at + 4) != check:
            raise Damage(file, at, "a chunk that does not agree with its checksum")
        payloads.append(payload)
        at += 8 + size
    return b"".join(payloads)
