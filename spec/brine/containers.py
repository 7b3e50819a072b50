"""Section 12: containers of many messages."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Tuple

from .collections import read_sequence
from .crc32c import crc32c
from .decoder import Decoder, plan_of
from .errors import FormatError, Unsupported
from .input import Input
from .message import Message
from .numbers import read_unsigned
from .options import Options
from .plan import Plan
from .schema import Schema, SequenceOf, alone
from .schema_reader import read_schema_from

START = b"BRNS"
VERSION = 1
PLAIN, DEFLATE, ZSTANDARD = 0, 1, 2
MOST_EXPANSION = 1032  # DEFLATE makes no more of a byte
MOST_MESSAGES = 65_536


@dataclass(frozen=True)
class ContainerMessage:
    """A message of a container: its schema and its value."""

    schema: Schema
    value: Any


def read_container(data: bytes, options: Optional[Options] = None) -> Iterator[ContainerMessage]:
    """The messages of a container in order; the first error ends it."""
    options = options or Options()
    source = Input(data)
    for expected in START:
        if source.byte() != expected:
            source.fail("not a container", source.position - 1)
    if source.byte() != VERSION:
        source.fail("a container of another version", source.position - 1)
    while source.left:
        yield from _read_block(source, options)


def _read_block(source: Input, options: Options) -> List[ContainerMessage]:
    length = read_unsigned(source, 32)
    at = source.position
    kind = source.byte()
    crc = int.from_bytes(source.take(4, "a checksum"), "little")
    start = source.position
    content = source.take(length, "a block")
    if kind == ZSTANDARD:
        raise Unsupported(at, "this reader has no Zstandard")
    if kind >= 0x80:
        raise Unsupported(at, f"a program's own kind of block, {kind:02x}")
    if kind > ZSTANDARD:
        source.fail(f"there is no kind of block {kind:02x}", at)
    if crc32c(content) != crc:
        source.fail("the checksum is not that of the block", start)
    if kind == PLAIN:
        return _read_payload(Input(source.data, start, source.position), length, options)
    try:
        expanded = _inflate(Input(source.data, start, source.position))
        return _read_payload(Input(expanded), len(expanded), options)
    except FormatError as error:
        raise FormatError(start, f"in a compressed block, at {error.offset}: {error.problem}") from None


def _inflate(source: Input) -> bytes:
    start = source.position
    length = read_unsigned(source, 32)
    if length > source.left * MOST_EXPANSION:
        source.fail(f"{source.left} compressed bytes do not expand to {length}", start)
    inflater = zlib.decompressobj(-15)
    try:
        expanded = inflater.decompress(source.take(source.left, "a block"), length + 1)
    except zlib.error:
        source.fail("the compressed bytes are damaged", start)
    if len(expanded) != length or not inflater.eof or inflater.unused_data:
        source.fail(f"the compressed bytes do not expand to {length}", start)
    return expanded


def _read_payload(source: Input, size: int, options: Options) -> List[ContainerMessage]:
    message = Message(options.limits, size, with_dictionary=True)
    messages: List[ContainerMessage] = []
    runs = read_unsigned(source, 32)
    if runs == 0:
        return _read_sequence(source, message, options)
    for plan, count in _read_runs(source, runs, options):
        decoder = Decoder(source, message, plan, options)
        for _ in range(count):
            at = source.position
            messages.append(ContainerMessage(plan.schema, decoder.root()))
            if source.position == at:
                message.charge_empty(source, 1, at)
    source.expect_end()
    return messages


def _read_sequence(source: Input, message: Message, options: Options) -> List[ContainerMessage]:
    plan = plan_of(_read_schema(source), options)
    at = source.position
    size = read_unsigned(source, 32)
    if size & 1 == 0:
        source.fail("a sequence of messages in layout 0", at)
    if size >> 1 > MOST_MESSAGES:
        source.fail("too many messages", at)
    source.position = at
    values = read_sequence(Decoder(source, message, plan, options), SequenceOf(alone(plan.schema.root)))
    source.expect_end()
    return [ContainerMessage(plan.schema, value) for value in values]


def _read_runs(source: Input, count: int, options: Options) -> List[Tuple[Plan, int]]:
    plans: List[Plan] = []
    runs: List[Tuple[Plan, int]] = []
    messages = 0
    for _ in range(count):
        at = source.position
        number = read_unsigned(source, 32)
        if number > len(plans):
            source.fail(f"there is no schema {number}", at)
        if number == 0:
            plans.append(plan_of(_read_schema(source), options))
        at = source.position
        here = read_unsigned(source, 32)
        messages += here
        if here == 0 or messages > MOST_MESSAGES:
            source.fail("a run without messages, or too many messages", at)
        runs.append((plans[number - 1], here))
    return runs


def _read_schema(source: Input) -> Schema:
    length = read_unsigned(source, 32)
    start = source.position
    source.take(length, "a schema")
    inner = Input(source.data, start, source.position)
    schema = read_schema_from(inner)
    inner.expect_end()
    return schema
