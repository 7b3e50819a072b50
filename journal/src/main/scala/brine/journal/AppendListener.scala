package brine.journal

/** Told what became of appends, without an object an append: for runtimes that have many under way at a time, such as actors.
  *
  * Called on the journal's writer thread, in the order of the appends, so it must only hand over what it is told: while it runs, nothing is
  * written. What it throws is printed by the thread's handler of uncaught exceptions and otherwise ignored. Programs that do more use
  * [[Completion]].
  */
trait AppendListener:
  /** The append is complete.
    *
    * @param context
    *   what was given with the append
    * @param first
    *   of its first event
    * @param last
    *   of its last event
    * @param version
    *   of its stream after it; of the last stream, if it was to several
    */
  def appended(context: Long, first: Offset, last: Offset, version: Long): Unit

  /** The append was refused, or failed. */
  def rejected(context: Long, error: AppendError): Unit

  /** All appends that became complete together have been told; for listeners that hand them over together. */
  def endOfGroup(): Unit = ()
