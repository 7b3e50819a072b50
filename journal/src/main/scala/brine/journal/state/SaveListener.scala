package brine.journal.state

import brine.journal.snapshot.SnapshotError
import brine.journal.{AppendError, AppendListener, Offset}

/** Receives the results of saves and deletions of [[StateRecords]], with no allocation per save if it is used again.
  *
  * The store calls it on a thread of its own, or on the caller's thread for what is refused at once. While it runs,
  * nothing is saved, so it must only hand the result over: what would wait for the log there throws an
  * `IllegalStateException` or is refused. An exception that it throws harms nothing.
  */
abstract class SaveListener:
  /** The state, or the deletion, has reached its level.
    *
    * @param context
    *   the number that was passed with the call
    */
  def saved(context: Long): Unit

  /** The state was not saved, or not deleted.
    *
    * @param context
    *   the number that was passed with the call
    * @param error
    *   the reason, and what to do
    */
  def failed(context: Long, error: SnapshotError): Unit

  /** Ends a group: every save that completed together has been reported. Override it to hand results over in batches.
    */
  def endOfGroup(): Unit = ()

  // One for all saves with this listener, so that a save allocates none.
  private[state] final val ofAppends: AppendListener = new AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = saved(context)
    def rejected(context: Long, error: AppendError): Unit = failed(context, SnapshotError.NotSaved(error))
    override def endOfGroup(): Unit                       = SaveListener.this.endOfGroup()
