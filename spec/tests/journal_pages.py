"""The example tables of the journal's page, and the golden journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, NamedTuple

from .pages import ROOT

PAGE = ROOT / "docs" / "spec" / "journal-format.md"
GOLDEN = ROOT / "golden" / "journal" / "format-1"


class Row(NamedTuple):
    """A row of a table."""

    line: int
    words: List[str]
    cells: List[str]

    @property
    def data(self) -> bytes:
        """The bytes in the second column."""
        return bytes.fromhex(self.cells[0])

    def after(self, name: str, place: int = 1, otherwise: str = "") -> str:
        """The word after this one."""
        if name not in self.words or self.words.index(name) + place >= len(self.words):
            return otherwise
        return self.words[self.words.index(name) + place]


def rows(head: str) -> List[Row]:
    """The rows of all tables whose first column is named so."""
    found: List[Row] = []
    is_in, is_table = False, False
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            is_in, is_table = False, False
            continue
        cells = [cell.strip().strip("`") for cell in line.split("|")[1:-1]]
        if not is_table:
            is_in, is_table = cells[0] == head, True
        elif is_in and not cells[0].startswith("-"):
            found.append(Row(number, cells[0].split(" "), cells[1:]))
    return found


def file_bytes(text: str) -> bytes:
    """A file of a golden journal: its length, then rows that are not zero, and how often each comes."""
    lines = text.splitlines()
    data = bytearray(int(lines[0].split(" ")[1]))
    for line in lines[1:]:
        parts = line.split(" ")
        row = bytes.fromhex(parts[1])
        at = int(parts[0])
        for _ in range(int(parts[2][1:]) if len(parts) > 2 else 1):
            data[at:at + len(row)] = row
            at += 64
    return bytes(data)


class GoldenJournal(NamedTuple):
    """A golden directory."""

    name: str
    files: Dict[str, bytes]
    records: List[Any]
    expected: Dict[str, Any]


def golden_journal(folder: Path) -> GoldenJournal:
    """The directory's files, and what is expected of them."""
    files = {
        path.name[:-len(".hex")]: file_bytes(path.read_text(encoding="ascii")) for path in folder.glob("*.hex")
    }
    records = [json.loads(line) for line in (folder / "records.ndjson").read_text(encoding="utf-8").splitlines()]
    return GoldenJournal(folder.name, files, records, json.loads((folder / "expected.json").read_text("utf-8")))


JOURNALS: List[GoldenJournal] = [golden_journal(folder) for folder in sorted(GOLDEN.iterdir())]
