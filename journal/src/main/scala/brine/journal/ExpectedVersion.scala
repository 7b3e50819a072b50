package brine.journal

/** What an append requires of the version of its stream: the number of events it has had. */
enum ExpectedVersion:
  /** Nothing. */
  case Any

  /** That it is this one: 0 for a stream without events. */
  case Exactly(version: Long)

object ExpectedVersion:
  /** This version, 0 for a stream without events.
    *
    * @throws IllegalArgumentException
    *   if it is negative
    */
  def apply(version: Long): ExpectedVersion =
    require(version >= 0, s"a version is not negative, not $version")
    Exactly(version)

  /** That it has no events yet. */
  val NoStream: ExpectedVersion = Exactly(0)
