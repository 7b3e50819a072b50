"""Containers that the golden bytes do not have: compressed by DEFLATE, of several types, damaged."""

from __future__ import annotations

import unittest
import zlib

from brine import FormatError, Unsupported, decode_compressed, read_container, to_json
from brine.crc32c import crc32c

from .spec_classes import OPTIONS, SPEC

INT = bytes.fromhex("010004")
STRING = bytes.fromhex("010009")


def schema_run(schema: bytes, messages: int) -> bytes:
    """A run with its schema."""
    return b"\x00" + bytes([len(schema)]) + schema + bytes([messages])


def block(payload: bytes, kind: int = 0) -> bytes:
    """A block of a container."""
    return bytes([len(payload), kind]) + crc32c(payload).to_bytes(4, "little") + payload


def deflated(payload: bytes, length: int) -> bytes:
    """A payload compressed, behind a length that should be its own."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return bytes([length]) + compressor.compress(payload) + compressor.flush()


def read(data: bytes):
    """The messages as JSON."""
    return [to_json(message.value) for message in read_container(b"BRNS\x01" + data, OPTIONS)]


class Containers(unittest.TestCase):
    """Values and errors of containers."""

    def refused(self, data: bytes, offset: int, error=FormatError):
        with self.assertRaises(error) as caught:
            read(data)
        self.assertEqual(caught.exception.offset, offset, str(caught.exception))

    def test_runs_of_several_types(self):
        payload = b"\x03" + schema_run(INT, 1) + schema_run(STRING, 2) + b"\x01\x01" + bytes.fromhex("02 6f6ee5 c0 04")
        self.assertEqual(read(block(payload)), [1, "one", "one", 2])

    def test_a_schema_that_is_given_again_is_one_more(self):
        payload = b"\x03" + schema_run(INT, 1) + schema_run(INT, 1) + b"\x02\x01" + bytes.fromhex("02 04 06")
        self.assertEqual(read(block(payload)), [1, 2, 3])

    def test_nothing_is_carried_over_to_the_next_block(self):
        first = b"\x01" + schema_run(STRING, 1) + bytes.fromhex("6f6ee5")
        self.refused(block(first) + block(b"\x01" + schema_run(STRING, 1) + b"\xc0"), 5 + 6 + len(first) + 6 + 7)
        self.refused(block(first) + block(b"\x01\x01\x01\xc0"), 5 + 6 + len(first) + 6 + 1)

    def test_deflate(self):
        payload = b"\x01" + schema_run(STRING, 2) + bytes.fromhex("6f6ee5 c0")
        self.assertEqual(read(block(deflated(payload, len(payload)), 1)), ["one", "one"])

    def test_deflate_of_another_length(self):
        payload = b"\x01" + schema_run(INT, 1) + b"\x02"
        for length in (len(payload) - 1, len(payload) + 1):
            self.refused(block(deflated(payload, length), 1), 11)
        self.refused(block(deflated(payload, len(payload)) + b"\x00", 1), 11)
        self.refused(block(deflated(payload, len(payload))[:-1], 1), 11)

    def test_errors_within_deflate_are_at_the_start_of_the_compressed_bytes(self):
        self.refused(block(deflated(b"\x01" + schema_run(INT, 1), 7), 1), 11)

    def test_runs(self):
        self.refused(block(b"\x01" + schema_run(INT, 0)), 5 + 6 + 6)
        self.refused(block(b"\x01\x02\x01"), 5 + 6 + 1)
        self.refused(block(b"\x01" + schema_run(INT, 1) + b"\x02\x00"), 5 + 6 + 8)

    def test_kinds_of_blocks(self):
        self.refused(block(b"\x00", 2), 6, Unsupported)
        self.refused(block(b"\x00", 0x80), 6, Unsupported)

    def test_checksum(self):
        self.assertEqual(crc32c(b"123456789"), 0xE3069283)

    def test_a_message_that_was_not_worth_compressing(self):
        message = bytes.fromhex("00 b5 dbecab43cb8facaa 02")
        self.assertEqual(decode_compressed(message, SPEC.schema("Int")), 1)
        with self.assertRaises(FormatError) as caught:
            decode_compressed(message + b"\x00", SPEC.schema("Int"))
        self.assertEqual(caught.exception.offset, 10)
