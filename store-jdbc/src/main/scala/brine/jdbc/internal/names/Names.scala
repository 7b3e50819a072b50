package brine.jdbc.internal.names

import brine.jdbc.internal.sql.{Hash, Identity, Insert, Session, Tables}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** The names of streams, tags and kinds, each with a number that events have in its place. Thread-safe.
  *
  * So every name is stored once, is compared byte by byte, and fits into every index.
  */
private[jdbc] final class Names(tables: Tables, identity: Identity):
  private val cache = NameCache()

  /** The numbers of names, of those that have one. */
  def ids(session: Session, names: Iterable[String]): Map[String, Long] =
    val known   = Map.newBuilder[String, Long]
    val unknown = Vector.newBuilder[String]
    names.foreach: name =>
      cache.id(name) match
        case Some(id) => known += name -> id
        case None     => unknown += name
    known ++= lookUp(session, unknown.result())
    known.result()

  /** The highest number of a name that was known here. */
  def highest: Long = cache.highest

  /** Tells the session how far the log goes, before statements about names that do not tell. */
  def verify(session: Session): Unit = identity.verify(session)

  /** The number of a name, if it has one. */
  def id(session: Session, name: String): Option[Long] = ids(session, Vector(name)).get(name)

  private def lookUp(session: Session, names: Vector[String]): Vector[(String, Long)] =
    val found = session.inLists(names.distinct): (part, marks) =>
      // With the identity of the log, also if there is no such name: see Identity. And with how far the log goes: up
      // to there, no event has a name that is missing.
      val sql = s"select id, name, null as log_id from ${tables.name} where hash in ($marks) union all " +
        s"select next_seq, null, log_id from ${tables.head} where id = 1"
      val rows = session.query(tables.name, sql)(binder => part.foreach(name => binder.bytes(Hash.of(name)))): row =>
        (row.getLong(1), Option(row.getBytes(2)), row.getBytes(3))
      val head = rows.find(_._2.isEmpty)
      identity.verify(head.map(_._3).orNull)
      head.foreach(one => session.reaches(one._1 - 1))
      rows.collect { case (id, Some(name), _) => (String(name, UTF_8), id) }
    found.foreach(cache.add)
    found

  /** The names with these numbers, all of which there must be. */
  def names(session: Session, ids: Iterable[Long]): Map[Long, String] =
    val known   = Map.newBuilder[Long, String]
    val unknown = Vector.newBuilder[Long]
    ids.foreach: id =>
      cache.name(id) match
        case Some(name) => known += id -> name
        case None       => unknown += id
    val found = session.inLists(unknown.result().distinct): (part, marks) =>
      session.query(tables.name, s"select id, name from ${tables.name} where id in ($marks)")(_.longs(part))(row =>
        (row.getLong(1), String(row.getBytes(2), UTF_8))
      )
    found.foreach((id, name) => cache.add(name, id))
    known ++= found
    known.result()

  /** Stores new names. The caller moves the head, and calls [[committed]] afterwards. */
  def insert(names: IndexedSeq[(String, Long)]): Insert[(String, Long)] =
    Insert(tables.name, Names.Columns, names, _._1.length * 3 + 50)

  /** Remembers names that were inserted. */
  def committed(names: Iterable[(String, Long)]): Unit = names.foreach(cache.add)

private[jdbc] object Names:
  private val Columns: Vector[Insert.Column[(String, Long)]] = Vector(
    Insert.long("id")(_._2),
    Insert.bytes("hash")(one => Hash.of(one._1)),
    Insert.bytes("name")(_._1.getBytes(UTF_8))
  )

  /** Numbers of names as one column: eight bytes each. */
  def packed(ids: Iterable[Long]): Array[Byte] =
    val buffer = ByteBuffer.allocate(ids.size * 8)
    ids.foreach(buffer.putLong)
    buffer.array

  def unpacked(bytes: Array[Byte]): Vector[Long] =
    val buffer = ByteBuffer.wrap(bytes)
    Vector.fill(bytes.length / 8)(buffer.getLong)
