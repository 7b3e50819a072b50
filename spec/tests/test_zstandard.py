"""The golden bytes of Zstandard: this reader cannot expand them, but sees that they are framed as section 12 says."""

from __future__ import annotations

import unittest

from brine import Unsupported, decode_compressed, read_container
from brine.crc32c import crc32c
from brine.input import Input
from brine.numbers import read_unsigned

from .generated import add_tests
from .pages import golden
from .spec_classes import SPEC
from .zstandard_frame import DICTIONARY_MAGIC, MAGIC, read_header

LINES = dict(golden("zstd-1.txt"))
DICTIONARY_NUMBER = int.from_bytes(LINES["dictionary"][4:8], "little")
MESSAGE_SIZES = {"message/text": 180, "message/repeated": 70_000, "message/dictionary": 51}


def _named(group: str, without=()):
    return [(name, name) for name in LINES if name.startswith(group) and name not in without]


class Zstandard(unittest.TestCase):
    """A test for each line."""

    def check_container(self, name: str):
        data = LINES[name]
        with self.assertRaises(Unsupported) as caught:
            list(read_container(data))
        source = Input(data, 5)
        while source.left:
            length = read_unsigned(source, 32)
            if source.position < caught.exception.offset + 1:
                self.assertEqual(caught.exception.offset, source.position)
            self.assertEqual(source.byte(), 2)
            crc = int.from_bytes(source.take(4, "a checksum"), "little")
            block = Input(source.take(length, "a block"))
            self.assertEqual(crc32c(block.data), crc)
            size = read_unsigned(block, 32)
            self.assertEqual(block.take(4, "a frame"), MAGIC)
            header = read_header(block.data[block.position :])
            self.assertEqual(header, (size, DICTIONARY_NUMBER if name == "container/dictionary" else 0, False))

    def check_message(self, name: str):
        with self.assertRaises(Unsupported) as caught:
            decode_compressed(LINES[name], SPEC.schema("Int"))
        self.assertEqual(caught.exception.offset, 0)
        number = DICTIONARY_NUMBER if name == "message/dictionary" else 0
        self.assertEqual(read_header(LINES[name]), (MESSAGE_SIZES[name], number, False))

    def test_dictionary(self):
        self.assertEqual(LINES["dictionary"][:4], DICTIONARY_MAGIC)
        self.assertNotEqual(DICTIONARY_NUMBER, 0)

    def test_messages_as_they_are(self):
        self.assertEqual(LINES["message/empty"], b"\x00")
        self.assertEqual(LINES["message/as it is"], b"\x00\x01\x02\x03")


add_tests(Zstandard, "container", _named("container/"), Zstandard.check_container)
add_tests(Zstandard, "message", _named("message/", ("message/empty", "message/as it is")), Zstandard.check_message)
