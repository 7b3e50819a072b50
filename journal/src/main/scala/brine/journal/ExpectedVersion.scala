package brine.journal

/** The version that an append requires its stream to have: the number of events appended to it so far. It prevents lost
  * updates between concurrent writers.
  *
  * {{{
  * journal.append("site-42", ExpectedVersion(7), events) // refused with WrongVersion unless the stream has 7 events
  * }}}
  */
enum ExpectedVersion:
  /** Any version. */
  case Any

  /** Exactly this version; 0 for a stream without events. */
  case Exactly(version: Long)

object ExpectedVersion:
  /** Requires this version; 0 for a stream without events.
    *
    * @throws IllegalArgumentException
    *   if the version is negative
    */
  def apply(version: Long): ExpectedVersion =
    require(version >= 0, s"an expected version must not be negative: $version")
    Exactly(version)

  /** Requires that the stream has no events yet. */
  val NoStream: ExpectedVersion = Exactly(0)
