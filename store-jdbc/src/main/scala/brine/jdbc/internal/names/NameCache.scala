package brine.jdbc.internal.names

/** Names that were looked up of late, with their numbers, which never change. Thread-safe. Holds committed ones only.
  */
private[jdbc] final class NameCache(room: Int = NameCache.Most):
  private def bounded[A, B]: java.util.LinkedHashMap[A, B] = new java.util.LinkedHashMap[A, B](256, 0.75f, true):
    override def removeEldestEntry(eldest: java.util.Map.Entry[A, B]): Boolean = size > room

  private val ids   = bounded[String, java.lang.Long]
  private val names = bounded[java.lang.Long, String]

  @volatile private var most = 0L

  /** The highest number that there was. */
  def highest: Long = most

  def id(name: String): Option[Long] = synchronized(Option(ids.get(name)).map(_.longValue))
  def name(id: Long): Option[String] = synchronized(Option(names.get(id)))

  def add(name: String, id: Long): Unit = synchronized:
    most = math.max(most, id)
    ids.put(name, id)
    names.put(id, name): Unit

private[jdbc] object NameCache:
  private final val Most = 1 << 16
