"""Section 10: equal types have equal schemas."""

from __future__ import annotations

from typing import Dict, List

from .schema import (
    Boxed, Definition, EitherOf, Field, Kind, MapOf, Marked, OptionOf, RecordDefinition, Reference, Schema, SequenceOf,
    SharedOf, SumDefinition, TupleOf, Type, Wrapped, content, field_types, parts,
)

BOXED_KINDS = ("Boolean", "Short", "Int", "Long", "Char", "Float", "Double")


def with_parts(type_: Type, new) -> Type:
    """The type with other types directly inside of it."""
    if isinstance(type_, (OptionOf, Boxed, SharedOf, Marked)):
        return type(type_)(new[0])
    if isinstance(type_, Wrapped):
        return Wrapped(type_.name, type_.field, new[0])
    if isinstance(type_, SequenceOf):
        return SequenceOf(new[0], type_.rule)
    if isinstance(type_, MapOf):
        return MapOf(new[0], new[1], type_.distinct)
    if isinstance(type_, EitherOf):
        return EitherOf(new[0], new[1])
    return TupleOf(tuple(new)) if isinstance(type_, TupleOf) else type_


def mapped(definition: Definition, change) -> Definition:
    """The definition with its field types changed."""

    def fields(record: RecordDefinition) -> RecordDefinition:
        return RecordDefinition(record.name, tuple(Field(field.name, change(field.type)) for field in record.fields))

    if isinstance(definition, SumDefinition):
        return SumDefinition(definition.name, tuple(fields(case) for case in definition.cases))
    return fields(definition)


def needed(type_: Type) -> Type:
    """The type without the boxes (45) and marks (49) that make no difference."""
    new = [needed(part) for part in parts(type_)]
    if isinstance(type_, Marked) and isinstance(content(new[0]), Marked):
        return new[0]
    if not isinstance(type_, Boxed):
        return with_parts(type_, new)
    inner, held = new[0], content(new[0])
    kept = isinstance(held, (OptionOf, EitherOf, TupleOf, Reference))
    return Boxed(inner) if kept or isinstance(held, Kind) and held.name in BOXED_KINDS else inner


def renumbered(type_: Type, number) -> Type:
    """The type with other numbers of definitions."""
    if isinstance(type_, Reference):
        return Reference(number(type_.index))
    return with_parts(type_, [renumbered(part, number) for part in parts(type_)])


def canonical(schema: Schema) -> Schema:
    """The one schema that all equal ones have: boxes left out, equal definitions merged, numbered by a walk."""
    definitions = [mapped(definition, needed) for definition in schema.definitions]
    classes = _classes(definitions)
    walk: List[int] = []  # of each definition met one that stands for its class
    numbers: Dict[int, int] = {}

    def visit(type_: Type) -> None:
        for part in parts(type_):
            visit(part)
        if isinstance(type_, Reference) and classes[type_.index] not in numbers:
            numbers[classes[type_.index]] = len(walk)
            walk.append(type_.index)
            for field_type in field_types(definitions[type_.index]):
                visit(field_type)

    root = needed(schema.root)
    visit(root)

    def renumber(type_: Type) -> Type:
        return renumbered(type_, lambda index: numbers[classes[index]])

    return Schema(tuple(mapped(definitions[index], renumber) for index in walk), renumber(root))


def _classes(definitions: List[Definition]) -> List[int]:
    """The class of each definition in the coarsest partition in which those of a class are the same."""
    classes = [0] * len(definitions)
    while True:
        known: Dict[Definition, int] = {}
        refined = [
            known.setdefault(mapped(definition, lambda type_: renumbered(type_, classes.__getitem__)), len(known))
            for definition in definitions
        ]
        if len(known) == len(set(classes)):
            return refined
        classes = refined
