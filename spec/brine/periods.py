"""Section 4: years, months and days without a point in time, periods, and Scala's durations."""

from __future__ import annotations

from dataclasses import dataclass

from .dates import LAST_YEAR, show_year
from .input import Input
from .numbers import read_signed, read_unsigned

MONTHS = "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER".split()
DAYS = "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY".split()
DAYS_OF_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SCALA_UNITS = ("nanosecond", "microsecond", "millisecond", "second", "minute", "hour", "day")
SCALA_NANOS = (1, 10**3, 10**6, 10**9, 60 * 10**9, 3600 * 10**9, 86_400 * 10**9)
SCALA_SPECIAL = {7: "Inf", 8: "MinusInf", 9: "Undefined"}


@dataclass(frozen=True)
class Year:
    """A year."""

    year: int

    def __str__(self) -> str:
        return str(self.year)


@dataclass(frozen=True)
class YearMonth:
    """A month of a year."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{show_year(self.year)}-{self.month:02d}"


@dataclass(frozen=True)
class MonthDay:
    """A day of any year."""

    month: int
    day: int

    def __str__(self) -> str:
        return f"--{self.month:02d}-{self.day:02d}"


@dataclass(frozen=True)
class Period:
    """Years, months and days."""

    years: int
    months: int
    days: int

    def __str__(self) -> str:
        counted = ((self.years, "Y"), (self.months, "M"), (self.days, "D"))
        return "P" + ("".join(f"{count}{letter}" for count, letter in counted if count) or "0D")


@dataclass(frozen=True)
class FiniteDuration:
    """A length in one of Scala's units."""

    length: int
    unit: int

    def __str__(self) -> str:
        return f"{self.length} {SCALA_UNITS[self.unit]}{'' if self.length == 1 else 's'}"


def read_year(source: Input) -> Year:
    """Years since 2020."""
    at = source.position
    year = read_signed(source, 32) + 2020
    if abs(year) > LAST_YEAR:
        source.fail("beyond the years there are", at)
    return Year(year)


def read_year_month(source: Input) -> YearMonth:
    """Months since 2020-01."""
    at = source.position
    years, month = divmod(read_signed(source, 64), 12)
    if abs(years + 2020) > LAST_YEAR:
        source.fail("beyond the years there are", at)
    return YearMonth(years + 2020, month + 1)


def read_month_day(source: Input) -> MonthDay:
    """`month * 32 + day`."""
    at = source.position
    month, day = divmod(read_unsigned(source, 32), 32)
    if not 1 <= month <= 12 or not 1 <= day <= DAYS_OF_MONTH[month - 1]:
        source.fail("no day of a year", at)
    return MonthDay(month, day)


def read_name(source: Input, names) -> str:
    """A byte that counts names from 1."""
    at = source.position
    number = source.byte()
    if not 1 <= number <= len(names):
        source.fail(f"{number} is not in 1 to {len(names)}", at)
    return names[number - 1]


def read_period(source: Input) -> Period:
    """Years, months, days."""
    years = read_signed(source, 32)
    months = read_signed(source, 32)
    return Period(years, months, read_signed(source, 32))


def read_finite_duration(source: Input) -> FiniteDuration:
    """A byte for the unit, then the length."""
    at = source.position
    unit = source.byte()
    if unit >= len(SCALA_UNITS):
        source.fail(f"there is no unit {unit}", at)
    at = source.position
    length = read_signed(source, 64)
    if abs(length) * SCALA_NANOS[unit] >= 1 << 63:
        source.fail("a duration of more than 2^63 - 1 nanoseconds", at)
    return FiniteDuration(length, unit)


def read_scala_duration(source: Input):
    """A FiniteDuration, or the name of one that is not finite."""
    at = source.position
    if source.byte() in SCALA_SPECIAL:
        return SCALA_SPECIAL[source.data[at]]
    source.position = at
    return read_finite_duration(source)
