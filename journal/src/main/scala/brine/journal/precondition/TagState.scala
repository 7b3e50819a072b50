package brine.journal.precondition

/** A tag of events.
  *
  * @param before
  *   a sequence after which no event before had it
  * @param hash
  *   the hash of its name by [[UsedTags]], if `before` is true of all events that are kept; otherwise 0
  */
private[journal] final class TagState(name: String, before: Long, val hash: Long = 0) extends NamedState(name):
  /** Sequence of its last accepted event since [[RecentEvents]] began, or a later one; 0 for none. Owned by the writer
    * thread; other threads may read it.
    */
  var last: Long = before

  /** Whether no event after [[last]] has it, also of those before [[RecentEvents]] began. */
  def knowsAll: Boolean = hash != 0
