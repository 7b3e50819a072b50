package brine.jdbc.internal.appending

import brine.jdbc.JdbcFailure
import brine.jdbc.internal.flight.{CommitEvent, RetryEvent}

/** Tells the flight recorder of groups. */
private[jdbc] object GroupEvents:
  /** Ends the event of a group that is done. */
  def committed(event: CommitEvent, log: String, found: GroupTransaction.Prepared): Unit =
    event.end()
    if event.shouldCommit then
      event.log = log
      event.appends = found.results.size
      event.refused = found.results.count(_.isLeft)
      event.last = found.last
      event.isAhead = found.isAhead
      event.commit()

  /** A group is tried again. */
  def retry(log: String, group: Group, failure: JdbcFailure, isUnknown: Boolean): Unit =
    val event = RetryEvent()
    if event.shouldCommit then
      event.log = log
      event.appends = group.requests.size
      event.problem = failure.getMessage
      event.isUnknown = isUnknown
      event.commit()
