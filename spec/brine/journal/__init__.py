"""A reader of the Brine journal's format 1, written from docs/spec/journal-format.md."""

from .directory import Journal, Record, read_journal
from .errors import Damage
from .snapshots import Snapshot, read_snapshot

__all__ = ["Damage", "Journal", "Record", "Snapshot", "read_journal", "read_snapshot"]
