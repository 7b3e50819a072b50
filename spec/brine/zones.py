"""Section 4: offsets, zones and the times that have them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, FrozenSet

from .dates import LocalDateTime, LocalTime, read_local_date_time, read_local_time
from .input import Input
from .numbers import read_unsigned, unzigzag

MOST_SECONDS = 18 * 3600
QUARTER = 900
_OFFSET = re.compile(r"Z|(?:UTC|GMT|UT)?(?:[+-](\d{1,2})(?::?([0-5]\d)(?::?([0-5]\d))?)?)?")


@dataclass(frozen=True)
class ZoneOffset:
    """Seconds east of Greenwich."""

    seconds: int

    def __str__(self) -> str:
        if self.seconds == 0:
            return "Z"
        whole = abs(self.seconds)
        text = f"{'-' if self.seconds < 0 else '+'}{whole // 3600:02d}:{whole // 60 % 60:02d}"
        return text + (f":{whole % 60:02d}" if whole % 60 else "")


@dataclass(frozen=True)
class OffsetTime:
    """A time of day and an offset."""

    time: LocalTime
    offset: ZoneOffset

    def __str__(self) -> str:
        return f"{self.time}{self.offset}"


@dataclass(frozen=True)
class OffsetDateTime:
    """Date, time and offset."""

    local: LocalDateTime
    offset: ZoneOffset

    def __str__(self) -> str:
        return f"{self.local}{self.offset}"


@dataclass(frozen=True)
class ZonedDateTime:
    """Date, time, offset and zone as they were written; the zone's rules on this machine are not asked."""

    local: LocalDateTime
    offset: ZoneOffset
    zone: str

    def __str__(self) -> str:
        return f"{self.local}{self.offset}" + (f"[{self.zone}]" if self.zone != str(self.offset) else "")


def read_zone_offset(source: Input) -> ZoneOffset:
    """In quarter hours if whole, else in seconds."""
    at = source.position
    number = read_unsigned(source, 32)
    value = unzigzag(number >> 1)
    if number & 1 and value % QUARTER == 0:
        source.fail("whole quarter hours in seconds", at)
    seconds = value if number & 1 else value * QUARTER
    if abs(seconds) > MOST_SECONDS:
        source.fail("an offset of more than 18 hours", at)
    return ZoneOffset(seconds)


def read_offset_time(source: Input) -> OffsetTime:
    """Time, then offset."""
    time = read_local_time(source)
    return OffsetTime(time, read_zone_offset(source))


def read_offset_date_time(source: Input) -> OffsetDateTime:
    """Date, time, offset."""
    local = read_local_date_time(source)
    return OffsetDateTime(local, read_zone_offset(source))


def is_zone(identifier: str, regions: FrozenSet[str]) -> bool:
    """Whether `java.time.ZoneId` would take the identifier, if it knows these regions."""
    match = _OFFSET.fullmatch(identifier)
    if match is None or identifier == "":
        return identifier in regions
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return hours * 3600 + minutes * 60 + seconds <= MOST_SECONDS


def read_zone(source: Input, read_text: Callable[[], str], regions: FrozenSet[str]) -> str:
    """An identifier as a string."""
    at = source.position
    identifier = read_text()
    if not is_zone(identifier, regions):
        source.fail(f"{identifier!r} is not a time zone known here", at)
    return identifier


def read_zoned_date_time(source: Input, read_text: Callable[[], str], regions: FrozenSet[str]) -> ZonedDateTime:
    """Date, time, offset, zone."""
    local = read_local_date_time(source)
    offset = read_zone_offset(source)
    return ZonedDateTime(local, offset, read_zone(source, read_text, regions))
