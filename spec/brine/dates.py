"""Section 4: dates and times of day, with the ranges of `java.time`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from .input import Input
from .numbers import read_signed, read_unsigned

UNITS = (1, 1_000, 1_000_000, 1_000_000_000)
SECONDS_A_DAY = 86_400
DAY_2020 = 18_262  # 2020-01-01, in days since 1970-01-01
LAST_YEAR = 999_999_999


def days_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 in the proleptic Gregorian calendar."""
    shifted = year - (1 if month <= 2 else 0)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def date_of(days: int) -> Tuple[int, int, int]:
    """Year, month and day of a number of days since 1970-01-01."""
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return era * 400 + year_of_era + (1 if month <= 2 else 0), month, day


FIRST_DAY = days_of(-LAST_YEAR, 1, 1)
LAST_DAY = days_of(LAST_YEAR, 12, 31)


def show_year(year: int) -> str:
    """A year as ISO 8601 has it: four digits at least, a plus beyond 9999."""
    return ("+" if year > 9999 else "-" if year < 0 else "") + f"{abs(year):04d}"


def show_fraction(nanos: int) -> str:
    """The fraction of a second with its point, or nothing."""
    return f".{nanos:09d}".rstrip("0").rstrip(".") if nanos else ""


@dataclass(frozen=True)
class LocalDate:
    """A date, as days since 1970-01-01."""

    days: int

    def __str__(self) -> str:
        year, month, day = date_of(self.days)
        return f"{show_year(year)}-{month:02d}-{day:02d}"


@dataclass(frozen=True)
class LocalTime:
    """A time of day."""

    seconds: int
    nanos: int

    def show(self, with_seconds: bool) -> str:
        """The time, with its seconds also if they are 0."""
        minutes, seconds = divmod(self.seconds, 60)
        text = f"{minutes // 60:02d}:{minutes % 60:02d}"
        return text + (f":{seconds:02d}{show_fraction(self.nanos)}" if with_seconds or seconds or self.nanos else "")

    def __str__(self) -> str:
        return self.show(with_seconds=False)


@dataclass(frozen=True)
class LocalDateTime:
    """A date and a time of day."""

    date: LocalDate
    time: LocalTime

    def __str__(self) -> str:
        return f"{self.date}T{self.time}"


def coarsest_unit(nanos: int) -> int:
    """The number of the coarsest unit that is exact for these nanoseconds of a second."""
    return 0 if nanos == 0 else 1 if nanos % 1_000_000 == 0 else 2 if nanos % 1_000 == 0 else 3


def split_count(count: int, unit: int) -> Tuple[int, int]:
    """Seconds (rounded down) and nanoseconds of a count of the unit."""
    seconds, rest = divmod(count, UNITS[unit])
    return seconds, rest * (1_000_000_000 // UNITS[unit])


def read_local_date(source: Input) -> LocalDate:
    """Days since 2020-01-01."""
    at = source.position
    days = read_signed(source, 64) + DAY_2020
    if not FIRST_DAY <= days <= LAST_DAY:
        source.fail("beyond the dates there are", at)
    return LocalDate(days)


def read_local_time(source: Input) -> LocalTime:
    """A count since midnight with its unit."""
    at = source.position
    number = read_unsigned(source, 64)
    seconds, nanos = split_count(number >> 2, number & 3)
    if seconds >= SECONDS_A_DAY:
        source.fail("a time beyond the end of the day", at)
    if coarsest_unit(nanos) != number & 3:
        source.fail("a time in a finer unit than it needs", at)
    return LocalTime(seconds, nanos)


def read_local_date_time(source: Input) -> LocalDateTime:
    """Date, then time."""
    date = read_local_date(source)
    return LocalDateTime(date, read_local_time(source))
