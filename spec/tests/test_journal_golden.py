"""Every golden journal: its records, how it ends, and that no damage passes unseen."""

from __future__ import annotations

import json
import random
import unittest
from hashlib import sha256

from brine import to_json, write_schema
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
