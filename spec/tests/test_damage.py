"""Damaged bytes: a value or an error within the bytes, and nothing else."""

from __future__ import annotations

import json
import random
import unittest
from typing import Callable, NamedTuple

from brine import FormatError, decode_bare, read_schema, read_container, to_json

from . import examples, test_golden
from .examples import type_of
from .generated import add_tests
from .golden_files import LINES
from .pages import examples as read_examples
from .spec_classes import OPTIONS, SPEC
from .test_containers import block

LONGEST = 200  # of longer bytes not every prefix is tried, for it takes a while
PREFIXES = 60  # so many instead
SEED = 20200101
CHANGES = 40  # of each example
RANDOM_MESSAGES = 60  # of each type


class Sample(NamedTuple):
    """Bytes that can be read, and how."""

    name: str
    data: bytes
    decode: Callable[[bytes], object]


def _example(row) -> Sample:
    return Sample(f"line {row.line}: {row.type}", row.data, lambda data: examples.decode(row.type, data))


def _golden(name: str, data: bytes) -> Sample:
    if name.startswith("schema/"):
        return Sample(name, data, read_schema)
    return Sample(name, data, lambda changed: test_golden.decode(name, changed))


SAMPLES = [_example(row) for row in read_examples()[0]] + [
    _golden(name, data) for name, data in LINES if not name.startswith("fingerprint/")
]
TYPES = sorted({
    type_of(row.type) for row in read_examples()[0] if row.type != "Schema" and not row.type.startswith("container ")
})


def read_or_refuse(case: unittest.TestCase, data: bytes, decode: Callable[[bytes], object]) -> bool:
    """Reads the bytes: whether they have a value. An error has to lie within the bytes, or at their end."""
    try:
        value = decode(data)
    except FormatError as error:
        case.assertTrue(0 <= error.offset <= len(data), f"{error} of {len(data)} bytes")
        return False
    if not isinstance(value, (str, tuple)) and type(value).__name__ != "Schema":
        json.dumps(to_json(value))
    return True


class Prefixes(unittest.TestCase):
    """Every prefix of every example, of long ones some."""

    def check(self, sample: Sample):
        self.assertTrue(read_or_refuse(self, sample.data, sample.decode))
        lengths = range(len(sample.data))
        if len(lengths) > LONGEST:
            lengths = random.Random(f"{SEED} {sample.name}").sample(lengths, PREFIXES)
        for length in lengths:
            read_or_refuse(self, sample.data[:length], sample.decode)


class Changes(unittest.TestCase):
    """Bytes changed, inserted and removed at random."""

    def check(self, sample: Sample):
        randoms = random.Random(f"{SEED} {sample.name}")
        for _ in range(CHANGES):
            data = bytearray(sample.data)
            for _ in range(randoms.randint(1, 3)):
                at = randoms.randint(0, len(data))
                data[at : at + randoms.randint(0, 1)] = randoms.choice([b"", b"\x00", b"\xff", randoms.randbytes(1)])
            read_or_refuse(self, bytes(data), sample.decode)


class RandomBytes(unittest.TestCase):
    """Bytes at random, for every type of the specification's examples, schemas and containers."""

    def check(self, name: str):
        schema = SPEC.schema(name)
        randoms = random.Random(f"{SEED} {name}")
        for index in range(RANDOM_MESSAGES):
            data = randoms.randbytes(randoms.randint(0, 24))
            read_or_refuse(self, data, lambda bytes_: decode_bare(bytes_, schema, OPTIONS, dictionary=index % 2 == 1))

    def test_schemas(self):
        randoms = random.Random(SEED)
        for _ in range(2000):
            choices = list(range(4)) + list(range(0x40, 0x4A)) + [0xC1, 0x61]
            data = bytes([1] + randoms.choices(choices, k=randoms.randint(0, 30)))
            read_or_refuse(self, data, read_schema)

    def test_containers(self):
        randoms = random.Random(SEED)
        for _ in range(1000):
            payload = bytes(randoms.choices([0, 1, 2, 3, 4, 9, 0x42, 0xC0, 0xFF], k=randoms.randint(1, 30)))
            data = b"BRNS\x01" + block(payload, randoms.choice([0, 0, 0, 1, 2, 200]))
            read_or_refuse(self, data, lambda bytes_: list(read_container(bytes_)))


add_tests(Prefixes, "sample", [(sample.name, sample) for sample in SAMPLES], Prefixes.check)
add_tests(Changes, "sample", [(sample.name, sample) for sample in SAMPLES], Changes.check)
add_tests(RandomBytes, "type", [(name, name) for name in TYPES], RandomBytes.check)
