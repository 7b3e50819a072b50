"""What a program tells the reader besides the schema."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, FrozenSet, Optional

from .limits import Limits


@dataclass(frozen=True)
class CustomCodec:
    """How to read the bytes of a codec of the user's own: `read` is given the decoder."""

    least: int
    read: Callable[[Any], Any]


@dataclass(frozen=True)
class Options:
    """Limits, codecs by their names in the schema, and the time zones known (those of the machine if None)."""

    limits: Limits = field(default_factory=Limits)
    codecs: Dict[str, CustomCodec] = field(default_factory=dict)
    zones: Optional[FrozenSet[str]] = None

    def regions(self) -> FrozenSet[str]:
        """The identifiers of the time zones known."""
        return frozenset(zoneinfo.available_timezones()) if self.zones is None else self.zones
