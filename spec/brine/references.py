"""Section 9: shared values."""

from __future__ import annotations

from dataclasses import dataclass

from .numbers import read_unsigned
from .values import SharedValue


@dataclass(frozen=True)
class SharedEntry:
    """A shared value of the message, and what its type is."""

    key: bytes
    shared: SharedValue


def read_shared(decoder, inner) -> SharedValue:
    """00 and the value, or how many entries back it is."""
    entries, source = decoder.message.shared, decoder.source
    at = source.position
    distance = read_unsigned(source, 32)
    key = decoder.plan.key(inner)
    if distance == 0:
        shared = SharedValue(len(entries) + 1)
        entries.append(SharedEntry(key, shared))
        shared.value = decoder.value(inner)
        return shared
    if distance > len(entries):
        source.fail(f"there is no shared value {distance} back", at)
    if entries[-distance].key != key:
        source.fail("a reference to a shared value of another type", at)
    return entries[-distance].shared
