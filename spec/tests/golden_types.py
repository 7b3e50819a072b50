"""The types of the golden lines.

The file has the schemas of some groups of lines. For the others the type is told from the name of the group (`NAMED`,
`WITHIN`) and, where that says too little, was worked out from the bytes (`WORKED_OUT`, `Row`, `Sides`).
"""

from __future__ import annotations

from typing import Dict

from brine import CustomCodec, Options, read_schema
from brine.numbers import read_signed
from brine.schema import EitherOf, Marked, OptionOf, Reference, Schema, SequenceOf

from .declarations import Class, Declarations, Sum, Wrapper
from .pages import golden

LINES = golden("format-1.txt")
SCHEMAS: Dict[str, Schema] = {
    name[len("schema/"):]: read_schema(data) for name, data in LINES if name.startswith("schema/")
}
ZONES = frozenset(["Europe/Berlin"])
TENTHS = CustomCodec(1, lambda decoder: read_signed(decoder.source, 32))
OPTIONS = Options(codecs={"tenths of a degree": TENTHS}, zones=ZONES)

NAMED = {
    "array boolean": "Array[Boolean]", "array boolean packed": "Array[Boolean]", "array byte": "Array[Byte]",
    "array char": "Array[Char]", "array double": "Array[Double]", "array double scaled": "Array[Double]",
    "array float": "Array[Float]", "array float scaled": "Array[Float]", "array int": "Array[Int]",
    "array int unsigned": "Array[Int]", "array long": "Array[Long]", "array seq": "ArraySeq[String]",
    "array short": "Array[Short]", "array string": "Array[String]", "bigdecimal": "BigDecimal", "bigint": "BigInt",
    "bit set": "BitSet", "boolean": "Boolean", "buffer": "Buffer[String]", "byte": "Byte", "char": "Char",
    "color": "Color", "colors": "List[Color]", "columns of colors": "List[Color]", "columns of points": "List[Point]",
    "day of week": "DayOfWeek", "double": "Double", "duration": "java.time.Duration",
    "finite duration": "FiniteDuration", "finite durations": "List[FiniteDuration]", "float": "Float",
    "hash map": "HashMap[String, Int]", "hash set": "HashSet[String]", "indexed seq": "IndexedSeq[String]",
    "instant": "Instant", "instants": "List[Instant]", "int": "Int", "int map": "Map[Int, String]",
    "java bigdecimal": "BigDecimal", "java biginteger": "BigInt",
    "java enum": "TimeUnit", "lazy list": "LazyList[String]", "list byte": "List[Byte]", "list double": "List[Double]",
    "list double scaled": "List[Double]", "list int": "List[Int]", "list int over 8192": "List[Int]",
    "list list": "List[List[String]]", "list long": "List[Long]", "list long unsigned": "List[Long]",
    "list map": "ListMap[String, Int]", "list of wrappers": "List[Balance]", "list point": "List[Point]",
    "list set": "ListSet[String]", "list shared": "List[Shared[Point]]", "list short unsigned": "List[Short]",
    "list string": "List[String]", "list unit": "List[Unit]", "list uuid": "List[UUID]", "list zone": "List[ZoneId]",
    "local date": "LocalDate", "local date time": "LocalDateTime", "local time": "LocalTime", "long": "Long",
    "long map": "Map[Long, String]", "month": "Month", "month day": "MonthDay", "offset date time": "OffsetDateTime",
    "offset time": "OffsetTime", "option": "Option[Int]", "option option": "Option[Option[Boolean]]",
    "period": "Period", "queue": "Queue[String]", "scala duration": "scala.concurrent.duration.Duration",
    "seq map": "SeqMap[String, Int]",
    "seq option": "Seq[Option[Double]]", "set": "Set[String]", "set int": "Set[Int]", "shared": "Shared[String]",
    "short": "Short", "sorted map": "SortedMap[String, Int]", "sorted set": "SortedSet[String]", "string": "String",
    "tree map": "TreeMap[String, Int]", "tree set": "TreeSet[String]", "tuple 1": "Tuple1[String]",
    "tuple 2": "(Int, String)", "unit": "Unit", "uri": "URI", "uuid": "UUID", "vector": "Vector[String]",
    "vector int": "Vector[Int]", "vector map": "VectorMap[String, Int]", "vector uuid": "Vector[UUID]", "year": "Year",
    "year month": "YearMonth", "zone id": "ZoneId", "zone offset": "ZoneOffset", "zoned date time": "ZonedDateTime",
    "tuple 23": "(" + ", ".join(["Int"] * 23) + ")", "dictionary map": "Map[String, URI]",
    "dictionary columns of tuples": "List[(Int, String)]",
}

WORKED_OUT = {
    "active": "Boolean", "columns of a map": "Map[String, Int]", "columns of a set": "Set[Point]",
    "columns of options": "List[Option[Int]]", "columns of records": "List[Row]",
    "columns of tuples": "List[(Int, Boolean, String)]", "either": "Either[String, Boolean]",
    "either either": "Either[Either[Unit, Int], Either[Int, Boolean]]", "map": "Map[String, Int]",
    "map of maps": "Map[String, Map[Int, List[Boolean]]]", "sides": "Sides",
    "tuple 3": "(Boolean, (Int, Char), Option[Int])",
}

TIME_UNITS = "NANOSECONDS MICROSECONDS MILLISECONDS SECONDS MINUTES HOURS DAYS".split()
CLASSES = Declarations({
    "Balance": Wrapper("Long"),
    "Color": Sum({"Red": Class(), "Green": Class(), "Blue": Class()}),
    "Point": Class("x: Int; y: Int"),
    "Row": Class(
        "int: Int; long: Long; short: Short; char: Char; byte: Byte; flag: Boolean; double: Double; float: Float; "
        "text: String; id: UUID; at: Instant; some: Option[Int]; note: Option[Option[String]]; point: Option[Point]; "
        "pair: (Boolean, String)"
    ),
    "Sides": Class("one: Either[Int, String]; other: Option[Either[Boolean, Unit]]"),
    "TimeUnit": Sum({name: Class() for name in TIME_UNITS}),
})


def _reference(schema: str, name: str, number: int = 0) -> Schema:
    """The type of a definition within a schema: the one of this name, or of several the one so many after the first."""
    definitions = SCHEMAS[schema].definitions
    found = [index for index, definition in enumerate(definitions) if definition.name == name]
    return Schema(definitions, Reference(found[number]))


def _list_of(schema: Schema, marked: bool = False) -> Schema:
    return Schema(schema.definitions, SequenceOf(Marked(schema.root) if marked else schema.root))


SHAPE = SCHEMAS["shape"]
READING = _reference("log", "Reading")
WITHIN = {
    "box boolean": _reference("boxes", "Box", 1),
    "box int": _reference("boxes", "Box", 0),
    "either of sums": Schema(SHAPE.definitions, EitherOf(_reference("shape", "Color").root, SHAPE.root)),
    "list reading": _list_of(READING),
    "marked": _list_of(SCHEMAS["Order"]),
    "marked addresses": _list_of(_reference("Order", "Address"), marked=True),
    "option shape": Schema(SHAPE.definitions, OptionOf(SHAPE.root)),
    "reading": READING,
    "shared cycle": SCHEMAS["Shared Person"],
    "shared of several types": SCHEMAS["Sharing"],
}


def schema_of(group: str, dictionary: bool = False) -> Schema:
    """The schema of the lines of a group, that is of what stands before the last slash of their names."""
    if dictionary and f"dictionary {group}" in NAMED:
        return CLASSES.schema(NAMED[f"dictionary {group}"])
    name = NAMED.get(group) or WORKED_OUT.get(group)
    if name:
        return CLASSES.schema(name)
    return WITHIN[group] if group in WITHIN else SCHEMAS[group]
