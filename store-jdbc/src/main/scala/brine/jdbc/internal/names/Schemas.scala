package brine.jdbc.internal.names

import brine.codec.Schema
import brine.jdbc.internal.sql.{Hash, Insert, Session, Tables}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The schemas of events and states, each with a number that these have in its place. Thread-safe. All that were used
  * are in memory: a program has few.
  */
private[jdbc] final class Schemas(tables: Tables):
  // By fingerprint, which tells schemas apart everywhere.
  private val ids     = ConcurrentHashMap[Long, java.lang.Long]()
  private val schemas = ConcurrentHashMap[java.lang.Long, Schema]()
  private val most    = AtomicLong()

  /** The highest number of a schema that is known here. */
  def highest: Long = most.get

  /** The numbers of schemas, by their fingerprints, of those that have one. */
  def ids(session: Session, wanted: Iterable[Schema]): Map[Long, Long] =
    val all     = wanted.iterator.map(one => one.fingerprint -> one).toMap
    val unknown = all.valuesIterator.filterNot(one => ids.containsKey(one.fingerprint)).toVector
    val hashes  = unknown.map(one => Hash.of(one.canonical))
    val found   = session.inLists(hashes): (part, marks) =>
      session.query(tables.schema, s"select id, hash from ${tables.schema} where hash in ($marks)")(binder =>
        part.foreach(binder.bytes)
      )(row => (row.getBytes(2).toVector, row.getLong(1)))
    val byHash = found.toMap
    for (one, hash) <- unknown.zip(hashes); id <- byHash.get(hash.toVector) do remember(one, id)
    all.keysIterator.flatMap(print => Option(ids.get(print)).map(id => print -> id.longValue)).toMap

  /** The schemas with these numbers. */
  def schemas(session: Session, wanted: Iterable[Long]): Map[Long, Schema] =
    val all     = wanted.toVector.distinct
    val unknown = all.filterNot(id => schemas.containsKey(id))
    session
      .inLists(unknown): (part, marks) =>
        session.query(tables.schema, s"select id, canonical from ${tables.schema} where id in ($marks)")(_.longs(part)):
          row => (row.getLong(1), Schemas.decoded(row.getBytes(2)))
      .foreach((id, schema) => remember(schema, id))
    all.flatMap(id => Option(schemas.get(id)).map(id -> _)).toMap

  /** Stores new schemas. The caller moves the head, and calls [[committed]] afterwards. */
  def insert(added: IndexedSeq[(Schema, Long)]): Insert[(Schema, Long)] =
    Insert(tables.schema, Schemas.Columns, added, _._1.canonical.length + 50)

  /** Remembers schemas that were inserted. */
  def committed(added: Iterable[(Schema, Long)]): Unit = added.foreach(remember)

  private def remember(schema: Schema, id: Long): Unit =
    ids.put(schema.fingerprint, id)
    schemas.put(id, schema): Unit
    most.accumulateAndGet(id, math.max(_, _)): Unit

private[jdbc] object Schemas:
  private val Columns: Vector[Insert.Column[(Schema, Long)]] = Vector(
    Insert.long("id")(_._2),
    Insert.bytes("hash")(one => Hash.of(one._1.canonical)),
    Insert.bytes("canonical")(_._1.canonical)
  )

  /** The schema of its stored bytes.
    *
    * @throws java.sql.SQLException
    *   if they are none: the database has changed them
    */
  def decoded(bytes: Array[Byte]): Schema =
    Schema.fromCanonical(bytes).fold(error => throw java.sql.SQLException(s"a schema is damaged: $error"), identity)
