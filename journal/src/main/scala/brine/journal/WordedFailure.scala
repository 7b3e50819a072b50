package brine.journal

/** A failure whose message says to people what could not be done and why: its class adds nothing. */
private[brine] trait WordedFailure:
  def getMessage: String
