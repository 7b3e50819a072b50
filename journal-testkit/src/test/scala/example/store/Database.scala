package example.store

import brine.journal.Offset
import brine.journal.snapshot.EncodedSnapshot
import brine.journal.state.EncodedState

/** What stays when a log is closed: stands for a database. */
final class Database:
  @volatile var table: Table                                      = Table()
  @volatile var snapshots: Map[(String, Offset), EncodedSnapshot] = Map.empty
  @volatile var states: Map[String, EncodedState]                 = Map.empty
