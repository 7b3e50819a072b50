package brine.journal.failure

/** The next event was deleted; records are kept after `sequence`. Thrown internally; the API returns it as an error
  * value.
  */
private[journal] final class Gone(val sequence: Long) extends Exception("deleted", null, false, false)
