"""Schemas of types by their names in Scala, such as `List[(Int, Option[String])]`, given the classes they mention."""

from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Tuple, Union

from brine import canonical
from brine.schema import (
    KINDS, Boxed, EitherOf, Field, Kind, MapOf, Marked, OptionOf, RecordDefinition, Reference, Schema,
    SequenceOf, SharedOf, SumDefinition, TupleOf, Type, Wrapped, content,
)

SEQUENCES = "List Vector Seq IndexedSeq Queue LazyList ArraySeq Array Buffer".split()
SETS = "Set HashSet ListSet TreeSet SortedSet".split()
MAPS = "Map HashMap SeqMap VectorMap ListMap TreeMap SortedMap".split()
OTHER_NAMES = {
    "java.time.Duration": Kind("Duration"),
    "scala.concurrent.duration.Duration": Kind("ScalaDuration"),
    "BitSet": SequenceOf(Kind("Int"), "bit set"),
}
PRIMITIVES = ("Boolean", "Short", "Int", "Long", "Char", "Float", "Double")


class Class(NamedTuple):
    """A case class: its fields as `name: Type`, separated by semicolons, and its type parameters."""

    fields: str = ""
    parameters: Tuple[str, ...] = ()
    marked: bool = False


class Sum(NamedTuple):
    """An enum or sealed type: its cases by name, in the order of their tags."""

    cases: Dict[str, Class]
    parameters: Tuple[str, ...] = ()


class Wrapper(NamedTuple):
    """A class of one field."""

    field: str
    inner: str


class Own(NamedTuple):
    """A class with a codec of the user's own, and its type in the schema."""

    type: Type


class Declarations:
    """The classes a program declares."""

    def __init__(self, classes: Dict[str, Union[Class, Sum, Wrapper, Own]]):
        self.classes = classes

    def schema(self, name: str) -> Schema:
        """The schema of a type, in the canonical form; the elements of its sets are distinct."""
        builder = _Builder(self.classes)
        root = builder.type(name)
        return canonical(Schema(tuple(builder.definitions), root))


class _Builder:
    def __init__(self, classes):
        self.classes = classes
        self.definitions: List = []
        self.numbers: Dict[str, int] = {}

    def type(self, text: str) -> Type:
        text = text.strip()
        if text.startswith("("):
            return TupleOf(tuple(self.type(part) for part in _split(text[1:-1], ",")))
        if text in OTHER_NAMES:
            return OTHER_NAMES[text]
        if text in KINDS:
            return Kind(text)
        name, arguments = _applied(text)
        if name in self.classes:
            return self._class(text, name, arguments)
        inner = [self.type(argument) for argument in arguments]
        if name in MAPS:
            return MapOf(*inner, distinct=True)
        if name in SEQUENCES or name in SETS:
            return SequenceOf(self._element(arguments[0], inner[0]), "distinct" if name in SETS else "sequence")
        if name == "Tuple1":
            return TupleOf(tuple(inner))
        return {"Option": OptionOf, "Either": EitherOf, "Shared": SharedOf}[name](*inner)

    def _element(self, text: str, type_: Type) -> Type:
        held = content(type_)
        return Boxed(type_) if held != type_ and isinstance(held, Kind) and held.name in PRIMITIVES else type_

    def _class(self, text: str, name: str, arguments: List[str]) -> Type:
        declared = self.classes[name]
        if isinstance(declared, Wrapper):
            return Wrapped(name, declared.field, self.type(declared.inner))
        if isinstance(declared, Own):
            return declared.type
        if text not in self.numbers:
            self.numbers[text] = len(self.definitions)
            self.definitions.append(None)
            actual = dict(zip(declared.parameters, arguments))
            if isinstance(declared, Sum):
                cases = tuple(
                    RecordDefinition(case, self._fields(each.fields, actual)) for case, each in declared.cases.items()
                )
                self.definitions[self.numbers[text]] = SumDefinition(name, cases)
            else:
                self.definitions[self.numbers[text]] = RecordDefinition(name, self._fields(declared.fields, actual))
        reference = Reference(self.numbers[text])
        return Marked(reference) if isinstance(declared, Class) and declared.marked else reference

    def _fields(self, text: str, actual: Dict[str, str]) -> Tuple[Field, ...]:
        return tuple(self._field(*field.split(":", 1), actual) for field in _split(text, ";"))

    def _field(self, name: str, text: str, actual: Dict[str, str]) -> Field:
        text = text.strip()
        if name.startswith("@dict "):
            return Field(name[6:].strip(), Marked(self._declared(text, actual)))
        return Field(name.strip(), self._declared(text, actual))

    def _declared(self, text: str, actual: Dict[str, str]) -> Type:
        """The type of a field: boxed where it is a type parameter, or an Option of one."""
        if text in actual:
            return Boxed(self.type(actual[text]))
        name, arguments = _applied(text)
        if name == "Option":
            return OptionOf(self._declared(arguments[0].strip(), actual))
        return self.type(re.sub(r"\w+", lambda word: actual.get(word.group(), word.group()), text))


def _applied(text: str) -> Tuple[str, List[str]]:
    name, bracket, rest = text.partition("[")
    return name, _split(rest[:-1], ",") if bracket else []


def _split(text: str, separator: str) -> List[str]:
    """The parts between separators that are not within brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text + separator):
        depth += (character in "[(") - (character in "])")
        if character == separator and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [part for part in parts if part]
