"""Sections 2, 8, 9 and 11: what a directory holds."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

from ..envelopes import decode_bare
from ..schema import Schema
from .entries import Dictionary, read_entries
from .errors import Damage
from .frames import SEAL, SPARSE, Unit, first_frame_after, read_unit
from .headers import LENGTH, Manifest, SegmentHeader, read_manifest, read_segment_header
from .primitives import Malformed, digest, u64

SEGMENT = re.compile(r"\d{20}\.seg")
SLOTS = ("MANIFEST-a", "MANIFEST-b")


class Record(NamedTuple):
    """A record of a journal."""

    sequence: int
    stream: str
    version: int
    time: int
    tags: Tuple[str, ...]
    key: Optional[str]
    schema: Schema
    payload: bytes

    @property
    def value(self) -> Any:
        """What the payload is, by its schema."""
        return decode_bare(self.payload, self.schema)


class Journal(NamedTuple):
    """What a journal holds, if it is opened now."""

    manifest: Manifest
    headers: List[SegmentHeader]
    records: List[Record]
    end: int  # the offset in the last segment at which it ends
    torn: int  # bytes after that, up to the last one that is not zero
    is_sealed: bool


class _Segment:
    """Reads a segment up to its end."""

    def __init__(self, name: str, data: bytes, header: SegmentHeader):
        self.name = name
        self.data = data
        self.header = header
        self.known = Dictionary()
        self.records: List[Record] = []
        self.checks: List[int] = []
        self.last = header.first_sequence - 1
        self.durable = 0
        self.end = LENGTH
        self.is_sealed = False

    def read(self, until: Optional[int]) -> None:
        """Reads to a sequence, or as far as there are units, and the seal."""
        while not self.is_sealed and (until is None or self.end < until or self._seal_follows()):
            unit = read_unit(self.name, self.data, self.end, self.header)
            if unit is None:
                break
            self.durable = max(self.durable, unit.first.durable)
            if unit.first.flags & SEAL:
                self._check_seal(unit)
            else:
                self._take(unit)

    def _seal_follows(self) -> bool:
        unit = read_unit(self.name, self.data, self.end, self.header)
        return unit is not None and unit.first.flags & SEAL != 0

    def _check_seal(self, unit: Unit) -> None:
        sequence, total, count = (u64(unit.body, at) for at in (0, 8, 16))
        covered = self.header.original.sequence if self.header.original else self.last
        if len(unit.body) != 24 or (sequence, total, count) != (covered, digest(self.checks), len(self.records)):
            raise Damage(self.name, unit.first.offset, "the seal names other frames")
        self.is_sealed = True

    def _take(self, unit: Unit) -> None:
        is_sparse = unit.first.flags & SPARSE != 0
        if not is_sparse and unit.first.sequence != self.last + 1:
            raise Damage(self.name, unit.first.offset, f"record {unit.first.sequence} after record {self.last}")
        count = 0
        try:
            for event in read_entries(unit.body, unit.first.sequence, unit.first.time, is_sparse, self.known):
                if event.sequence <= self.last:
                    raise Malformed(f"record {event.sequence} after record {self.last}")
                self.last = event.sequence
                count += 1
                self.records.append(
                    Record(
                        sequence=event.sequence,
                        stream=self.known.streams[event.stream][0],
                        version=event.version,
                        time=event.time,
                        tags=tuple(self.known.tags[tag] for tag in event.tags),
                        key=event.key,
                        schema=self.known.schemas[event.schema],
                        payload=event.payload,
                    )
                )
        except Malformed as error:
            raise Damage(self.name, unit.first.offset, str(error)) from None
        if count != unit.last.count:
            raise Damage(self.name, unit.first.offset, f"{count} records, not {unit.last.count}")
        self.checks += [frame.check for frame in unit.frames]
        self.end = unit.last.end


def read_manifests(files: Mapping[str, bytes]) -> Manifest:
    """The slot that counts."""
    slots = [read_manifest(name, files[name]) for name in SLOTS if name in files]
    whole = [slot for slot in slots if slot is not None]
    if not whole:
        raise Damage(SLOTS[0], 0, "no slot of the manifest is whole")
    return max(whole, key=lambda slot: slot.generation)


def _headers(files: Mapping[str, bytes], manifest: Manifest) -> Dict[str, SegmentHeader]:
    headers: Dict[str, SegmentHeader] = {}
    number = manifest.first_segment
    first = f"{manifest.first_sequence:020d}.seg"
    for name in sorted(name for name in files if SEGMENT.fullmatch(name) and name >= first):
        header = read_segment_header(name, files[name])
        if header.journal != manifest.journal:
            raise Damage(name, 16, "a segment of another journal")
        if f"{header.first_sequence:020d}.seg" != name:
            raise Damage(name, 48, "a segment with the name of another")
        if header.number < manifest.first_segment:
            continue
        if header.number != number:
            raise Damage(name, 32, f"segment {number} is missing")
        if header.previous.sequence + 1 != header.first_sequence:
            raise Damage(name, 72, "a header that contradicts itself")
        headers[name] = header
        number += 1
    return headers


def read_journal(files: Mapping[str, bytes]) -> Journal:
    """Reads a directory as recovery does, and checks all of it."""
    manifest = read_manifests(files)
    headers = _headers(files, manifest)
    names = list(headers)
    records: List[Record] = []
    segment, offset, sequence = manifest.watermark
    if not names:
        if sequence >= manifest.first_sequence:
            raise Damage(SLOTS[0], 0, f"there are no segments, but there were records up to {sequence}")
        return Journal(manifest, [], [], LENGTH, 0, False)
    number = headers[names[-1]].number
    is_set_aside = segment == number + 1 and offset <= LENGTH
    if segment > number and not is_set_aside:
        raise Damage(names[-1], 0, f"there was a segment {segment}")
    for name, following in zip(names, names[1:]):
        records += _ended(name, files[name], headers[name], headers[following])
    last = _Segment(names[-1], files[names[-1]], headers[names[-1]])
    last.read(None)
    torn = _check_end(last, manifest)
    return Journal(manifest, list(headers.values()), records + last.records, last.end, torn, last.is_sealed)


def _ended(name: str, data: bytes, header: SegmentHeader, following: SegmentHeader) -> List[Record]:
    said = following.previous
    segment = _Segment(name, data, header)
    if header.original is not None:
        segment.read(None)
        if header.original != said or not segment.is_sealed:
            raise Damage(name, 112, "a compacted segment that does not stand for what the next header says")
    else:
        segment.read(said.offset)
        if (segment.last, segment.end, digest(segment.checks)) != said:
            raise Damage(name, segment.end, f"the segment does not end as the next header says, at {said}")
    return segment.records


def _check_end(segment: _Segment, manifest: Manifest) -> int:
    """That nothing safe is missing; how many bytes after the end are torn."""
    if segment.last < manifest.watermark[2]:
        raise Damage(segment.name, segment.end, f"records up to {manifest.watermark[2]} were safe")
    if not segment.is_sealed:
        frame = first_frame_after(segment.data, segment.end, segment.header.salt)
        while frame is not None:
            if frame.durable > segment.last:
                raise Damage(segment.name, segment.end, f"records up to {frame.durable} were safe")
            frame = first_frame_after(segment.data, frame.offset + 8, segment.header.salt)
    is_known_end = manifest.is_closed and manifest.watermark[:2] == (segment.header.number, segment.end)
    if len(segment.data) < segment.header.size and not is_known_end:
        raise Damage(segment.name, len(segment.data), "the file was cut")
    return 0 if segment.is_sealed else len(segment.data[segment.end:].rstrip(b"\0"))
