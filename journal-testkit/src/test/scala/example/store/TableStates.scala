package example.store

import brine.journal.Offset
import brine.journal.state.{EncodedState, EncodedStates, StateChange}

/** State records in a database: a table with one row a key. */
final class TableStates(database: Database, last: () => Offset, isClosed: () => Boolean)
    extends EncodedStates("table-log"):
  // One transaction for all of them.
  protected def write(changes: IndexedSeq[StateChange]): Unit =
    database.states = changes.foldLeft(database.states): (rows, change) =>
      change.state.fold(rows - change.key)(state => rows + (change.key -> state))

  protected def get(key: String): Option[EncodedState] = database.states.get(key)
  protected def reach: Offset                          = last()
  protected def refusal: Option[Exception] = Option.when(isClosed())(IllegalStateException("the log is closed"))

  /** Waits for what was accepted, once the log is closing. */
  def close(): Unit = finish()
