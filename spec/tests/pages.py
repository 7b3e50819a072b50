"""The example tables of the specification and the lines of the golden files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, NamedTuple, Tuple

ROOT = Path(__file__).resolve().parents[2]
SPECIFICATION = ROOT / "docs" / "spec" / "codec-format.md"
GOLDEN = ROOT / "golden" / "codec"


class Example(NamedTuple):
    """A row of a table `type, value, bytes`."""

    line: int
    type: str
    value: str
    data: bytes


class Refusal(NamedTuple):
    """A row of a table `type, bytes, error at, because`."""

    line: int
    type: str
    data: bytes
    offset: int
    because: str


def to_bytes(text: str) -> bytes:
    """The bytes of a cell."""
    return b"" if text == "none" else bytes.fromhex(text)


def _cells(line: str) -> List[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _code(cell: str) -> str:
    match = re.fullmatch(r"`(.*)`", cell)
    if not match:
        raise ValueError(f"not in backquotes: {cell}")
    return match.group(1)


def examples() -> Tuple[List[Example], List[Refusal]]:
    """All rows of the example tables."""
    valid: List[Example] = []
    refused: List[Refusal] = []
    kind = None
    for number, line in enumerate(SPECIFICATION.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            kind = None
            continue
        cells = _cells(line)
        if cells == ["type", "value", "bytes"] or cells == ["type", "bytes", "error at", "because"]:
            kind = len(cells)
        elif kind == 3 and not cells[0].startswith("-"):
            valid.append(Example(number, _code(cells[0]), _code(cells[1]), to_bytes(_code(cells[2]))))
        elif kind == 4 and not cells[0].startswith("-"):
            refused.append(Refusal(number, _code(cells[0]), to_bytes(_code(cells[1])), int(cells[2]), cells[3]))
    return valid, refused


def golden(file: str) -> List[Tuple[str, bytes]]:
    """Name and bytes of each line of a golden file."""
    cases = []
    for line in (GOLDEN / file).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, data = line.partition(" =")
            cases.append((name, bytes.fromhex(data)))
    return cases
