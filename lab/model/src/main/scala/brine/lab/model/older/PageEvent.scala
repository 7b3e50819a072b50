package brine.lab.model.older

/** What happens to a page, as an older program knows it. The newer one has the same types in package `newer`, and one
  * field more.
  */
sealed trait PageEvent

final case class PageAdded(path: String) extends PageEvent

// Java would compute the number from names and members. Those of a class that does not change are the same in both
// programs, but here the packages differ.
@SerialVersionUID(1L) final case class PageRemoved(path: String) extends PageEvent

/** Events in one message, so that each is followed by something. */
@SerialVersionUID(1L) final case class PageHistory(events: Seq[PageEvent])
