"""Reads a value of any type of a schema."""

from __future__ import annotations

import sys
from typing import Any, Optional

from . import dates, instants, numbers, periods, unknown, zones
from .collections import read_map, read_sequence
from .dictionary import read_marked, read_text, read_uuid
from .errors import FormatError, Unsupported
from .input import Input
from .message import Message
from .options import Options
from .plan import Plan
from .records import read_reference
from .references import read_shared
from .schema import (
    Boxed, Custom, EitherOf, Kind, MapOf, Marked, OptionOf, Reference, Schema, SequenceOf, SharedOf, TupleOf, Type,
    Wrapped,
)
from .text import read_plain_text
from .uri import is_uri
from .values import Left, Right, Some

STACK = 6000  # frames of Python: enough for values of the greatest depth

_PLAIN_KINDS = {
    "Boolean": numbers.read_boolean,
    "Byte": numbers.read_byte,
    "Short": numbers.read_short,
    "Int": lambda source: numbers.read_signed(source, 32),
    "Long": lambda source: numbers.read_signed(source, 64),
    "Char": numbers.read_char,
    "Float": numbers.read_float,
    "Double": numbers.read_double,
    "Duration": instants.read_duration,
    "LocalDate": dates.read_local_date,
    "LocalTime": dates.read_local_time,
    "LocalDateTime": dates.read_local_date_time,
    "OffsetTime": zones.read_offset_time,
    "OffsetDateTime": zones.read_offset_date_time,
    "ZoneOffset": zones.read_zone_offset,
    "Year": periods.read_year,
    "YearMonth": periods.read_year_month,
    "MonthDay": periods.read_month_day,
    "Month": lambda source: periods.read_name(source, periods.MONTHS),
    "DayOfWeek": lambda source: periods.read_name(source, periods.DAYS),
    "Period": periods.read_period,
    "FiniteDuration": periods.read_finite_duration,
    "ScalaDuration": periods.read_scala_duration,
}


class Decoder:
    """Reads values from a source. `plan` is that of the schema of the next one."""

    def __init__(self, source: Input, message: Message, plan: Plan, options: Options):
        self.source = source
        self.message = message
        self.plan = plan
        self.options = options

    def root(self) -> Any:
        """A value of the root type of the schema, however deep."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, STACK))
        try:
            return self.value(self.plan.schema.root)
        except RecursionError:
            raise FormatError(self.source.position, "types nested too deeply for this reader") from None
        finally:
            sys.setrecursionlimit(before)

    def value(self, type_: Type) -> Any:
        """A value in value position."""
        if isinstance(type_, Kind):
            return self._kind(type_.name)
        if isinstance(type_, Reference):
            return read_reference(self, type_)
        if isinstance(type_, SequenceOf):
            return read_sequence(self, type_)
        if isinstance(type_, MapOf):
            return read_map(self, type_)
        if isinstance(type_, OptionOf):
            return Some(self.value(type_.inner)) if self._choice() else None
        if isinstance(type_, EitherOf):
            return Right(self.value(type_.right)) if self._choice() else Left(self.value(type_.left))
        if isinstance(type_, TupleOf):
            return tuple([self.value(element) for element in type_.elements])
        if isinstance(type_, (Boxed, Wrapped)):
            return self.value(type_.inner)
        if isinstance(type_, SharedOf):
            return read_shared(self, type_.inner)
        return read_marked(self, type_.inner) if isinstance(type_, Marked) else self._custom(type_)

    def text(self) -> str:
        """A string, or a reference to one."""
        dictionary = self.message.dictionary
        return read_text(self.source, dictionary) if dictionary else read_plain_text(self.source)

    def enter(self, type_: Reference) -> None:
        """Counts a value of a recursive type within others."""
        if type_.index in self.plan.recursive:
            if self.message.depth >= self.message.limits.depth:
                self.source.fail("nested too deeply")
            self.message.depth += 1

    def leave(self, type_: Reference) -> None:
        """The end of what `enter` began."""
        if type_.index in self.plan.recursive:
            self.message.depth -= 1

    def _choice(self) -> bool:
        at = self.source.position
        byte = self.source.byte()
        if byte > 1:
            self.source.fail(f"{byte:02x} is neither 0 nor 1", at)
        return byte == 1

    def _kind(self, name: str) -> Any:
        source, message = self.source, self.message
        if name in _PLAIN_KINDS:
            return _PLAIN_KINDS[name](source)
        if name == "Unit":
            return ()
        if name == "String":
            return self.text()
        if name == "UUID":
            return read_uuid(source, message.dictionary) if message.dictionary else numbers.read_plain_uuid(source)
        if name == "Instant":
            message.previous = instants.read_instant(source, message.previous)
            return message.previous
        if name == "BigInt":
            return numbers.read_big_int(source, message.limits)
        if name == "BigDecimal":
            return numbers.read_big_decimal(source, message.limits)
        if name == "URI":
            return self._uri()
        read = zones.read_zone if name == "ZoneId" else zones.read_zoned_date_time
        return read(source, self.text, self.options.regions())

    def _uri(self) -> str:
        at = self.source.position
        text = self.text()
        if not is_uri(text):
            self.source.fail(f"{text!r} is not a URI", at)
        return text

    def _custom(self, type_: Custom) -> Any:
        if type_.name == unknown.NAME:
            return unknown.read_unknown_case(self)
        codec = self.options.codecs.get(type_.name)
        if codec is None:
            raise Unsupported(self.source.position, f"no codec {type_.name!r} is known here")
        return codec.read(self)


def plan_of(schema: Schema, options: Options) -> Plan:
    """What follows from a schema. A codec that is not known is taken to need one byte at least."""

    def least(name: str) -> int:
        if name == unknown.NAME:
            return unknown.LEAST
        return options.codecs[name].least if name in options.codecs else 1

    return Plan(schema, least)


def decoder_of(schema: Schema, source: Input, options: Optional[Options], with_dictionary: bool) -> Decoder:
    """A decoder of one message, whose value begins at the cursor."""
    options = options or Options()
    message = Message(options.limits, len(source.data), with_dictionary)
    return Decoder(source, message, plan_of(schema, options), options)
