package brine.jdbc.internal.opening

/** What a log is opened for. */
private[jdbc] enum Access:
  /** To append, as programs do. */
  case Appending

  /** To read: it may have any role. */
  case Reading

  /** To append the records of a log with this name.
    *
    * @param held
    *   the epoch of the follower's opening before: nobody may have opened the log since
    */
  case Following(of: String, held: Option[Long])
