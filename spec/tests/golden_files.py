"""The golden files of format 1: bytes, schemas and values by the names of their lines."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Tuple

from brine import CustomCodec, Options, read_schema
from brine.numbers import read_signed
from brine.schema import Schema, SequenceOf

from .pages import golden, golden_text

LINES: List[Tuple[str, bytes]] = golden("format-1.txt")
DEFLATED: List[Tuple[str, bytes]] = golden("deflate-1.txt")
ZONES = frozenset(["Europe/Berlin"])
TENTHS = CustomCodec(1, lambda decoder: read_signed(decoder.source, 32))
OPTIONS = Options(codecs={"tenths of a degree": TENTHS}, zones=ZONES)

# What `schema/` lines hold: they are cases of their own.
SCHEMAS: Dict[str, Schema] = {
    name[len("schema/"):]: read_schema(data) for name, data in LINES if name.startswith("schema/")
}


def _message_schema(text: str) -> Schema:
    """A schema, and after a comma whether the value is a set whose elements are distinct, or a bit set."""
    described, _, rule = text.partition(", ")
    schema = read_schema(bytes.fromhex(described))
    if not rule:
        return schema
    assert isinstance(schema.root, SequenceOf) and schema.root.is_set, text
    return Schema(schema.definitions, SequenceOf(schema.root.element, rule))


MESSAGE_SCHEMAS: Dict[str, Schema] = {
    name: _message_schema(text) for name, text in golden_text("format-1.schemas.txt")
}
VALUES: Dict[str, Any] = {name: json.loads(text) for name, text in golden_text("format-1.values.txt")}
