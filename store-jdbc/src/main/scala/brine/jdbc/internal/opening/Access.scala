package brine.jdbc.internal.opening

/** What a log is opened for. */
private[jdbc] enum Access:
  /** To append, as programs do. */
  case Appending

  /** To read: it may have any role. */
  case Reading

  /** To append the records of a log with this name. */
  case Following(of: String)
