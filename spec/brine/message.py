"""What a reader remembers while it reads a message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, Optional, TypeVar

from .dictionary import Dictionary
from .input import Input
from .instants import EPOCH_2020, Instant
from .limits import Limits
from .references import SharedEntry

T = TypeVar("T")


@dataclass(frozen=True)
class Outside:
    """What a value marked by @dict does not see of the message it is in."""

    dictionary: Dictionary
    previous: Instant
    shared: List[SharedEntry]


class Message:
    """The state of one message. It has one owner, the decoder."""

    def __init__(self, limits: Limits, size: int, with_dictionary: bool):
        self.limits = limits
        self.dictionary: Optional[Dictionary] = Dictionary() if with_dictionary else None
        self.previous = EPOCH_2020
        self.shared: List[SharedEntry] = []
        self.depth = 0
        self.empty_left = limits.empty_elements
        self.memory_left = limits.memory_base + limits.memory_factor * size

    def step_inside(self) -> Outside:
        """Begins a value that is like a message of its own, without a dictionary. The limits go on."""
        outside = Outside(self.dictionary, self.previous, self.shared)
        self.dictionary, self.previous, self.shared = None, EPOCH_2020, []
        return outside

    def step_outside(self, outside: Outside) -> None:
        """Ends it."""
        self.dictionary, self.previous, self.shared = outside.dictionary, outside.previous, outside.shared

    def with_dictionary(self, read: Callable[[], T]) -> T:
        """Reads with a dictionary that begins empty, and ends with what is read."""
        self.dictionary = Dictionary()
        try:
            return read()
        finally:
            self.dictionary = None

    def charge_empty(self, source: Input, count: int, at: int) -> None:
        """Counts elements that take no byte, or no bit."""
        if count > self.empty_left:
            source.fail(f"{count} elements that take no byte are over the limit", at)
        self.empty_left -= count

    def charge_memory(self, source: Input, elements: int, at: int) -> None:
        """Counts the places of a collection, 8 bytes each."""
        if 8 * elements > self.memory_left:
            source.fail("more memory than the limit allows", at)
        self.memory_left -= 8 * elements
