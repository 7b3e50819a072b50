package brine.jdbc.internal.appending

import brine.jdbc.internal.sql.{Binder, Dialect, Identity, Session, Tables}

/** The numbers that come next, and the time of the last event. Two that are equal are those of the same events.
  *
  * @param schema
  *   the number of the next schema. It also grows with an append that leaves out versions of a stream. So between two
  *   heads that are equal in this, versions follow one another
  */
private[jdbc] final case class Head(seq: Long, name: Long, schema: Long, micros: Long)

private[jdbc] object Head:
  /** Locks the head until the transaction ends; None if it is not what it was when the log was opened. */
  def lock(session: Session, dialect: Dialect, tables: Tables, identity: Identity): Option[Head] =
    session.first(tables.head, dialect.lockHead(tables))(_.long(identity.epoch).uuid(identity.id)): row =>
      Head(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4))

  /** The head without a lock.
    *
    * @throws brine.jdbc.internal.sql.OwnFailure
    *   if it is that of another log
    */
  def read(session: Session, tables: Tables, identity: Identity): Head =
    val sql   = s"select log_id, next_seq, next_name, next_schema, last_micros from ${tables.head} where id = 1"
    val found = session.first(tables.head, sql)(_ => ()): row =>
      (row.getBytes(1), Head(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)))
    identity.verify(found.map(_._1).orNull)
    found.get._2

  /** Changes it, under its lock. */
  def store(session: Session, tables: Tables, head: Head): Unit =
    session.update(tables.head, s"update ${tables.head} set $Columns where id = 1")(bind(_, head)): Unit

  private final val Columns = "next_seq = ?, next_name = ?, next_schema = ?, last_micros = ?"

  private def bind(binder: Binder, head: Head): Binder =
    binder.long(head.seq).long(head.name).long(head.schema).long(head.micros)

  /** The statement that changes it, and so locks it, if it is a certain one. [[bindMove]] sets its parameters. */
  def move(tables: Tables): String =
    s"update ${tables.head} set $Columns where id = 1 and epoch = ? and log_id = ? and next_seq = ? and " +
      "next_name = ? and next_schema = ? and last_micros = ?"

  /** Sets the parameters of [[move]]. */
  def bindMove(binder: Binder, from: Head, to: Head, identity: Identity): Binder =
    bind(bind(binder, to).long(identity.epoch).uuid(identity.id), from)
