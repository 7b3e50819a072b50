"""Every line of the golden file: it is read to the end, and has the value that stands beside it."""

from __future__ import annotations

import json
import unittest

from brine import canonical, decode_bare, decode_standalone, fingerprint, read_container, to_json, write_schema

from .generated import add_tests
from .golden_files import DEFLATED, LINES, MESSAGE_SCHEMAS, OPTIONS, SCHEMAS, VALUES


def decode(name: str, data: bytes):
    """The value of a line; the messages of a container are a list."""
    group = name.partition("/")[0]
    if group == "container":
        return [message.value for message in read_container(data, OPTIONS)]
    if group == "standalone":
        return decode_standalone(data, MESSAGE_SCHEMAS[name], OPTIONS)
    return decode_bare(data, MESSAGE_SCHEMAS[name], OPTIONS, dictionary=group == "dictionary")


class GoldenLines(unittest.TestCase):
    """A test for each line."""

    def check_value(self, line):
        name, data = line
        # As text, for in Python 1 and 1.0 are equal, and so are 0.0 and -0.0.
        self.assertEqual(json.dumps(to_json(decode(name, data))), json.dumps(VALUES[name]))

    def check_schema(self, line):
        name, data = line
        self.assertEqual(write_schema(canonical(SCHEMAS[name[len("schema/"):]])).hex(), data.hex())

    def check_fingerprint(self, line):
        name, data = line
        self.assertEqual(fingerprint(write_schema(SCHEMAS[name[len("fingerprint/"):]])).hex(), data.hex())

    def check_message_schema(self, schema):
        self.assertEqual(write_schema(canonical(schema)).hex(), write_schema(schema).hex())


class GoldenFiles(unittest.TestCase):
    """That the files go together."""

    def test_every_message_has_a_schema_and_a_value(self):
        values = [name for name, _ in _rest("schema", "fingerprint")]
        self.assertEqual(sorted(VALUES), sorted(values))
        self.assertEqual(sorted(MESSAGE_SCHEMAS), sorted(name for name in values if not name.startswith("container/")))

    def test_there_are_lines(self):
        self.assertGreaterEqual(len(LINES), 607)
        self.assertGreaterEqual(len(DEFLATED), 6)

    def test_sets_are_known_as_such(self):
        rules = {schema.root.rule for schema in MESSAGE_SCHEMAS.values() if hasattr(schema.root, "rule")}
        self.assertEqual(rules, {"sequence", "distinct", "bit set"})


def _lines(*groups: str):
    return [line for line in LINES if line[0].partition("/")[0] in groups]


def _rest(*groups: str):
    return [line for line in LINES if line[0].partition("/")[0] not in groups]


def _named(lines):
    return [(name, (name, data)) for name, data in lines]


add_tests(GoldenLines, "schema", _named(_lines("schema")), GoldenLines.check_schema)
add_tests(GoldenLines, "fingerprint", _named(_lines("fingerprint")), GoldenLines.check_fingerprint)
add_tests(GoldenLines, "value", _named(_rest("schema", "fingerprint")), GoldenLines.check_value)
add_tests(GoldenLines, "deflated", _named(DEFLATED), GoldenLines.check_value)
add_tests(GoldenLines, "message_schema", MESSAGE_SCHEMAS.items(), GoldenLines.check_message_schema)
