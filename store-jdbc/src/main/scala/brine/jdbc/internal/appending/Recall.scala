package brine.jdbc.internal.appending

/** What the writer remembers of the log with a certain head. While the head is that one, it is all still so. Once
  * others have moved the head, the versions are those that streams had once. For one thread.
  *
  * @param most
  *   the most streams whose versions it remembers
  */
private[jdbc] final class Recall(most: Int = Recall.Most):
  import Recall.Version

  private var head: Option[Head] = None
  // Whether the head was the remembered one the last time that it was looked at.
  private var isAlone = true
  // How often the head was found where others had moved it.
  private var moves    = 0L
  private val versions = new java.util.LinkedHashMap[String, Version](256, 0.75f, true):
    override def removeEldestEntry(eldest: java.util.Map.Entry[String, Version]): Boolean = size > most

  // How many groups in a row were refused by an index, and how many are not left to one until the next.
  private var refusals = 0
  private var pause    = 0

  /** The head, if it is likely that nobody else has moved it. While others append too, it is not. */
  def expected: Option[Head] = head.filter(_ => isAlone)

  /** The version of a stream, with this head. */
  def version(stream: String): Option[Long] = known(stream).filter(_.moves == moves).map(_.number)

  /** The version that a stream has with this head, or had with one before it. In between, others may have added events
    * with the versions that follow it, one by one: see [[Head.schema]].
    */
  def likely(stream: String): Option[Long] = known(stream).map(_.number)

  private def known(stream: String): Option[Version] = Option(versions.get(stream))

  /** The head is this one. */
  def found(now: Head): Unit =
    isAlone = head.forall(_ == now)
    if !head.contains(now) then
      moves += 1
      if !head.exists(_.schema == now.schema) then versions.clear()
    head = Some(now)

  /** The head is not the expected one. */
  def missed(): Unit = isAlone = false

  /** Nobody knows what the head is. */
  def forget(): Unit =
    head = None
    versions.clear()

  /** The head has become this one by the group with these streams. */
  def committed(after: Head, group: Iterable[(String, Long)]): Unit =
    head = Some(after)
    group.foreach((stream, version) => versions.put(stream, Version(version, moves)): Unit)

  // ---- Indexes ------------------------------------------------------------------------------------------------------

  /** Whether the next group is left to the indexes of versions and keys, which refuse it if others have added some. Not
    * while they do so often: then it costs more than asking.
    */
  def trusts(): Boolean =
    val isTime = pause == 0
    if !isTime then pause -= 1
    isTime

  /** An index has refused a group with these streams. */
  def refused(group: Iterable[String]): Unit =
    refusals += 1
    pause = 1 << math.min(refusals, Recall.LongestPause)
    group.foreach(versions.remove(_): Unit)

  /** The indexes have taken a group. */
  def taken(): Unit = refusals = 0

private[jdbc] object Recall:
  private final val Most = 1 << 16

  // As a power of two
  private final val LongestPause = 6

  private final class Version(val number: Long, val moves: Long)
