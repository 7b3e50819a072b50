"""What the column `value` of the specification's examples means, as the JSON that this reader prints."""

from __future__ import annotations

import re
from typing import Any, Dict, Tuple

BALL = {"Ball": {"radius": 3, "color": "Blue", "hollow": True}}
UUID_OF_ROW = "00112233-4455-4677-8899-aabbccddeeff"


def point(x: int, y: int) -> Any:
    """A Point."""
    return {"Point": {"x": x, "y": y}}


def place(street: str, number: int) -> Any:
    """A Place."""
    return {"Place": {"street": street, "number": number}}


PARCEL = {"Parcel": {"to": place("Elm", 1), "weight": {"some": 5}}}

UNKNOWN = "01 0101 c54576656e74 01 c64f70656e6564 02 c46e616d65 09 c26f6e 01 4600".replace(" ", "")


def visit(at: str, number: int) -> Any:
    """A Visit, whose point is the shared value of this number in what is around it, or inside of a marked value."""
    return {"Visit": {"at": at, "to": {"shared": number, "value": point(1, 2)}}}


def lights(*on: str) -> Any:
    """Lights of which some are on."""
    return {"On": {name: name in on for name in "abcdefgh"}}


BY_HAND: Dict[Tuple[str, str], Any] = {
    ("Unit", "()"): [],
    ("Char", "'A'"): "A",
    ("BigInt", "2^64"): 1 << 64,
    ("(Instant, Instant)", "2262-04-11T23:47:15Z, 2262-04-11T23:47:15.999999999Z"): [
        "2262-04-11T23:47:15Z", "2262-04-11T23:47:15.999999999Z",
    ],
    ("(Instant, Instant)", "2262-04-11T23:47:15Z, 2262-04-11T23:47:16.000000001Z"): [
        "2262-04-11T23:47:15Z", "2262-04-11T23:47:16.000000001Z",
    ],
    ("java.time.Duration", "Long.MaxValue seconds"): "PT2562047788015215H30M7S",
    ("(Instant, Instant, Instant)", "2020-01-01T00:00:02.5Z, 2020-01-01T00:00:03Z, 2020-01-01T00:00:03Z"): [
        "2020-01-01T00:00:02.5Z", "2020-01-01T00:00:03Z", "2020-01-01T00:00:03Z",
    ],
    ("Option[Int]", "None"): None,
    ("Option[Int]", "Some(1)"): {"some": 1},
    ("Option[Option[Boolean]]", "Some(None)"): {"some": None},
    ("Option[Option[Boolean]]", "Some(Some(true))"): {"some": {"some": True}},
    ("Either[Int, Boolean]", "Left(1)"): {"left": 1},
    ("Either[Int, Boolean]", "Right(true)"): {"right": True},
    ("(Int, Boolean)", "(1, true)"): [1, True],
    ("List[String]", "List()"): [],
    ("List[String]", 'List("a", "")'): ["a", ""],
    ("List[Unit]", "List((), ())"): [[], []],
    ("Vector[Boolean]", "Vector(true, false)"): [True, False],
    ("List[Double]", "List(1.0)"): [1.0],
    ("List[Byte]", "List(1, -1)"): [1, -1],
    ("List[Long]", "8 times Long.MinValue"): [-(1 << 63)] * 8,
    ("List[Long]", "Long.MaxValue and Long.MinValue in turn, 8 in all"): [(1 << 63) - 1, -(1 << 63)] * 4,
    ("List[Char]", '"abcdefgh"'): list("abcdefgh"),
    ("List[Char]", '"АБВГДЕЖЗ"'): list("АБВГДЕЖЗ"),
    ("TreeSet[String]", 'TreeSet("a", "b")'): ["a", "b"],
    ("TreeMap[Int, String]", 'TreeMap(1 -> "a")'): [[1, "a"]],
    ("BitSet", "BitSet(1, 3)"): [1, 3],
    ("List[Boolean]", "1, 0, 0, 1, 1, 1, 1, 0, 1"): [bit == "1" for bit in "100111101"],
    ("List[Color]", "Red, Green, Blue in turn, 20 in all"): (["Red", "Green", "Blue"] * 7)[:20],
    ("List[Option[Int]]", "Some(7) and None in turn, 20 in all"): [{"some": 7}, None] * 10,
    ("List[Point]", "Point(0, 5), Point(1, 5) to Point(15, 5)"): [point(x, 5) for x in range(16)],
    ("List[(Double, Boolean)]", "(0.25, true), (0.5, false), (0.75, true) to (4.0, false)"): [
        [quarters / 4, quarters % 2 == 1] for quarters in range(1, 17)
    ],
    ("List[(String, Boolean)]", '("ab", true), 16 times'): [["ab", True]] * 16,
    ("List[List[Int]]", "List(0), 96 times, and List(0 to 7)"): [[0]] * 96 + [list(range(8))],
    ("List[Either[Int, Boolean]]", "Left(5), Right(true) in turn, 96 in all"): [{"left": 5}, {"right": True}] * 48,
    ("List[(Double, Double)]", "(1.0, 0.1), (2.0, 0.2), (3.0, 0.3) to (256.0, 25.6)"): [
        [index + 1.0, (index + 1) / 10] for index in range(256)
    ],
    ("TreeMap[String, Int]", 'TreeMap("a" -> 1, "b" -> 2 to "p" -> 16)'): [
        [chr(ord("a") + index), index + 1] for index in range(16)
    ],
    ("Point", "Point(1, -1)"): point(1, -1),
    ("Flags", 'Flags(true, Some("hi"), false, Some(true))'): {
        "Flags": {"a": True, "note": {"some": "hi"}, "b": False, "maybe": {"some": True}}
    },
    ("Flags", "Flags(false, None, true, None)"): {"Flags": {"a": False, "note": None, "b": True, "maybe": None}},
    ("Tree", 'Tree("a", List(Tree("b", List())))'): {
        "Tree": {"value": "a", "children": [{"Tree": {"value": "b", "children": []}}]}
    },
    ("Box[Boolean]", "Box(true, Some(false))"): {"Box": {"value": True, "other": {"some": False}}},
    ("Box[Int]", "Box(1, None)"): {"Box": {"value": 1, "other": None}},
    ("Wide", "all true, shape = Ball(3, Blue, true)"): {
        "Wide": {**{f"b{number:02d}": True for number in range(1, 31)}, "shape": BALL}
    },
    ("Fields", "Fields(Ball(3, Blue, true), Right(true), (true, 5), Green)"): {
        "Fields": {"shape": BALL, "side": {"right": True}, "pair": [True, 5], "color": "Green"}
    },
    ("Color", "Red"): "Red",
    ("Color", "Blue"): "Blue",
    ("Shape", "Circle(Point(0, 1), 1.0)"): {"Circle": {"center": point(0, 1), "radius": 1.0}},
    ("Shape", "Rect(Point(1, 2), Point(3, 4), true)"): {
        "Rect": {"from": point(1, 2), "to": point(3, 4), "filled": True}
    },
    ("Shape", "Nothing"): "Nothing",
    ("Shape", "Cube(3)"): {"Cube": {"edge": 3}},
    ("Shape", "Ball(3, Blue, true)"): BALL,
    ("Lights", "Off"): "Off",
    ("Lights", "On, all eight true"): lights(*"abcdefgh"),
    ("Lights", "On, h alone true"): lights("h"),
    ("Event", "Closed"): "Closed",
    ("Event", 'Unknown of Opened("hi", true)'): {
        "Unknown": {"event": {"unknown": {"schema": UNKNOWN, "body": "01c26869"}}}
    },
    ("(Instant, Visit, Instant)", "one and two seconds after 2020 began, and two again"): [
        "2020-01-01T00:00:01Z", visit("2020-01-01T00:00:02Z", 1), "2020-01-01T00:00:02Z",
    ],
    ("(Shared[Point], Visit, Shared[Point])", "one point, in a visit at the start of 2020 as well"): [
        {"shared": 1, "value": point(1, 2)}, visit("2020-01-01T00:00:00Z", 1), {"shared": 1},
    ],
    ("Key", "K00"): "K00",
    ("Key", "K63"): "K63",
    ("Key", "Other(1, true)"): {"Other": {"code": 1, "shifted": True}},
    ("Pressed", "Pressed(K01, true)"): {"Pressed": {"key": "K01", "long": True}},
    ("UserId", "UserId(3)"): 3,
    ("User", "User(UserId(3), Active(true), Some(Blue))"): {
        "User": {"id": 3, "active": True, "favourite": {"some": "Blue"}}
    },
    ("User", "User(UserId(3), Active(true), None)"): {"User": {"id": 3, "active": True, "favourite": None}},
    ("Chain", "Chain(Some(Chain(None)))"): {"Chain": {"next": {"some": {"Chain": {"next": None}}}}},
    ("Lamp", "Lamp(Switch(true), true)"): {"Lamp": {"switch": True, "dimmed": True}},
    ("Colour", "Colour(1, 2, 255)"): [1, 2, 255],
    ("List[Shared[Point]]", "Point(1, 2), an equal one, the first again"): [
        {"shared": 1, "value": point(1, 2)}, {"shared": 2, "value": point(1, 2)}, {"shared": 1},
    ],
    ("Shared[Person]", "Ann, her own friend"): {
        "shared": 1, "value": {"Person": {"name": "Ann", "friends": [{"shared": 1}]}}
    },
    ("List[String]", 'List("one", "two", "one", "two")'): ["one", "two", "one", "two"],
    ("List[String]", 'List("a", "a", "я", "яя", "яя")'): ["a", "a", "я", "яя", "яя"],
    ("List[Parcel]", 'Parcel(Place("Elm", 1), Some(5)), twice'): [PARCEL, PARCEL],
    ("List[Place]", 'Place("Elm", 1), Place("Elm", 2), Place("Elm", 1)'): [
        place("Elm", 1), place("Elm", 2), place("Elm", 1),
    ],
    ("List[UUID]", "a random UUID, three times"): [UUID_OF_ROW] * 3,
    ("List[UUID]", "a UUID without a version, twice"): ["00000000-0000-0001-0000-000000000002"] * 2,
    ("List[UUID]", "a UUID with all bits set, twice"): ["ffffffff-ffff-ffff-ffff-ffffffffffff"] * 2,
    ("Map[String, URI]", 'Map("urn:x" -> URI("urn:x"))'): [["urn:x", "urn:x"]],
    ("Int", "1"): 1,
    ("List[String]", 'List("one", "one")'): ["one", "one"],
    ("List[String]", 'List("one")'): ["one"],
    ("container of String", "no messages"): [],
    ("container of String", '"hello", "hello"'): ["hello", "hello"],
    ("container of String", "1, 2, 3, 4, 5, 6, 7, 8"): [1, 2, 3, 4, 5, 6, 7, 8],
    ("container of String", '1, "one", "one", 2'): [1, "one", "one", 2],
}

NUMBERS = ("Byte", "Short", "Int", "Long", "BigInt")
AS_TEXT = (
    "BigDecimal UUID URI Instant LocalDate LocalTime LocalDateTime ZoneOffset OffsetTime OffsetDateTime ZoneId "
    "ZonedDateTime YearMonth MonthDay Month DayOfWeek Period FiniteDuration Year java.time.Duration "
    "scala.concurrent.duration.Duration"
).split()


def text_of(cell: str) -> str:
    """A text such as `"абвгд" U+D800`: quoted pieces and code points."""
    pieces = re.findall(r'"([^"]*)"|U\+([0-9A-F]{4})', cell)
    return "".join(chr(int(point_, 16)) if point_ else quoted for quoted, point_ in pieces)


def expected_json(type_: str, cell: str) -> Any:
    """What a row's value is in JSON."""
    if (type_, cell) in BY_HAND:
        return BY_HAND[type_, cell]
    if type_ == "Boolean":
        return {"true": True, "false": False}[cell]
    if type_ in NUMBERS:
        return int(cell)
    if type_ in ("Float", "Double"):
        return {"NaN": "nan", "-Infinity": "-inf"}.get(cell) or float(cell)
    if type_ in ("String", "Char"):
        return text_of(cell)
    if type_ in AS_TEXT:
        return cell
    element = re.fullmatch(r"(?:List|Vector)\[(Int|Float|Double)\]", type_)
    if element:
        return [(int if element.group(1) == "Int" else float)(number) for number in cell.split(", ")]
    raise KeyError(f"no expectation for {type_}: {cell}")
