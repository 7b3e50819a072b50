package brine.journal.precondition

/** A tag of events.
  *
  * @param before
  *   a sequence after which no event before had it
  */
private[journal] final class TagState(name: String, before: Long) extends NamedState(name):
  /** Sequence of its last accepted event since [[RecentEvents]] began, or a later one; 0 for none. Owned by the writer
    * thread; other threads may read it.
    */
  var last: Long = before
