"""Section 10: what a schema is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple, Union

KINDS = (
    "Unit Boolean Byte Short Int Long Char Float Double String BigInt BigDecimal UUID URI Instant Duration LocalDate "
    "LocalTime LocalDateTime OffsetTime OffsetDateTime ZonedDateTime ZoneOffset ZoneId Year YearMonth MonthDay Month "
    "DayOfWeek Period FiniteDuration ScalaDuration"
).split()


@dataclass(frozen=True)
class Kind:
    """A type without parts, 00 to 1f."""

    name: str


@dataclass(frozen=True)
class OptionOf:
    """40."""

    inner: "Type"


@dataclass(frozen=True)
class EitherOf:
    """41."""

    left: "Type"
    right: "Type"


@dataclass(frozen=True)
class SequenceOf:
    """42, or 4b for a set: its `rule` is "set". The schema does not say which elements are equal: who knows that
    equal values are the same element may say "distinct" or "bit set", and then the reader refuses equal elements (and,
    in a bit set, negative numbers)."""

    element: "Type"
    rule: str = "sequence"

    @property
    def is_set(self) -> bool:
        """Whether this is 4b."""
        return self.rule != "sequence"


@dataclass(frozen=True)
class MapOf:
    """43. How keys compare the schema does not tell: who knows that equal values are the same key may say that keys
    have to be `distinct`."""

    key: "Type"
    value: "Type"
    distinct: bool = False


@dataclass(frozen=True)
class TupleOf:
    """44."""

    elements: Tuple["Type", ...]


@dataclass(frozen=True)
class Boxed:
    """45: a value that keeps its bits."""

    inner: "Type"


@dataclass(frozen=True)
class Reference:
    """46: the definition of this number."""

    index: int


@dataclass(frozen=True)
class Custom:
    """47: bytes only a codec of this name knows."""

    name: str


@dataclass(frozen=True)
class SharedOf:
    """48."""

    inner: "Type"


@dataclass(frozen=True)
class Marked:
    """49: marked by @dict."""

    inner: "Type"


@dataclass(frozen=True)
class Wrapped:
    """4a: a class of one field, written as what the field holds."""

    name: str
    field: str
    inner: "Type"


Type = Union[
    Kind, OptionOf, EitherOf, SequenceOf, MapOf, TupleOf, Boxed, Reference, Custom, SharedOf, Marked, Wrapped
]


@dataclass(frozen=True)
class Field:
    """A field of a record or case."""

    name: str
    type: Type


@dataclass(frozen=True)
class RecordDefinition:
    """A record; a case of a sum has the same form."""

    name: str
    fields: Tuple[Field, ...]


@dataclass(frozen=True)
class SumDefinition:
    """A sum and its cases, in the order of their tags."""

    name: str
    cases: Tuple[RecordDefinition, ...]


Definition = Union[RecordDefinition, SumDefinition]


@dataclass(frozen=True)
class Schema:
    """Definitions and the root type."""

    definitions: Tuple[Definition, ...]
    root: Type


def parts(type_: Type) -> Tuple[Type, ...]:
    """The types directly inside of a type, in the order of the canonical form."""
    if isinstance(type_, (OptionOf, Boxed, SharedOf, Marked, Wrapped)):
        return (type_.inner,)
    if isinstance(type_, SequenceOf):
        return (type_.element,)
    if isinstance(type_, EitherOf):
        return (type_.left, type_.right)
    if isinstance(type_, MapOf):
        return (type_.key, type_.value)
    return type_.elements if isinstance(type_, TupleOf) else ()


def content(type_: Type) -> Type:
    """What is within classes of one field, whose bytes it has."""
    while isinstance(type_, Wrapped):
        type_ = type_.inner
    return type_


def alone(type_: Type) -> Type:
    """The type as an element of a sequence: in a box if it wraps what is packed only by itself."""
    kind = content(type_)
    packed = ("Boolean", "Short", "Int", "Long", "Char", "Float", "Double")
    return Boxed(type_) if kind is not type_ and isinstance(kind, Kind) and kind.name in packed else type_


def field_types(definition: Definition) -> Tuple[Type, ...]:
    """The types of all fields of a record, or of all cases of a sum."""
    records = definition.cases if isinstance(definition, SumDefinition) else (definition,)
    return tuple(field.type for record in records for field in record.fields)
