package brine.journal.precondition

/** What streams depend on, as a test sets it. */
final class TestHome extends Streams.Home:
  /** Finds the version of a stream in segments that have ended. */
  @volatile var versionOf: String => Long = _ => 0

  /** Finds the hash of a tag that was never used. */
  @volatile var unusedHashOf: String => Long = _ => 0

  /** How often a version was looked up. */
  @volatile var lookups               = 0
  @volatile var segment: Long         = 1
  @volatile var streamsInSegment: Int = 0
  @volatile var tagsInSegment: Int    = 0
  @volatile var claimed: Long         = 0
  @volatile var handled: Long         = 0

  /** Runs whenever the oldest event is asked for. */
  @volatile var onOldest: () => Unit = () => ()
  @volatile private var oldest       = Long.MaxValue

  def oldestRemembered: Long =
    onOldest()
    oldest
  def oldestRemembered_=(sequence: Long): Unit = oldest = sequence

  def newTag(name: String, before: Long): TagState =
    val hash = unusedHashOf(name)
    TagState(name, if hash == 0 then before else 0, hash)

  def version(stream: String): Long =
    lookups += 1
    versionOf(stream)
