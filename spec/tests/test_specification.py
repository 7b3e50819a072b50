"""Every row of the example tables of the specification."""

from __future__ import annotations

import unittest

from brine import FormatError, canonical, fingerprint, read_schema, show_schema, to_json, write_schema

from .examples import decode, type_of
from .expectations import expected_json
from .generated import add_tests
from .pages import examples
from .spec_classes import SPEC

VALID, REFUSED = examples()
SHOWN = {
    "of Int": "Int",
    "of Shared[Int]": "Shared[Int]",
    "of Place": "Dict[Place]\nPlace(street: String, number: Int)",
    "of Gift": "Gift\nGift(to: Dict[Place], number: Int)\nPlace(street: String, number: Int)",
    "of Event": 'Event\nEvent = Closed | Unknown(event: codec "brine.UnknownCase")',
    "of Point": "Point\nPoint(x: Int, y: Int)",
    "of Color": "Color\nColor = Red | Green | Blue",
    "of UserId": "UserId(value: Long)",
    "of List[UserId]": "List[Boxed[UserId(value: Long)]]",
    "of Tree": "Tree\nTree(value: String, children: List[Tree])",
    "of Lamp": "Lamp\nLamp(switch: Boxed[Boolean], dimmed: Boolean)",
    "of Colour": 'codec "rgb"',
    "of List[(Int, Option[String])]": "List[(Int, Option[String])]",
    "of Map[String, Either[Int, Unit]]": "Map[String, Either[Int, Unit]]",
    "of Set[String]": "Set[String]",
    "of BitSet": "Set[Int]",
}


class ValidRows(unittest.TestCase):
    """Rows with a value: the bytes decode to it."""

    def check_value(self, row):
        self.assertEqual(to_json(decode(row.type, row.data)), expected_json(type_of(row.type), row.value))

    def check_schema(self, row):
        declared = SPEC.schema(row.value[len("of "):])
        schema = read_schema(row.data)
        self.assertEqual(write_schema(declared).hex(), row.data.hex())
        self.assertEqual(write_schema(canonical(schema)).hex(), row.data.hex())
        self.assertEqual(show_schema(schema), SHOWN[row.value])

    def check_fingerprint(self, row):
        digest = fingerprint(write_schema(SPEC.schema(type_of(row.type))))
        self.assertEqual(digest.hex(), row.data[1:9].hex())


class RefusedRows(unittest.TestCase):
    """Rows with an error: the bytes are refused at that offset."""

    def check(self, row):
        with self.assertRaises(FormatError) as caught:
            decode(row.type, row.data)
        self.assertEqual(caught.exception.offset, row.offset, f"{caught.exception}; {row.because}")


class Tables(unittest.TestCase):
    """That the tables were found."""

    def test_all_sections_have_rows(self):
        self.assertGreaterEqual(len(VALID), 187)
        self.assertGreaterEqual(len(REFUSED), 135)


def _named(rows):
    return [(f"line {row.line}: {row.type} {row.data.hex(' ')}", row) for row in rows]


add_tests(ValidRows, "value", _named(row for row in VALID if row.type != "Schema"), ValidRows.check_value)
add_tests(ValidRows, "schema", _named(row for row in VALID if row.type == "Schema"), ValidRows.check_schema)
STANDALONE = [row for row in VALID if row.type.startswith("standalone ")]
add_tests(ValidRows, "fingerprint", _named(STANDALONE), ValidRows.check_fingerprint)
add_tests(RefusedRows, "row", _named(REFUSED), RefusedRows.check)
