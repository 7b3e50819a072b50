"""Section 13: the least bytes of types, and which definitions are recursive."""

from __future__ import annotations

from typing import Callable, List, Sequence, Set

from .components import components
from .headers import Header, items_of, tag_width, tagged_sum
from .schema import (
    Boxed, Custom, Definition, Field, Kind, Marked, Reference, Schema, SumDefinition, TupleOf, Type, Wrapped,
    field_types, parts,
)

LEAST = {
    "Unit": 0, "Float": 4, "Double": 8, "BigDecimal": 2, "UUID": 16, "LocalDateTime": 2, "OffsetTime": 2,
    "OffsetDateTime": 3, "ZonedDateTime": 4, "Period": 3, "FiniteDuration": 2,
}
MOST_ROUNDS = 64
CEILING = 1 << 31  # more elements there are not, so greater sizes need not be told apart


class Sizes:
    """The least bytes of every type of a schema, without a dictionary. For definitions that contain themselves they
    are counted by going round a few times, starting from 0: that is never too much."""

    def __init__(self, schema: Schema, least_of_codec: Callable[[str], int]):
        self._schema = schema
        self._codec = least_of_codec
        self._definitions = [0] * len(schema.definitions)  # in value position
        self._empty: Set[int] = set()
        self.recursive: Set[int] = set()
        edges = [_direct(definition) for definition in schema.definitions]
        for component in components(edges):
            self._count(component, len(component) > 1 or component[0] in edges[component[0]])

    def _count(self, component: List[int], recursive: bool) -> None:
        for _ in range(min(len(component) + 1, MOST_ROUNDS) if recursive else 1):
            for index in component:
                self._definitions[index] = self._definition(index)
        if recursive:
            self.recursive.update(component)
        elif self._takes_nothing(component[0]):
            self._empty.add(component[0])
        types = field_types(self._schema.definitions[component[0]])
        if any(isinstance(part, Custom) for type_ in types for part in _all_parts(type_)):
            self.recursive.update(component)

    def _takes_nothing(self, index: int) -> bool:
        definition = self._schema.definitions[index]
        if isinstance(definition, SumDefinition) and len(definition.cases) != 1:
            return False
        return all(self._is_empty(type_) for type_ in field_types(definition))

    def least(self, type_: Type) -> int:
        """The least bytes of a type in value position; 0 only if no value takes any."""
        return max(self._value(type_), 0 if self._is_empty(type_) else 1)

    def _value(self, type_: Type) -> int:
        if isinstance(type_, Kind):
            return LEAST.get(type_.name, 1)
        if isinstance(type_, (Boxed, Marked, Wrapped)):
            return self._value(type_.inner)
        if isinstance(type_, TupleOf):
            return sum(self._value(element) for element in type_.elements)
        if isinstance(type_, Reference):
            return self._definitions[type_.index]
        return self._codec(type_.name) if isinstance(type_, Custom) else 1

    def _body(self, type_: Type) -> int:
        """What a field of the type leaves for the body, at least: what has items counts with the header alone."""
        return 0 if items_of(self._schema, type_) else self._value(type_)

    def _record(self, fields: Sequence[Field], before: List[int]) -> int:
        widths = before + [width for field in fields for width in items_of(self._schema, field.type)]
        return min(CEILING, Header(widths).size + sum(self._body(field.type) for field in fields))

    def _definition(self, index: int) -> int:
        definition = self._schema.definitions[index]
        if tagged_sum(self._schema, Reference(index)):
            tag = [tag_width(len(definition.cases))]
            return min(self._record(case.fields, tag) for case in definition.cases)
        numbered = isinstance(definition, SumDefinition) and len(definition.cases) != 1
        return self._case(index) + (1 if numbered else 0)

    def _case(self, index: int) -> int:
        """The least record, or case of a sum without its tag."""
        definition = self._schema.definitions[index]
        records = definition.cases if isinstance(definition, SumDefinition) else (definition,)
        return min((self._record(record.fields, []) for record in records), default=0)

    def _is_empty(self, type_: Type) -> bool:
        """Whether values of the type need not take a byte."""
        if isinstance(type_, (Boxed, Marked, Wrapped)):
            return self._is_empty(type_.inner)
        if isinstance(type_, TupleOf):
            return all(self._is_empty(element) for element in type_.elements)
        if isinstance(type_, Custom):
            return self._codec(type_.name) == 0
        return type_ == Kind("Unit") or isinstance(type_, Reference) and type_.index in self._empty


def _direct(definition: Definition) -> Set[int]:
    return {
        part.index for type_ in field_types(definition) for part in _all_parts(type_) if isinstance(part, Reference)
    }


def _all_parts(type_: Type) -> List[Type]:
    return [type_] + [inner for part in parts(type_) for inner in _all_parts(part)]
