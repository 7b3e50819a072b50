package brine.jdbc.internal.table

import brine.jdbc.internal.sql.Dialect

/** The columns of a table of events. */
private[jdbc] object TableColumns:
  val all: Vector[String] = Vector("id", "timestamp", "event_type", "event_digest")
  val list: String        = all.mkString(", ")

  /** How many bytes the columns take beside the digest. */
  final val Fixed = 28

  def create(table: String, dialect: Dialect): String =
    s"create table if not exists $table (id ${dialect.uuid} not null primary key, timestamp bigint not null, " +
      s"event_type integer not null, event_digest ${dialect.blob} not null)${dialect.tableOptions}"
