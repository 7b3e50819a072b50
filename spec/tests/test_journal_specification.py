"""Every row of the journal page's example tables."""

from __future__ import annotations

import unittest

from brine.crc32c import crc32c
from brine.journal.entries import Dictionary, read_entries
from brine.journal.frames import read_frame
from brine.journal.headers import End, Manifest, SegmentHeader, read_manifest, read_segment_header
from brine.journal.primitives import Malformed, digest, mask, read_v, read_z
from brine.schema_reader import read_schema

from .generated import add_tests
from .journal_pages import Row, rows


class JournalPage(unittest.TestCase):
    """A test for each row."""

    def check_number(self, row: Row):
        read = read_z if row.words[0] == "Z" else read_v
        self.assertEqual(read(row.data, 0), (int(row.words[1]), len(row.data)))

    def check_function(self, row: Row):
        numbers = [int(word, 16) for word in row.words[1:]]
        if row.words[0] == "mask":
            self.assertEqual(f"{mask(numbers[0], int(row.words[2])):08x}", row.cells[0])
        else:
            self.assertEqual(f"{digest(numbers):016x}", row.cells[0])

    def check_header(self, row: Row):
        data = row.data.ljust(4092, b"\0") + int(row.cells[1], 16).to_bytes(4, "little")
        if row.words[0] == "manifest":
            expected = Manifest(
                int(row.after("generation")), row.after("journal"), int(row.after("epoch")), int(row.after("first")),
                int(row.after("first", 2)), tuple(int(row.after("watermark", place)) for place in (1, 2, 3)),
                "closed" in row.words,
                ("replica", int(row.after("replica")), row.after("replica", 2)) if "replica" in row.words
                else ("ordinary", 0, ""),
            )
            self.assertEqual(read_manifest("a", data), expected)
        else:
            previous = End(int(row.after("previous")), int(row.after("previous", 2)), int(row.after("previous", 3), 16))
            expected = SegmentHeader(
                row.after("journal"), int(row.after("number")), int(row.after("epoch")), int(row.after("first")),
                int(row.after("size")), int(row.after("created")), previous, int(row.after("salt"), 16),
                int(row.after("compression")), None,
            )
            self.assertEqual(read_segment_header("a", data), expected)

    def check_frame(self, row: Row):
        offset = int(row.after("offset"))
        frame = read_frame(bytes(offset) + row.data, offset, int(row.after("salt"), 16))
        expected = [int(row.after(name)) for name in ("first", "durable", "time", "count", "flags")]
        self.assertEqual([frame.sequence, frame.durable, frame.time, frame.count, frame.flags], expected)
        self.assertEqual(frame.body.hex(), row.after("body"))
        self.assertEqual(frame.end, offset + len(row.data))
        self.assertIsNone(read_frame(bytes(offset + 8) + row.data, offset + 8, int(row.after("salt"), 16)))

    def check_entry(self, row: Row):
        known = Dictionary()
        if "event" not in row.words:
            self.assertEqual(list(read_entries(row.data, 1, 0, False, known)), [])
            kind = row.words[0]
            if kind == "stream":
                self.assertEqual(known.streams, [(row.words[2], int(row.words[1]))])
            elif kind == "tag":
                self.assertEqual(known.tags, [row.words[1]])
            else:
                self.assertEqual(known.schemas, [read_schema(bytes.fromhex(row.words[1]))])
            return
        stream = int(row.after("stream"))
        known.streams += [("", 0)] * 500
        known.versions += [0] * 500
        known.schemas += [read_schema(bytes.fromhex("010004"))] * 2
        known.tags += [""] * 500
        data = row.data
        has_version = "version" in row.words
        if not has_version:  # another event of the stream comes before it
            data = bytes([5, 0x40, stream, 0, 0, 0]) + data
        event = list(read_entries(data, 1 if has_version else 0, 0, "sparse" in row.words, known))[-1]
        self.assertEqual(event.version, int(row.after("version", otherwise="1")) + 1)
        self.assertEqual((event.stream, event.schema), (stream, int(row.after("schema"))))
        self.assertEqual(event.time, int(row.after("time", otherwise="0")))
        self.assertEqual(event.sequence, 1 + int(row.after("sequence", otherwise="0")))
        self.assertEqual(event.key, row.after("key") or None)
        self.assertEqual(event.key_events, int(row.after("key", 2, "0")))
        outcome = row.after("outcome")
        self.assertEqual(event.key_version, int(outcome) if outcome else None)
        tags = row.words[row.words.index("tags") + 1:row.words.index("payload")] if "tags" in row.words else []
        self.assertEqual(event.tags, tuple(int(tag) for tag in tags))
        self.assertEqual(event.payload.hex(), row.after("payload"))

    def check_body(self, row: Row):
        with self.assertRaises(Malformed):
            list(read_entries(bytes.fromhex("".join(row.words)), 1, 0, False, Dictionary()))


class Checksum(unittest.TestCase):
    """What the page says of the CRC."""

    def test_of_the_digits(self):
        self.assertEqual(crc32c(b"123456789"), 0xE3069283)


for _head, _least in (("number", 10), ("function", 6), ("header", 2), ("frame", 3), ("entry", 12), ("body", 10)):
    _rows = rows(_head)
    assert len(_rows) >= _least, _head
    add_tests(
        JournalPage, f"journal_{_head}", [(str(row.line), row) for row in _rows], getattr(JournalPage, f"check_{_head}")
    )
