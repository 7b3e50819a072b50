package brine.journal.precondition

/** A kind of events. The writer thread owns its mutable field; other threads may read it. */
private[journal] final class KindState(name: String) extends NamedState(name):
  /** Sequence of its last accepted event since [[RecentEvents]] began; 0 for none. */
  var last = 0L
