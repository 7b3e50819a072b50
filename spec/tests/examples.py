"""How the rows of the specification's tables are read: what stands before the name of a type names the envelope."""

from __future__ import annotations

import re
from typing import Any

from brine import decode_bare, decode_standalone, decode_tagged, read_schema, read_container, show_schema

from .spec_classes import OPTIONS, SPEC


def type_of(cell: str) -> str:
    """The name of the type in a cell, without envelope and dictionary."""
    match = re.fullmatch(r"tagged (.*) \((\d+)\)", cell)
    if match:
        return match.group(1)
    return re.sub(r"^(standalone )?(dictionary )?", "", cell)


def decode(cell: str, data: bytes) -> Any:
    """The value of a row: a list of values for a container, a readable text for a schema."""
    name = type_of(cell)
    if name == "Schema":
        return show_schema(read_schema(data))
    if name.startswith("container of "):
        return [message.value for message in read_container(data, OPTIONS)]
    schema = SPEC.schema(name)
    if cell.startswith("standalone "):
        return decode_standalone(data, schema, OPTIONS)
    if cell.startswith("tagged "):
        number = int(re.findall(r"\((\d+)\)$", cell)[0])
        return decode_tagged(data, {number: schema}, OPTIONS)[1]
    return decode_bare(data, schema, OPTIONS, dictionary=cell.startswith("dictionary "))
