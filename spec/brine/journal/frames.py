"""Section 6: frames, and the units they make."""

from __future__ import annotations

import zlib
from typing import List, NamedTuple, Optional

from ..crc32c import crc32c
from .errors import Damage
from .headers import SegmentHeader
from .primitives import Malformed, i64, mask, read_v, u16, u32, u64

HEADER = 40
MOST_BODY = 1 << 18
MAGIC = b"JRBF"
CONTINUED, COMPRESSED, SEAL, SPARSE = 1, 2, 4, 8
DEFLATE = 1
MOST_EXPANDED = 1 << 30


class Frame(NamedTuple):
    """A valid frame."""

    offset: int
    check: int
    sequence: int
    durable: int
    time: int
    count: int
    flags: int
    body: bytes

    @property
    def end(self) -> int:
        """Where the next one starts."""
        return self.offset + (HEADER + len(self.body) + 7) // 8 * 8


class Unit(NamedTuple):
    """A whole unit, expanded."""

    frames: List[Frame]
    body: bytes

    @property
    def first(self) -> Frame:
        """Its first frame."""
        return self.frames[0]

    @property
    def last(self) -> Frame:
        """Its last frame, which has its count."""
        return self.frames[-1]


def read_frame(data: bytes, at: int, salt: int) -> Optional[Frame]:
    """The frame at an offset of a file, None if there is no valid one."""
    length = u32(data, at)
    end = at + HEADER + length
    if at + HEADER > len(data) or not 0 < length <= MOST_BODY or end > len(data) or data[at + 36:at + 40] != MAGIC:
        return None
    check = u32(data, at + 4)
    if crc32c(data[at + 8:end]) ^ mask(salt, at) != check:
        return None
    return Frame(
        offset=at,
        check=check,
        sequence=u64(data, at + 8),
        durable=u64(data, at + 16),
        time=i64(data, at + 24),
        count=u16(data, at + 32),
        flags=u16(data, at + 34),
        body=data[at + HEADER:end],
    )


def read_unit(file: str, data: bytes, at: int, header: SegmentHeader) -> Optional[Unit]:
    """The unit at an offset, None if there is no whole one."""
    frames: List[Frame] = []
    while True:
        frame = read_frame(data, at, header.salt)
        if frame is None or frames and frame.sequence != frames[0].sequence:
            return None
        frames.append(frame)
        at = frame.end
        if not frame.flags & CONTINUED:
            break
    body = b"".join(frame.body for frame in frames)
    if frames[0].flags & COMPRESSED:
        body = _expand(file, frames[0].offset, body, header.compression)
    return Unit(frames, body)


def _expand(file: str, offset: int, body: bytes, kind: int) -> bytes:
    if kind != DEFLATE:
        raise Damage(file, offset, f"this reader does not know compression of kind {kind}")
    try:
        length, at = read_v(body, 0)
        if length > MOST_EXPANDED:
            raise Damage(file, offset, f"a compressed unit of {length} bytes")
        inflater = zlib.decompressobj(-15)
        expanded = inflater.decompress(body[at:], length + 1)
    except (zlib.error, Malformed):
        raise Damage(file, offset, "a compressed unit that does not expand") from None
    if len(expanded) != length or not inflater.eof or inflater.unused_data:
        raise Damage(file, offset, f"a compressed unit that does not expand to {length} bytes")
    return expanded


def first_frame_after(data: bytes, after: int, salt: int) -> Optional[Frame]:
    """The first valid frame at this offset or later."""
    at = data.find(MAGIC, (after + 7) // 8 * 8 + 36)
    while at >= 0:
        if (at - 36) % 8 == 0:
            frame = read_frame(data, at - 36, salt)
            if frame is not None:
                return frame
        at = data.find(MAGIC, at + 1)
    return None
