package brine.pekko.entity.internal

import brine.journal.{EventLogReader, Journal}
import java.util.UUID

/** Tells whether nodes have opened the same log. What one of them appends to another log, no other one would read. */
private[pekko] object LogIdentity:
  /** The identity of a log; None if it has none, as one in memory. */
  def of(log: EventLogReader): Option[UUID] = log match
    case journal: Journal => journal.journalIdentity
    case other            => other.logIdentity

  /** What is wrong if the log of a caller is not the one of this node. If one of them has no identity, nothing is.
    *
    * @param theirs
    *   the identity of the caller's log
    */
  def problem(own: EventLogReader, theirs: Option[UUID]): Option[String] =
    for
      here  <- of(own)
      there <- theirs
      if here != there
    yield s"the nodes have opened different logs: that node has ${own.name} with the identity $here, and the caller " +
      s"has one with the identity $there. Open the same log on all nodes"
