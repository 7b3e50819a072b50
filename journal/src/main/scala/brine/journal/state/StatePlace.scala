package brine.journal.state

import brine.journal.JournalError

/** What messages call the state of a key. */
private[state] object StatePlace:
  def of(place: String, key: String): String = s"$place: state '${JournalError.inLine(key)}'"
