package brine.jdbc.internal.opening

/** What a log is opened for. */
private[jdbc] enum Access:
  /** To append, as programs do. */
  case Appending

  /** To read: it may have any role. */
  case Reading

  /** To compare its records with those of a log that it is to follow. Nothing is changed.
    *
    * @param of
    *   name of that log
    * @param held
    *   the epoch since this follower took it the last time: nobody may have taken it since
    * @param adopts
    *   whether it may have records although it was no replica before
    */
  case Comparing(of: String, held: Option[Long], adopts: Boolean)

  /** To append the records of the log that it follows.
    *
    * @param epoch
    *   the epoch since this follower took it: nobody may have taken it since
    */
  case Following(epoch: Long)
