"""Section 6: which elements can be packed, and how."""

from __future__ import annotations

from typing import List, Optional, Tuple

from .headers import tagged_sum
from .schema import (
    Kind, MapOf, OptionOf, RecordDefinition, Reference, Schema, SequenceOf, TupleOf, Type, content,
)

INTEGERS = ("Short", "Int", "Long", "Char")
DECIMALS = ("Float", "Double")
MOST_COLUMNS = 64
PACKED_FROM = {"integers": 8, "bits": 8, "decimals": 8, "columns": 16}


class _NotFlat(Exception):
    pass


def layout_of(schema: Schema, collection: Type) -> Optional[str]:
    """What layout 1 of a collection is, or None if there is none."""
    if isinstance(collection, MapOf):
        columns = columns_of(schema, (collection.key, collection.value))
        return "columns" if columns and any(_cheap(column) for column in columns) else None
    assert isinstance(collection, SequenceOf)
    element = content(collection.element)
    if isinstance(element, Kind) and element.name in INTEGERS + DECIMALS + ("Boolean",):
        return "integers" if element.name in INTEGERS else "decimals" if element.name in DECIMALS else "bits"
    columns = columns_of(schema, (element,))
    if not columns or not any(_cheap(column) for column in columns):
        return None
    return "columns" if len(columns) > 1 or columns[0] in ("Boolean", "presences", "tags") else None


def _cheap(column: str) -> bool:
    return column in INTEGERS + DECIMALS or column in ("Boolean", "presences", "tags")


def columns_of(schema: Schema, types: Tuple[Type, ...]) -> Optional[List[str]]:
    """The columns of types, one after the other: names of kinds, "presences" and "tags". None if one is not flat."""
    columns: List[str] = []
    try:
        for type_ in types:
            _collect(schema, type_, columns, ())
    except _NotFlat:
        return None
    return columns


def _collect(schema: Schema, type_: Type, columns: List[str], outer: Tuple[int, ...]) -> None:
    type_ = content(type_)
    if isinstance(type_, Kind) and type_.name != "Unit":
        columns.append(type_.name)
    elif isinstance(type_, OptionOf):
        columns.append("presences")
        _collect(schema, type_.inner, columns, outer)
    elif isinstance(type_, TupleOf) and type_.elements:
        for element in type_.elements:
            _collect(schema, element, columns, outer)
    elif isinstance(type_, Reference) and type_.index not in outer:
        definition = schema.definitions[type_.index]
        if isinstance(definition, RecordDefinition) and definition.fields:
            for field in definition.fields:
                _collect(schema, field.type, columns, outer + (type_.index,))
        elif tagged_sum(schema, type_) and not any(case.fields for case in definition.cases):
            columns.append("tags")
        else:
            raise _NotFlat
    else:
        raise _NotFlat
    if len(columns) > MOST_COLUMNS:
        raise _NotFlat
