"""Section 11: what was written before in a message and can be referred to."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, List

from .input import Input
from .numbers import read_unsigned
from .text import read_text_form, units_of

REACH = 2048
SHORTEST_TEXT = 2
LONGEST_TEXT = 4096
LONGEST_MARKED = 4096


class Recent:
    """The last 2,048 entries of a list."""

    def __init__(self) -> None:
        self._entries: List[Any] = []

    def add(self, entry: Any) -> None:
        """Makes it the last entry."""
        if len(self._entries) == 2 * REACH:
            del self._entries[:REACH]
        self._entries.append(entry)

    def back(self, source: Input, distance: int, at: int, again: bool) -> Any:
        """The entry so many back, which becomes the last `again` if two bytes refer to it."""
        if not 1 <= distance <= min(REACH, len(self._entries)):
            source.fail(f"there is no entry {distance} back", at)
        entry = self._entries[-distance]
        if again:
            self.add(entry)
        return entry


@dataclass(frozen=True)
class MarkedEntry:
    """A value marked by @dict, and what its type is."""

    key: bytes
    value: Any


class Dictionary:
    """The three lists of a message."""

    def __init__(self) -> None:
        self.texts = Recent()
        self.uuids = Recent()
        self.marked = Recent()


def read_text(source: Input, dictionary: Dictionary) -> str:
    """A string, or a reference to one."""
    at = source.position
    first = source.byte()
    if first >= 0xF8:
        return dictionary.texts.back(source, 57 + 256 * (first - 0xF8) + source.byte(), at, again=True)
    if first >= 0xC0:
        return dictionary.texts.back(source, first - 0xBF, at, again=False)
    text = read_text_form(source, first)
    if SHORTEST_TEXT <= units_of(text) <= LONGEST_TEXT:
        dictionary.texts.add(text)
    return text


def read_uuid(source: Input, dictionary: Dictionary) -> uuid.UUID:
    """A UUID, or a reference to one."""
    at = source.position
    first = source.byte()
    if first > 0xF0:
        source.fail(f"{first:02x} begins neither a UUID nor a reference", at)
    if 0xE8 <= first < 0xF0:
        return dictionary.uuids.back(source, 89 + 256 * (first - 0xE8) + source.byte(), at, again=True)
    if 0x90 <= first < 0xE8:
        return dictionary.uuids.back(source, first - 0x8F, at, again=False)
    if first == 0xF0:
        content = source.take(16, "a UUID", at)
        if content[6] < 0x90:
            source.fail("a UUID in more bytes than it needs", at)
    else:
        rest = source.take(15, "a UUID", at)
        content = rest[:6] + bytes([first]) + rest[6:]
    found = uuid.UUID(bytes=content)
    dictionary.uuids.add(found)
    return found


def read_marked(decoder, inner) -> Any:
    """A value marked by @dict, or a reference to one."""
    message, source = decoder.message, decoder.source
    if message.dictionary is None:
        return decoder.value(inner)
    at = source.position
    distance = read_unsigned(source, 32)
    key = decoder.plan.key(inner)
    if distance:
        entry = message.dictionary.marked.back(source, distance, at, again=False)
        if entry.key != key:
            source.fail("a reference to a value of another type", at)
        if source.position - at > 1:
            message.dictionary.marked.add(entry)
        return entry.value
    start = source.position
    outside = message.step_inside()
    value = decoder.value(inner)
    message.step_outside(outside)
    if source.position - start <= LONGEST_MARKED:
        outside.dictionary.marked.add(MarkedEntry(key, value))
    return value
