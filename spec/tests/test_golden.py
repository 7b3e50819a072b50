"""Every line of the golden file: it is read to the end, and as far as its name tells the value, it has that value."""

from __future__ import annotations

import unittest

from brine import canonical, decode_bare, decode_standalone, fingerprint, read_segment, to_json, write_schema

from .generated import add_tests
from .golden_types import LINES, OPTIONS, SCHEMAS, schema_of
from .golden_values import Unknown, expected


def decode(name: str, data: bytes):
    """The value of a line; the messages of a segment are a list."""
    group, _, rest = name.partition("/")
    if group == "segment":
        return [message.value for message in read_segment(data, OPTIONS)]
    if group == "standalone":
        return decode_standalone(data, schema_of(rest.partition("/")[0]), OPTIONS)
    if group == "dictionary":
        return decode_bare(data, schema_of(rest.partition("/")[0], True), OPTIONS, dictionary=True)
    return decode_bare(data, schema_of(group), OPTIONS)


class GoldenLines(unittest.TestCase):
    """A test for each line."""

    def check_value(self, line):
        name, data = line
        value = to_json(decode(name, data))
        try:
            self.assertEqual(value, expected(name))
        except Unknown:
            pass  # that it could be read to the last byte is what can be checked

    def check_schema(self, line):
        name, data = line
        self.assertEqual(write_schema(canonical(SCHEMAS[name[len("schema/"):]])).hex(), data.hex())

    def check_fingerprint(self, line):
        name, data = line
        schema = canonical(SCHEMAS[name[len("fingerprint/"):]])
        self.assertEqual(fingerprint(write_schema(schema)).hex(), data.hex())


def _lines(*groups: str):
    return [line for line in LINES if line[0].partition("/")[0] in groups]


def _rest(*groups: str):
    return [line for line in LINES if line[0].partition("/")[0] not in groups]


def _named(lines):
    return [(name, (name, data)) for name, data in lines]


add_tests(GoldenLines, "schema", _named(_lines("schema")), GoldenLines.check_schema)
add_tests(GoldenLines, "fingerprint", _named(_lines("fingerprint")), GoldenLines.check_fingerprint)
add_tests(GoldenLines, "value", _named(_rest("schema", "fingerprint")), GoldenLines.check_value)
