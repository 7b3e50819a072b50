package brine.jdbc.internal.appending

import brine.jdbc.internal.sql.{Dialect, Identity, Session, Tables}

/** The numbers that come next, read under the lock of all who append. */
private[jdbc] final case class Head(seq: Long, name: Long, schema: Long, micros: Long)

private[jdbc] object Head:
  /** Locks the head until the transaction ends; None if it is not what it was when the log was opened. */
  def lock(session: Session, dialect: Dialect, tables: Tables, identity: Identity): Option[Head] =
    session.first(tables.head, dialect.lockHead(tables))(_.long(identity.epoch).uuid(identity.id)): row =>
      Head(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4))

  /** Changes it, under its lock. */
  def store(session: Session, tables: Tables, head: Head): Unit =
    session.update(
      tables.head,
      s"update ${tables.head} set next_seq = ?, next_name = ?, next_schema = ?, last_micros = ? where id = 1"
    )(_.long(head.seq).long(head.name).long(head.schema).long(head.micros)): Unit
