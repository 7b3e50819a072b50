"""The values a reader gives, where Python has no type of its own that would do.

Unit is the empty tuple, tuples are tuples, sequences and sets are lists, Boolean, integers and floating point numbers
are Python's, Char and String are `str` (with lone surrogates where the text has them), an empty Option is None.
"""

from __future__ import annotations

import decimal
from dataclasses import dataclass
from typing import Any, List, Tuple


@dataclass(frozen=True)
class Some:
    """An Option that is not empty."""

    value: Any


@dataclass(frozen=True)
class Left:
    """The left side of an Either."""

    value: Any


@dataclass(frozen=True)
class Right:
    """The right side of an Either."""

    value: Any


@dataclass(frozen=True)
class Record:
    """A record or a case of a sum: its name, the names of its fields and their values."""

    name: str
    names: Tuple[str, ...]
    values: Tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self.names:
            raise AttributeError(name)
        return self.values[self.names.index(name)]


@dataclass(frozen=True)
class Entries:
    """A map, as pairs in the order of the bytes."""

    pairs: List[Tuple[Any, Any]]


class SharedValue:
    """A value with an identity. `number` counts those of a message from 1; `value` may contain this object."""

    def __init__(self, number: int):
        self.number = number
        self.value: Any = None


@dataclass(frozen=True)
class BigDecimal:
    """`unscaled * 10^-scale`; 1.5 and 1.50 differ."""

    unscaled: int
    scale: int

    def __str__(self) -> str:
        digits = tuple(int(digit) for digit in str(abs(self.unscaled)))
        return str(decimal.Decimal((1 if self.unscaled < 0 else 0, digits, -self.scale)))


def identity(value: Any) -> Any:
    """Something that can be hashed and is equal for equal values. A shared value is equal only to itself."""
    if isinstance(value, (list, tuple)):
        return (type(value).__name__,) + tuple(identity(item) for item in value)
    if isinstance(value, Record):
        return ("record", value.name) + tuple(identity(item) for item in value.values)
    if isinstance(value, Entries):
        return ("map", frozenset((identity(key), identity(item)) for key, item in value.pairs))
    if isinstance(value, (Some, Left, Right)):
        return (type(value).__name__, identity(value.value))
    return value
