"""Section 6: which elements can be packed, and how."""

from __future__ import annotations

from typing import AbstractSet, Optional, Sequence

from .headers import tagged_sum
from .schema import (
    Boxed, EitherOf, Kind, MapOf, OptionOf, RecordDefinition, Reference, Schema, SequenceOf, TupleOf, Type, content,
)

INTEGERS = ("Short", "Int", "Long", "Char")
DECIMALS = ("Float", "Double")
MOST_COLUMNS = 256
PACKED_FROM = {"integers": 8, "bits": 8, "decimals": 8, "columns": 16}
JOINED_BELOW = 64


class _NotFlat(Exception):
    pass


def layout_of(schema: Schema, recursive: AbstractSet[int], collection: Type) -> Optional[str]:
    """What layout 1 of a collection is, or None if there is none. `recursive` are the recursive definitions."""
    columns = _Columns(schema, recursive)
    if isinstance(collection, MapOf):
        return "columns" if columns.count((collection.key, collection.value)) and columns.worth else None
    assert isinstance(collection, SequenceOf)
    primitive = packed_kind(collection.element)
    if primitive:
        return "integers" if primitive in INTEGERS else "decimals" if primitive in DECIMALS else "bits"
    element = content(collection.element)
    count = columns.count((element,))
    return "columns" if count > 1 and columns.worth or count == 1 and _alone(element) else None


def packed_kind(element: Type) -> Optional[str]:
    """The number, character or Boolean that elements are exactly, if they are."""
    kind = content(element)
    packed = isinstance(kind, Kind) and kind.name in INTEGERS + DECIMALS + ("Boolean",)
    return kind.name if packed else None


def joined_below(sequence: SequenceOf) -> int:
    """Sequences in a column of fewer elements than this are joined."""
    return PACKED_FROM["integers"] if packed_kind(sequence.element) else JOINED_BELOW


def _alone(element: Type) -> bool:
    """Whether a single column of these values is worth it: one of bits or of sequences."""
    return not isinstance(element, (Kind, Boxed, MapOf)) and not (isinstance(element, SequenceOf) and element.is_set)


class _Columns:
    """Counts the columns of types, with those of nested sequences."""

    def __init__(self, schema: Schema, recursive: AbstractSet[int]):
        self._schema = schema
        self._recursive = recursive
        self._counted = 0
        self.worth = False  # whether one of the columns is of bits, numbers or sequences

    def count(self, types: Sequence[Type]) -> int:
        """The number of columns; 0 if a type is not flat or there are too many."""
        try:
            for type_ in types:
                self._add(type_)
            return self._counted
        except _NotFlat:
            return 0

    def _one(self) -> None:
        self._counted += 1
        if self._counted > MOST_COLUMNS:
            raise _NotFlat

    def _add(self, type_: Type) -> None:
        type_ = content(type_)
        self.worth |= isinstance(type_, (OptionOf, EitherOf)) or packed_kind(type_) is not None
        if isinstance(type_, Kind) and type_.name != "Unit":
            self._one()
        elif isinstance(type_, Boxed) and packed_kind(type_.inner):
            self._one()
        elif isinstance(type_, MapOf):
            self._one()
        elif isinstance(type_, SequenceOf):
            self._one()
            if not type_.is_set:
                self.worth = True
                self._add(type_.element)
        elif isinstance(type_, OptionOf):
            self._one()
            self._add(type_.inner)
        elif isinstance(type_, EitherOf):
            self._one()
            self._add(type_.left)
            self._add(type_.right)
        elif isinstance(type_, TupleOf) and type_.elements:
            for element in type_.elements:
                self._add(element)
        elif isinstance(type_, Reference) and type_.index not in self._recursive:
            self._add_definition(type_)
        else:
            raise _NotFlat

    def _add_definition(self, type_: Reference) -> None:
        definition = self._schema.definitions[type_.index]
        if isinstance(definition, RecordDefinition) and definition.fields:
            records = (definition,)
        elif tagged_sum(self._schema, type_):
            self.worth = True
            self._one()
            records = definition.cases
        else:
            raise _NotFlat
        for record in records:
            for field in record.fields:
                self._add(field.type)
