"""Every golden journal: its records, how it ends, and that no damage passes unseen."""

from __future__ import annotations

import json
import random
import struct
import unittest
from hashlib import sha256
from uuid import UUID

from brine import to_json, write_schema
from brine.crc32c import crc32c
from brine.journal import Damage, read_journal, read_snapshot

from .generated import add_tests
from .journal_pages import JOURNALS, GoldenJournal


def record_json(record):
    """A record as the golden files have it."""
    is_long = len(record.payload) > 10_000
    return {
        "sequence": record.sequence,
        "stream": record.stream,
        "version": record.version,
        "time": record.time,
        "tags": sorted(record.tags),
        "key": record.key,
        "schema": write_schema(record.schema).hex(),
        "payload": f"SHA-256 {sha256(record.payload).hexdigest()}" if is_long else record.payload.hex(),
        "value": None if is_long else to_json(record.value),
    }


class GoldenJournals(unittest.TestCase):
    """A test for each directory."""

    def check_records(self, golden: GoldenJournal):
        if "damage" in golden.expected:
            with self.assertRaises(Damage) as raised:
                read_journal(golden.files)
            self.assertEqual(raised.exception.file, golden.expected["damage"])
            return
        journal = read_journal(golden.files)
        self.assertEqual(
            [json.dumps(record_json(record)) for record in journal.records],
            [json.dumps(record) for record in golden.records],
        )
        last = journal.records[-1].sequence if journal.records else 0
        self.assertEqual(
            {"last": last, "end": journal.end, "torn": journal.torn, "sealed": journal.is_sealed}, golden.expected
        )

    def check_streams(self, golden: GoldenJournal):
        versions = {}
        for record in golden.records:
            self.assertGreater(record["version"], versions.get(record["stream"], 0))
            versions[record["stream"]] = record["version"]

    def check_damage(self, golden: GoldenJournal):
        """A bit that is changed in a segment that has ended, or in one of a closed journal, is found; or it is in
        bytes that mean nothing."""
        rng = random.Random(golden.name)
        segments = sorted(name for name in golden.files if name.endswith(".seg"))
        for name in segments[:-1]:
            data = golden.files[name]
            used = len(data.rstrip(b"\0"))
            for _ in range(20):
                at = rng.randrange(used)
                changed = bytearray(data)
                changed[at] ^= 1 << rng.randrange(8)
                try:
                    journal = read_journal({**golden.files, name: bytes(changed)})
                except Damage:
                    continue
                self.assertEqual([record_json(record) for record in journal.records], golden.records)


class Directories(unittest.TestCase):
    """Section 9, step 2: which files count."""

    def golden(self, name: str) -> GoldenJournal:
        return next(golden for golden in JOURNALS if golden.name.endswith(name))

    def test_segments_below_the_first_do_not_count(self):
        golden = self.golden("retention")
        before = read_journal(golden.files).records
        first = min(name for name in golden.files if name.endswith(".seg"))
        self.assertGreater(first, f"{1:020d}.seg")
        for stray in (b"", b"not a segment", bytes(8192), golden.files[first]):
            self.assertEqual(read_journal({**golden.files, f"{1:020d}.seg": stray}).records, before)

    def test_an_empty_segment_may_be_set_aside(self):
        golden = self.golden("killed")
        journal = read_journal(golden.files)
        last, number = journal.records[-1].sequence, journal.headers[-1].number
        for segment, offset, is_read in (
            (number + 1, 4096, True), (number + 1, 4097, False), (number + 2, 4096, False), (number + 1, 0, True),
        ):
            files = {**golden.files, **{slot: b"" for slot in ("MANIFEST-a", "MANIFEST-b")}}
            files["MANIFEST-a"] = manifest_bytes(journal.manifest, (segment, offset, last))
            if is_read:
                self.assertEqual(read_journal(files).records, journal.records)
            else:
                self.assertRaises(Damage, read_journal, files)


def manifest_bytes(manifest, watermark):
    """A slot that says the same with another watermark, and that the journal was not closed."""
    data = b"BRINEMAN" + struct.pack("<II", 1, 4096)
    journal = UUID(manifest.journal).int
    data += struct.pack("<QQ", journal >> 64, journal & (1 << 64) - 1)
    data += struct.pack("<QQQQ", manifest.generation, manifest.epoch, manifest.first_segment, manifest.first_sequence)
    data = (data + struct.pack("<QQQ", *watermark)).ljust(4092, b"\0")
    return data + struct.pack("<I", crc32c(data))


class Snapshots(unittest.TestCase):
    """The snapshots in golden directories."""

    def test_they_are_read(self):
        for golden in JOURNALS:
            for name, data in golden.files.items():
                if name.endswith(".snap"):
                    snapshot = read_snapshot(name, data)
                    self.assertEqual(f"{snapshot.offset:020d}-{snapshot.name}.snap", name)
                    self.assertTrue(snapshot.values)


add_tests(GoldenJournals, "records", [(golden.name, golden) for golden in JOURNALS], GoldenJournals.check_records)
add_tests(GoldenJournals, "streams", [(golden.name, golden) for golden in JOURNALS], GoldenJournals.check_streams)
add_tests(
    GoldenJournals, "damage",
    [(golden.name, golden) for golden in JOURNALS if "damage" not in golden.expected], GoldenJournals.check_damage,
)
