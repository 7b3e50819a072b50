"""Section 7: what is in a unit."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from ..errors import FormatError
from ..schema import Schema
from ..schema_reader import read_schema
from .primitives import Malformed, read_v, read_z, u64, uuid_text

EVENT, STREAM, SCHEMA, TAG = 0, 1, 2, 3
HAS_KEY, HAS_TAGS, HAS_TIME, HAS_VERSION, HAS_OUTCOME = 0x08, 0x10, 0x20, 0x40, 0x80


class Event(NamedTuple):
    """An event, with the numbers of the segment."""

    stream: int
    schema: int
    sequence: int
    version: int
    time: int
    key: Optional[str]
    key_events: int
    key_version: Optional[int]
    tags: Tuple[int, ...]
    payload: bytes


class Dictionary:
    """What a segment has defined so far."""

    def __init__(self) -> None:
        self.streams: List[Tuple[str, int]] = []
        self.versions: List[int] = []
        self.schemas: List[Schema] = []
        self.tags: List[str] = []


def read_entries(body: bytes, first: int, time: int, is_sparse: bool, known: Dictionary) -> Iterator[Event]:
    """The events of a unit; definitions go to the dictionary."""
    at = 0
    expected = first
    in_unit: Dict[int, int] = {}
    while at < len(body):
        length, at = read_v(body, at)
        if not 1 <= length <= len(body) - at:
            raise Malformed(f"an entry of {length} bytes")
        entry = body[at:at + length]
        at += length
        if entry[0] & 7 == EVENT:
            event = _event(entry, expected, first, time, is_sparse, known, in_unit)
            expected = event.sequence + 1
            yield event
        else:
            _define(entry, known)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("a name that is no text") from None


def _define(entry: bytes, known: Dictionary) -> None:
    kind = entry[0]
    if kind == STREAM:
        before, at = read_v(entry, 1)
        known.streams.append((_text(entry[at:]), before))
        known.versions.append(before)
    elif kind == SCHEMA:
        try:
            known.schemas.append(read_schema(entry[1:]))
        except FormatError as error:
            raise Malformed(f"not a schema: {error}") from None
    elif kind == TAG:
        known.tags.append(_text(entry[1:]))
    else:
        raise Malformed(f"an entry of kind {kind}")


def _event(
    entry: bytes, expected: int, first: int, base: int, is_sparse: bool, known: Dictionary, in_unit: Dict[int, int]
) -> Event:
    kind = entry[0]
    stream, at = read_v(entry, 1)
    schema, at = read_v(entry, at)
    time, sequence, key, key_events, key_version = base, expected, None, 0, None
    tags: List[int] = []
    if kind & HAS_TIME:
        after, at = read_z(entry, at)
        time = base + after
    if is_sparse:
        after, at = read_v(entry, at)
        sequence = first + after
    if stream >= len(known.streams) or schema >= len(known.schemas):
        raise Malformed(f"stream {stream} or schema {schema}, which is not defined")
    if kind & HAS_VERSION:
        after, at = read_v(entry, at)
        version = known.streams[stream][1] + 1 + after
    elif stream in in_unit:
        version = in_unit[stream] + 1
    else:
        raise Malformed("the first event of its stream in a unit, without a version")
    if kind & HAS_KEY:
        if len(entry) - at < 16:
            raise Malformed("a key shorter than 16 bytes")
        key = uuid_text(u64(entry, at), u64(entry, at + 8))
        key_events, at = read_v(entry, at + 16)
    if kind & HAS_OUTCOME:
        if key is None:
            raise Malformed("the outcome of an append without a key")
        key_version, at = read_v(entry, at)
    if kind & HAS_TAGS:
        count, at = read_v(entry, at)
        if count > len(entry) - at:
            raise Malformed(f"{count} tags")
        for _ in range(count):
            tag, at = read_v(entry, at)
            if tag >= len(known.tags):
                raise Malformed(f"tag {tag}, which is not defined")
            tags.append(tag)
    in_unit[stream] = version
    known.versions[stream] = version
    return Event(stream, schema, sequence, version, time, key, key_events, key_version, tuple(tags), entry[at:])
