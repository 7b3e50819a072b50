package brine.journal.javaapi

import brine.journal.snapshot.SnapshotError

/** A [[brine.journal.snapshot.SnapshotError]] as an exception. */
final class SnapshotException(val error: SnapshotError) extends RuntimeException(error.message)
