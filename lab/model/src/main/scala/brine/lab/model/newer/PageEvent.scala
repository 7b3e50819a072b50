package brine.lab.model.newer

/** What happens to a page, as a newer program knows it: [[PageAdded]] has a field more. */
sealed trait PageEvent

final case class PageAdded(path: String, title: Option[String] = None) extends PageEvent

@SerialVersionUID(1L) final case class PageRemoved(path: String) extends PageEvent

/** Events in one message, so that each is followed by something. */
@SerialVersionUID(1L) final case class PageHistory(events: Seq[PageEvent])
