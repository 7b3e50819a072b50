package brine.jdbc.internal.saving

import brine.codec.Schema
import brine.jdbc.JdbcFailure
import brine.jdbc.internal.appending.{Head, Seen}
import brine.jdbc.internal.names.Schemas
import brine.jdbc.internal.sql.{Database, Hash, Identity, OwnFailure, Session}
import brine.journal.Offset
import brine.journal.state.{EncodedState, EncodedStates, StateChange}
import java.nio.charset.StandardCharsets.UTF_8
import java.sql.SQLException
import java.util.concurrent.ExecutionException

/** The state records of a log: a table with one row a key. Thread-safe. */
private[jdbc] final class JdbcStates(
    database: Database,
    schemas: Schemas,
    identity: Identity,
    seen: Seen,
    last: () => Offset,
    isClosed: () => Boolean
) extends EncodedStates(database.name, database.settings.maxPendingAppends):
  import database.{dialect, tables}

  // Of several changes of a key the last one counts. By their hashes, so that two processes lock rows in one order.
  protected def write(changes: IndexedSeq[StateChange]): Unit =
    val newest = changes.groupBy(_.key).valuesIterator.map(_.last).toVector
    val rows   = newest.map(change => (change, Hash.of(change.key))).sortWith((one, two) => isBefore(one._2, two._2))
    database.write: session =>
      var added = Vector.empty[(Schema, Long)]
      session.transaction:
        val (ids, more) = numbered(session, newest.flatMap(_.state).map(_.schema))
        added = more
        rows.foreach: (change, hash) =>
          change.state match
            case Some(state) =>
              session.update(tables.state, replace)(
                _.bytes(hash)
                  .bytes(change.key.getBytes(UTF_8))
                  .long(state.offset.sequence)
                  .long(ids(state.schema.fingerprint))
                  .bytes(state.bytes)
              ): Unit
            case None =>
              session.update(tables.state, s"delete from ${tables.state} where hash = ?")(_.bytes(hash)): Unit
      schemas.committed(added)

  protected override def isOfOneChange(failure: Exception): Boolean = failure match
    case failed: JdbcFailure =>
      failed.getCause match
        case cause: SQLException => database.failures.isOfOne(cause)
        case _                   => false
    // Such as a lack of memory, for one that is large.
    case _ => failure.isInstanceOf[ExecutionException]

  private def isBefore(one: Array[Byte], two: Array[Byte]) = java.util.Arrays.compareUnsigned(one, two) < 0

  private val columns = Vector("hash", "name", "seq", "schema_id", "state")
  private val replace =
    s"insert into ${tables.state} ${columns.mkString("(", ", ", ")")} values (?, ?, ?, ?, ?)" +
      dialect.replacing("hash", columns.drop(1))

  /** The numbers of schemas; those that are new are inserted under the lock of the head. */
  private def numbered(session: Session, wanted: Vector[Schema]): (Map[Long, Long], Vector[(Schema, Long)]) =
    def missing(known: Map[Long, Long]) =
      wanted.distinctBy(_.fingerprint).filterNot(one => known.contains(one.fingerprint))
    if dialect.isOneWriter || missing(schemas.ids(session, wanted)).nonEmpty then
      val head = Head
        .lock(session, dialect, tables, identity)
        .getOrElse(throw OwnFailure(identity.problem(session)))
      seen.verify(head)
      // Another process may have added them before the lock.
      val known = schemas.ids(session, wanted)
      val added = missing(known).zipWithIndex.map((schema, at) => (schema, head.schema + at))
      if added.nonEmpty then
        session.insert(schemas.insert(added))
        Head.store(session, tables, head.copy(schema = head.schema + added.size))
      (known ++ added.map((schema, id) => schema.fingerprint -> id), added)
    else
      seen.verify(Head.read(session, tables, identity))
      (schemas.ids(session, wanted), Vector.empty)

  protected def get(key: String): Option[EncodedState] = database.call: session =>
    // With the identity of the log also if there is no state.
    val sql = s"select h.log_id, s.seq, s.schema_id, s.state from ${tables.head} h left join ${tables.state} s " +
      "on s.hash = ? where h.id = 1"
    val found = session.first(tables.state, sql)(_.bytes(Hash.of(key))): row =>
      val seq    = row.getLong(2)
      val isNone = row.wasNull
      (
        row.getBytes(1),
        Option.when(!isNone):
          (seq, row.getLong(3), Option(row.getBytes(4)).getOrElse(new Array[Byte](0)))
      )
    identity.verify(found.map(_._1).orNull)
    found
      .flatMap(_._2)
      .map: (seq, schema, bytes) =>
        val found = schemas.schemas(session, Vector(schema)).get(schema)
        EncodedState(Offset(seq), found.getOrElse(throw SQLException(s"schema $schema is missing")), bytes)

  protected def reach: Offset              = last()
  protected def refusal: Option[Exception] = Option.when(isClosed()):
    java.io.IOException("the log is closed: open it again to save and load states")

  /** Waits for what was accepted, once the log is closing. */
  def close(): Unit = finish()
