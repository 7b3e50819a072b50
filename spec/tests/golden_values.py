"""What golden lines decode to, where their names tell it or it was worked out by hand."""

from __future__ import annotations

import struct
import uuid
from typing import Any, Optional

SMALLEST = {"byte": -(1 << 7), "short": -(1 << 15)}
GREATEST = {"byte": (1 << 7) - 1, "short": (1 << 15) - 1}
FLOATS = {
    "min": (1e-45, 5e-324), "max": (3.4028234663852886e38, 1.7976931348623157e308), "infinity": ("inf", "inf"),
    "-infinity": ("-inf", "-inf"), "nan": ("nan", "nan"), "pi": (None, 3.141592653589793),
}
INTEGERS = ("byte", "short", "int", "long", "bigint")
AS_TEXT = (
    "bigdecimal", "java bigdecimal", "instant", "duration", "local date", "local time", "local date time",
    "zone offset", "offset time", "offset date time", "zone id", "zoned date time", "year", "year month", "month day",
    "month", "day of week", "period",
)
SCALA = {
    "5ns": "5 nanoseconds", "6us": "6 microseconds", "7ms": "7 milliseconds", "8s": "8 seconds", "9min": "9 minutes",
    "-10h": "-10 hours", "365d": "365 days", "max": "9223372036854775807 nanoseconds", "1s": "1 second", "inf": "Inf",
    "minus inf": "MinusInf", "undefined": "Undefined",
}
TEN = [f"key {number}" for number in (4, 8, 1, 7, 3, 2, 6, 5, 9, 0)]


def _single(number: float) -> float:
    return struct.unpack("<f", struct.pack("<f", number))[0]


def _row(index: int) -> Any:
    some = {"some": 10 * index} if index % 4 == 0 else None
    note = {"some": {"some": f"note {index}"} if index % 6 == 0 else None} if index % 2 == 0 else None
    return {"Row": {
        "int": index, "long": index << index, "short": 7 * index, "char": chr(ord("a") + index), "byte": index,
        "flag": index % 3 == 0, "double": index / 4, "float": _single(index / 100), "text": f"row {index}",
        "id": str(uuid.UUID(int=index << 64 | index)), "at": f"2023-11-14T22:13:{20 + index}Z", "some": some,
        "note": note,
        "point": {"some": {"Point": {"x": index, "y": -index}}} if index % 5 else None,
        "pair": [index % 2 == 0, str(index)],
    }}


def _reading(index: int) -> Any:
    return {"Reading": {
        "sensor": "00112233-4455-4677-8899-aabbccddeeff",
        "at": f"2024-02-29T12:{34 + (56 + index) // 60}:{(56 + index) % 60:02d}Z",
        "celsius": float(index), "note": {"some": "cold"},
    }}


def _order(index: int) -> Any:
    street = index % 3
    address = {"street": f"Street {street}", "city": "City", "since": f"2023-11-14T22:13:{20 + street}Z"}
    return {"Order": {
        "id": index, "to": {"Address": address}, "note": None, "currency": "Yen", "sum": str(index % 2),
    }}


def _points(count: int) -> Any:
    return [{"Point": {"x": index, "y": 1}} for index in range(count)]


BY_HAND = {
    "unit/unit": [],
    "char/a": "a", "char/0": "\0", "char/127": "\x7f", "char/128": "\x80", "char/ya": "я", "char/d800": "\ud800",
    "char/max": "\uffff",
    "bigint/1024 bytes": 1 << 8190, "bigint/-1024 bytes": -(1 << 8191), "java biginteger/2^70": 1 << 70,
    "uuid/nil": "00000000-0000-0000-0000-000000000000", "uuid/max": "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "uuid/mixed": "123e4567-e89b-42d3-a456-426614174000",
    "string/empty": "", "string/ascii": "hello", "string/ascii with control": "\0\x0e\x7f",
    "string/ascii 16": "0123456789abcdef", "string/ascii 17": "0123456789abcdefg", "string/ascii 63": "x" * 63,
    "string/ascii 64": "x" * 64, "string/windowed latin": "café",
    "string/windowed german": "Straßenbahnhöfe über Öl", "string/windowed, only sign": "€ 5",
    "string/windowed, sign first": "«привет» — сказал он",
    "string/windowed with lone surrogate": "абвгд\ud800", "string/utf-8": "a😀", "string/utf-8 with control": "я\x0e",
    "string/utf-8 mixed": "smile 😀 and 中 in a mostly plain text",
    "string/utf-16 emoji": "😀😁😂", "string/utf-16 lone high": "\ud800", "string/utf-16 lone low": "a\udc00",
    "string/utf-16 swapped pair": "\udc00\ud800",
    "uri/empty": "", "uri/web": "https://example.org/a?b=c#d", "uri/relative": "../x",
    "duration/min": "PT-2562047788015215H-30M-8S", "duration/max": "PT2562047788015215H30M7.999999999S",
    "instant/min": "-1000000000-01-01T00:00:00Z", "instant/max": "+1000000000-12-31T23:59:59.999999999Z",
    "local date/min": "-999999999-01-01", "local date/max": "+999999999-12-31",
    "option/none": None, "option/some": {"some": 5}, "option option/none": None,
    "option option/some none": {"some": None},
    "option option/some some": {"some": {"some": False}}, "either/left": {"left": "no"},
    "either/right": {"right": True},
    "tuple 1/x": ["x"], "tuple 2/int and string": [1, "a"], "tuple 23/numbers": list(range(1, 24)),
    "list string/empty": [], "list string/three": ["a", "", "я"], "list unit/3": [[]] * 3,
    "list list/nested": [["a"], [], ["b", "c"]], "vector/33": [str(number) for number in range(33)],
    "seq option/mixed": [{"some": 1.5}, None], "array byte/four": [0, 1, -1, 127], "list byte/nine": list(range(9)),
    "array boolean/three": [True, False, True], "array double/two": [-0.0, 0.1],
    "list int/seven": list(range(1, 8)), "list int/one by one": [0, 1_000_000, 0, 0, 0, 0, 0, -3],
    "list int/differences width 0": [-5 + 3 * index for index in range(15)],
    "list int/frame width 32": [-(1 << 31), (1 << 31) - 1] * 2 + [-(1 << 31), 0, (1 << 31) - 1, (1 << 31) - 1],
    "array int unsigned/mixed": [100, 1, 100, 5000, 100, 100_000, 2, 100, 100, (1 << 31) - 1, 0],
    "list short unsigned/mixed": [100, 1, 100, 5000, 100, 20_000, 2, 100, 100],
    "array char/text": list("The quick brown fox"),
    "array long/wraps": [(1 << 63) - 1, -(1 << 63)] * 4, "list int over 8192/8193 equal": [5] * 8193,
    "set/three": ["c", "a", "b"], "bit set/three": [1, 5, 64], "map/two": [["b", 1], ["a", 2]],
    "int map/two": [[1, "one"], [5, "five"]], "long map/two": [[1, "one"], [5, "five"]],
    "point/1 -1": {"Point": {"x": 1, "y": -1}},
    "chain/3": {"Chain": {"next": {"some": {"Chain": {"next": {"some": {"Chain": {"next": None}}}}}}}},
    "room/mixed": {"Room": {
        "light": True, "heating": {"some": False}, "temperature": 215, "switches": [True, False],
    }},
    "color/green": "Green", "colors/list": ["Blue", "Red"], "one/only": "Only",
    "one record/only": {"Only": {"a": True, "b": 5}}, "shape/ball": {"Ball": {"radius": 3, "color": "Blue",
    "hollow": True}},
    "key of 64/62": "K62", "key of 65/63": "K63", "key of 65/64": {"Other": {"code": 300, "shifted": True}},
    "standalone/int/1": 1, "standalone/string/hello": "hello",
    "dictionary/list string/each once": ["one", "two", "three"],
    "dictionary/list string/again": ["one", "two", "one", "two", "one"],
    "dictionary/list string/windowed": ["привет", "hello", "привет", "привет"],
    "dictionary/map/uri and key": [["urn:x", "urn:x"], ["urn:y", "urn:x"]],
    "dictionary/list zone/again": ["Europe/Berlin", "Europe/Berlin"],
    "columns of points/15": [{"Point": {"x": 0, "y": 1}}] * 15, "columns of a set/20": _points(20),
    "columns of options/20": [{"some": index} if index % 3 == 0 else None for index in range(20)],
    "columns of colors/20": (["Red", "Green", "Blue"] * 7)[:20],
    "columns of tuples/20": [[index, index % 2 == 0, str(index)] for index in range(20)],
    "dictionary/columns of tuples/20": [[index, f"text {index % 3}"] for index in range(20)],
    "array boolean packed/eight": [index % 3 == 0 for index in range(8)],
    "array double scaled/ten": [index / 100 for index in range(10)],
    "array double scaled/none": [index / 3 for index in range(10)],
    "shared/one": {"shared": 1, "value": "text"},
    "shared cycle/one": {"shared": 1, "value": {"Person": {"name": "Ann", "friends": [{"shared": 1}]}}},
    "list shared/twice": [
        {"shared": 1, "value": {"Point": {"x": 1, "y": -1}}}, {"shared": 2, "value": {"Point": {"x": 1, "y": -1}}},
        {"shared": 1},
    ],
    "columns of records/16": [_row(index) for index in range(16)],
    "segment/reading/five": [_reading(index) for index in range(1, 6)],
    "segment/reading in blocks/five": [_reading(index) for index in range(1, 6)],
    "columns of a map/20": [[f"k{index}", index * index] for index in sorted(range(20), key=str)],
    "columns of points/16": [{"Point": {"x": index * index, "y": 5}} for index in range(16)],
    "list double scaled/1030": [index / 8 for index in range(1030)],
    "array float scaled/ten": [_single(index / 10) for index in range(10)],
    "marked/20": [_order(index) for index in range(20)],
    "dictionary/marked/20": [_order(index) for index in range(20)],
    "dictionary/marked/far": [_order(index) for index in [*range(150), *range(20)]],
    "segment/marked/20": [_order(index) for index in range(20)],
    "dictionary/list string/near and far": [f"text {index}" for index in list(range(1, 58)) + [57, 2, 1, 1]],
    "set/ten": TEN, "hash set/ten": TEN, "map/ten": [[key, int(key[4:])] for key in TEN],
    "bit set/dense": list(range(10, 40)),
    "segment/reading/none": [],
    "segment/shared/3": [{"shared": 1, "value": "text"}, {"shared": 1}, {"shared": 1}],
}


class Unknown(Exception):
    """The name of the line does not tell its value."""


def expected(name: str) -> Any:
    """The JSON form of a line's value."""
    if name in BY_HAND:
        return BY_HAND[name]
    group, _, case = name.partition("/")
    if group in INTEGERS:
        return SMALLEST[group] if case == "min" else GREATEST[group] if case == "max" else int(case)
    if group in ("float", "double"):
        return _float(group, case)
    if group == "boolean":
        return case == "true"
    if group in ("finite duration", "scala duration"):
        return SCALA[case]
    if group == "java enum":
        return case
    if group in AS_TEXT:
        return case
    raise Unknown


def _float(group: str, case: str) -> Optional[Any]:
    found = FLOATS[case][group == "double"] if case in FLOATS else float(case)
    return _single(found) if group == "float" and isinstance(found, float) else found
