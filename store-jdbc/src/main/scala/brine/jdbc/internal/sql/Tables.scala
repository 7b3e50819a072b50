package brine.jdbc.internal.sql

/** The names of a log's tables. */
private[jdbc] final class Tables(val prefix: String):
  /** One row for each change of the tables. */
  val layout: String = s"${prefix}layout"

  /** One row: the next numbers, and the lock of all who append. */
  val head: String = s"${prefix}head"

  /** Names of streams, tags and kinds, each once. */
  val name: String = s"${prefix}name"

  /** Schemas, each once. */
  val schema: String   = s"${prefix}schema"
  val event: String    = s"${prefix}event"
  val tag: String      = s"${prefix}event_tag"
  val deletion: String = s"${prefix}deletion"
  val state: String    = s"${prefix}state"
  val snapshot: String = s"${prefix}snapshot"

  /** The index of the events of each stream. */
  val byStream: String = s"${event}_stream"

  /** The index of the events of each category. */
  val byCategory: String = s"${event}_category"

  /** All tables, those that refer to others first. */
  val all: Vector[String] = Vector(snapshot, state, deletion, tag, event, schema, name, head, layout)
