package brine.journal.precondition

/** A stream, as the writer sees it. The writer thread owns its mutable fields; other threads may read them.
  *
  * @param version
  *   version of its last event
  */
private[journal] final class StreamState(name: String, version: Long) extends NamedState(name):
  /** Version of its last accepted event, which may not be durable yet. It counts whole appends only. A thread that has
    * read the durable mark before sees at least what was durable then.
    */
  var lastVersion: Long = version

  /** Serial number of the unit that contains its last event. */
  var lastUnit = 0L
