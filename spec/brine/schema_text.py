"""A schema for people to read."""

from __future__ import annotations

from typing import List

from .schema import (
    Boxed, Custom, EitherOf, Kind, MapOf, Marked, OptionOf, RecordDefinition, Reference, Schema, SequenceOf, SharedOf,
    SumDefinition, TupleOf, Type, Wrapped,
)

NAMES = {OptionOf: "Option", Boxed: "Boxed", SharedOf: "Shared", Marked: "Dict"}


def show_schema(schema: Schema) -> str:
    """The root type, then a line for each definition. A definition is called by its name, and by its number too if
    another has that name."""
    return "\n".join([show_type(schema, schema.root)] + _definitions(schema))


def show_type(schema: Schema, type_: Type) -> str:
    """A type as Scala would have it, as far as it can be told."""

    def show(inner: Type) -> str:
        return show_type(schema, inner)

    if isinstance(type_, Kind):
        return type_.name
    if isinstance(type_, EitherOf):
        return f"Either[{show(type_.left)}, {show(type_.right)}]"
    if isinstance(type_, SequenceOf):
        return f"{'Set' if type_.is_set else 'List'}[{show(type_.element)}]"
    if isinstance(type_, MapOf):
        return f"Map[{show(type_.key)}, {show(type_.value)}]"
    if isinstance(type_, TupleOf):
        return f"({', '.join(show(element) for element in type_.elements)})"
    if isinstance(type_, Reference):
        return _name(schema, type_.index)
    if isinstance(type_, Custom):
        return f'codec "{type_.name}"'
    if isinstance(type_, Wrapped):
        return f"{type_.name}({type_.field}: {show(type_.inner)})"
    return f"{NAMES[type(type_)]}[{show(type_.inner)}]"


def _name(schema: Schema, index: int) -> str:
    name = schema.definitions[index].name
    return name if [each.name for each in schema.definitions].count(name) == 1 else f"{name}#{index}"


def _definitions(schema: Schema) -> List[str]:
    lines = []
    for index, definition in enumerate(schema.definitions):
        if isinstance(definition, SumDefinition):
            cases = " | ".join(_record(schema, case, case.name) for case in definition.cases)
            lines.append(f"{_name(schema, index)} = {cases}")
        else:
            lines.append(_record(schema, definition, _name(schema, index)))
    return lines


def _record(schema: Schema, record: RecordDefinition, name: str) -> str:
    fields = ", ".join(f"{field.name}: {show_type(schema, field.type)}" for field in record.fields)
    return f"{name}({fields})" if fields else name
