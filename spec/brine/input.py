"""A cursor over the bytes of a message."""

from __future__ import annotations

from typing import NoReturn, Optional

from .errors import FormatError


class Input:
    """Bytes from `position` up to `end`. Offsets count from the first byte of `data`."""

    def __init__(self, data: bytes, position: int = 0, end: Optional[int] = None):
        self.data = data
        self.position = position
        self.end = len(data) if end is None else end

    @property
    def left(self) -> int:
        """How many bytes are left."""
        return self.end - self.position

    def fail(self, problem: str, offset: Optional[int] = None) -> NoReturn:
        """Refuses the bytes, at the cursor unless an offset is given."""
        raise FormatError(self.position if offset is None else offset, problem)

    def byte(self) -> int:
        """The next byte, 0 to 255."""
        if self.position >= self.end:
            self.fail("the message ends")
        value = self.data[self.position]
        self.position += 1
        return value

    def take(self, count: int, what: str, at: Optional[int] = None) -> bytes:
        """The next `count` bytes; if there are fewer, an error at the first of them, or at the offset `at`."""
        if count > self.left:
            self.fail(f"{what} takes {count} bytes, and {self.left} are left", at)
        self.position += count
        return self.data[self.position - count : self.position]

    def expect_end(self) -> None:
        """Refuses a byte that is left over."""
        if self.position != self.end:
            self.fail("a byte follows the value")
