"""The classes of section 7 of the specification, which its examples use."""

from __future__ import annotations

from brine import CustomCodec, Options
from brine.schema import Boxed, Custom, Kind

from .declarations import Class, Declarations, Own, Sum, Wrapper

COLOR = Sum({"Red": Class(), "Green": Class(), "Blue": Class()})

SPEC = Declarations({
    "Point": Class("x: Int; y: Int"),
    "Flags": Class("a: Boolean; note: Option[String]; b: Boolean; maybe: Option[Boolean]"),
    "Box": Class("value: A; other: Option[A]", ("A",)),
    "Wide": Class("; ".join(f"b{number:02d}: Boolean" for number in range(1, 31)) + "; shape: Shape"),
    "Tree": Class("value: String; children: List[Tree]"),
    "Fields": Class("shape: Shape; side: Either[Int, Boolean]; pair: (Boolean, Int); color: Color"),
    "Color": COLOR,
    "Shape": Sum({
        "Circle": Class("center: Point; radius: Float"),
        "Rect": Class("from: Point; to: Point; filled: Boolean"),
        "Nothing": Class(),
        "Cube": Class("edge: Int"),
        "Ball": Class("radius: Int; color: Color; hollow: Boolean"),
    }),
    "Key": Sum({
        **{f"K{number:02d}": Class() for number in range(64)},
        "Other": Class("code: Int; shifted: Boolean"),
    }),
    "Pressed": Class("key: Key; long: Boolean"),
    "UserId": Wrapper("value", "Long"),
    "Active": Wrapper("value", "Boolean"),
    "User": Class("id: UserId; active: Active; favourite: Option[Color]"),
    "Chain": Class("next: Option[Chain]"),
    "Person": Class("name: String; friends: List[Shared[Person]]"),
    "Place": Class("street: String; number: Int", marked=True),
    "Gift": Class("@dict to: Place; number: Int"),
    "Visit": Class("at: Instant; to: Shared[Point]", marked=True),
    "Lights": Sum({"Off": Class(), "On": Class("; ".join(f"{name}: Boolean" for name in "abcdefgh"))}),
    "Event": Sum({"Closed": Class(), "Unknown": Class("event: UnknownCase")}),
    "UnknownCase": Own(Custom("brine.UnknownCase")),
    "Parcel": Class("to: Place; @dict weight: Option[Long]"),
    "Switch": Own(Boxed(Kind("Boolean"))),
    "Lamp": Class("switch: Switch; dimmed: Boolean"),
    "Colour": Own(Custom("rgb")),
})

ZONES = frozenset(["Europe/Berlin"])  # all the examples need; so the tests do not depend on the machine's


def _read_rgb(decoder):
    return [decoder.source.byte() for _ in range(3)]


OPTIONS = Options(codecs={"rgb": CustomCodec(3, _read_rgb)}, zones=ZONES)
