"""Section 7: the bits of a record's header."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from .input import Input
from .schema import EitherOf, Kind, OptionOf, Reference, Schema, SumDefinition, Type, content

GROUP = 32
MOST_TAGGED = 64  # sums of more cases have their tag in front


def tag_width(cases: int) -> int:
    """`ceil(log2 cases)`."""
    return (cases - 1).bit_length()


def tagged_sum(schema: Schema, type_: Type) -> Optional[SumDefinition]:
    """The sum a reference is to, if its tag is an item."""
    type_ = content(type_)
    if isinstance(type_, Reference):
        definition = schema.definitions[type_.index]
        if isinstance(definition, SumDefinition) and 2 <= len(definition.cases) <= MOST_TAGGED:
            return definition
    return None


def items_of(schema: Schema, type_: Type) -> List[int]:
    """The widths of the items of a field, in order."""
    type_ = content(type_)
    if isinstance(type_, OptionOf):
        return [1] + items_of(schema, type_.inner)
    if isinstance(type_, EitherOf) or type_ == Kind("Boolean"):
        return [1]
    tagged = tagged_sum(schema, type_)
    return [tag_width(len(tagged.cases))] if tagged else []


class Header:
    """Where the items are, and how many bytes they take."""

    def __init__(self, widths: Sequence[int]):
        self.places: List[Tuple[int, int]] = []  # first bit and width of each item, counted through all bytes
        self.unused: List[Tuple[int, int]] = []  # first bit and width of what no item uses
        self.groups: List[int] = []  # the bytes of each group
        first = used = 0  # the first bit of the group, and how many bits of it are used
        for width in widths:
            if used + width > GROUP:
                self._close(first, used)
                first, used = first + GROUP, 0
            self.places.append((first + used, width))
            used += width
        self._close(first, used)
        self.size = (first + used + 7) // 8

    def _close(self, first: int, used: int) -> None:
        if used % 8:
            self.unused.append((first + used, 8 - used % 8))
        if used:
            self.groups.append((used + 7) // 8)

    def read(self, source: Input, begun: bytes = b"") -> List[int]:
        """The items; `begun` is what of the first group was read before. A bit that is not used is refused at the
        last byte."""
        content = begun
        for index, size in enumerate(self.groups):
            content += source.take(size - len(begun) if index == 0 else size, "a header")
        bits = int.from_bytes(content, "little")
        for place, width in self.unused:
            if bits >> place & (1 << width) - 1:
                source.fail("a bit is set that is not used", source.position - 1)
        return [bits >> place & (1 << width) - 1 for place, width in self.places]
