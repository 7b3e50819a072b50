"""Section 4: points and lengths of time on the scale of seconds."""

from __future__ import annotations

from dataclasses import dataclass

from .dates import SECONDS_A_DAY, UNITS, LocalDate, LocalTime, coarsest_unit, show_fraction, split_count
from .input import Input
from .numbers import read_signed, read_unsigned, unzigzag

FULL_FORM = (1 << 64) - 1
FIRST_SECOND = -31_557_014_167_219_200
LAST_SECOND = 31_556_889_864_403_199
LAST_NANO = 999_999_999


@dataclass(frozen=True)
class Instant:
    """A point in time: seconds since 1970 and nanoseconds of the second."""

    seconds: int
    nanos: int

    def __str__(self) -> str:
        days, second = divmod(self.seconds, SECONDS_A_DAY)
        return f"{LocalDate(days)}T{LocalTime(second, self.nanos).show(with_seconds=True)}Z"


@dataclass(frozen=True)
class Duration:
    """A length of time: seconds, rounded down, and nanoseconds of the second."""

    seconds: int
    nanos: int

    def __str__(self) -> str:
        total = self.seconds * 1_000_000_000 + self.nanos
        if total == 0:
            return "PT0S"
        sign = "-" if total < 0 else ""
        whole, fraction = divmod(abs(total), 1_000_000_000)
        hours, minutes, seconds = whole // 3600, whole // 60 % 60, whole % 60
        text = "PT" + (f"{sign}{hours}H" if hours else "") + (f"{sign}{minutes}M" if minutes else "")
        return text + (f"{sign}{seconds}{show_fraction(fraction)}S" if seconds or fraction else "")


EPOCH_2020 = Instant(1_577_836_800, 0)


def countable(seconds: int, unit: int) -> bool:
    """Whether a count can be had within 64 bits in this unit."""
    greatest = ((1 << 63) - 1) // UNITS[unit] - 1
    return unit == 0 or -greatest <= seconds <= greatest


def floor_count(seconds: int, nanos: int, unit: int) -> int:
    """The count of a unit, rounded down."""
    return seconds * UNITS[unit] + nanos // (1_000_000_000 // UNITS[unit])


def _zigzag(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def read_instant(source: Input, previous: Instant) -> Instant:
    """An instant; the one before it in the message is `previous`."""
    at = source.position
    seconds, nanos = _read_point(source, previous.seconds, previous.nanos)
    if not FIRST_SECOND <= seconds <= LAST_SECOND:
        source.fail("beyond the instants there are", at)
    return Instant(seconds, nanos)


def read_duration(source: Input) -> Duration:
    """A length of time."""
    return Duration(*_read_point(source, 0, 0))


def _read_point(source: Input, before_seconds: int, before_nanos: int):
    at = source.position
    number = read_unsigned(source, 64)
    if number == FULL_FORM:
        return _read_full(source, at, before_seconds, before_nanos)
    unit = number & 3
    if number >> 2 >= 1 << 61:
        source.fail("a difference of more than 61 bits", at)
    if not countable(before_seconds, unit):
        source.fail("the time before this one cannot be had in this unit", at)
    count = floor_count(before_seconds, before_nanos, unit) + unzigzag(number >> 2)
    seconds, nanos = split_count(count, unit)
    if not countable(seconds, unit):
        source.fail("a time that needs the full form", at)
    if coarsest_unit(nanos) != unit:
        source.fail("a time in a finer unit than it needs", at)
    return seconds, nanos


def _read_full(source: Input, at: int, before_seconds: int, before_nanos: int):
    seconds = read_signed(source, 64)
    nanos_at = source.position
    nanos = read_unsigned(source, 32)
    if nanos > LAST_NANO:
        source.fail(f"{nanos} nanoseconds are more than a second", nanos_at)
    unit = coarsest_unit(nanos)
    if countable(seconds, unit) and countable(before_seconds, unit):
        difference = floor_count(seconds, nanos, unit) - floor_count(before_seconds, before_nanos, unit)
        if _zigzag(difference) < 1 << 61:
            source.fail("the full form of a time that does not need it", at)
    return seconds, nanos
