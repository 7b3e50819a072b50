package brine.jdbc.internal.appending

/** What the writer remembers of the log with a certain head. While the head is that one, it is all still so. For one
  * thread.
  *
  * @param most
  *   the most streams whose versions it remembers
  */
private[jdbc] final class Recall(most: Int = Recall.Most):
  private var head: Option[Head] = None
  // Whether the head was the remembered one the last time that it was looked at.
  private var isAlone  = true
  private val versions = new java.util.LinkedHashMap[String, java.lang.Long](256, 0.75f, true):
    override def removeEldestEntry(eldest: java.util.Map.Entry[String, java.lang.Long]): Boolean = size > most

  /** The head, if it is likely that nobody else has moved it. While others append too, it is not. */
  def expected: Option[Head] = head.filter(_ => isAlone)

  /** The version of a stream, with this head. */
  def version(stream: String): Option[Long] = Option(versions.get(stream)).map(_.longValue)

  /** The head is this one. */
  def found(now: Head): Unit =
    isAlone = head.forall(_ == now)
    if !head.contains(now) then versions.clear()
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
    group.foreach(versions.put(_, _): Unit)

private[jdbc] object Recall:
  private final val Most = 1 << 16
