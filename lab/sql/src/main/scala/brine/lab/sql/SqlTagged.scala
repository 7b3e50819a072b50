package brine.lab.sql

import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.lab.peer.LogStore.Level
import brine.lab.peer.TaggedLog
import brine.lab.peer.TaggedLog.Tagged

/** Events with tags: a table of events with an index over their kinds, and a table of the tags whose key begins with
  * the tag. Used by one thread.
  */
private final class SqlTagged(database: Database, table: String) extends TaggedLog:
  private val tags     = SqlTagged.tags(table)
  private val sessions = Sessions(database, Level.DISK)
  private var next     = 0L
  private var isKnown  = false // whether the database has looked at what the tables contain

  sessions.using: session =>
    val types     = database.types
    val statement = session.connection.createStatement()
    try
      for sql <- List(
          s"CREATE TABLE $table (id ${types.long} PRIMARY KEY, kind ${types.int}, event ${types.bytes})",
          s"CREATE INDEX ${table}_kind ON $table (kind, id)",
          s"CREATE TABLE $tags (tag VARCHAR(190), id ${types.long}, PRIMARY KEY (tag, id))"
        )
      do statement.executeUpdate(sql): Unit
    finally statement.close()

  def appendAll(events: JList[Tagged]): Unit = sessions.using: session =>
    isKnown = false
    session.together:
      val event = session.statement(s"INSERT INTO $table (id, kind, event) VALUES (?, ?, ?)")
      val tag   = session.statement(s"INSERT INTO $tags (tag, id) VALUES (?, ?)")
      for tagged <- events.asScala do
        next += 1
        event.setLong(1, next)
        event.setInt(2, if tagged.isRare then 1 else 0)
        event.setBytes(3, tagged.event)
        event.addBatch()
        for name <- tagged.tags.asScala do
          tag.setString(1, name)
          tag.setLong(2, next)
          tag.addBatch()
      event.executeBatch()
      tag.executeBatch(): Unit

  def readBoth(tag: String, other: String, each: Consumer[Array[Byte]]): Unit = read(
    s"SELECT e.event FROM $tags a JOIN $tags b ON b.id = a.id JOIN $table e ON e.id = a.id " +
      "WHERE a.tag = ? AND b.tag = ? ORDER BY a.id",
    each,
    tag,
    other
  )

  def readEither(tag: String, each: Consumer[Array[Byte]]): Unit = read(
    s"SELECT event FROM $table WHERE id IN " +
      s"(SELECT id FROM $tags WHERE tag = ? UNION SELECT id FROM $table WHERE kind = 1) ORDER BY id",
    each,
    tag
  )

  private def read(sql: String, each: Consumer[Array[Byte]], names: String*): Unit = sessions.using: session =>
    if !isKnown then analyze(session)
    val statement = session.statement(sql)
    for (name, at) <- names.zipWithIndex do statement.setString(at + 1, name)
    val rows = statement.executeQuery()
    try while rows.next() do each.accept(rows.getBytes(1))
    finally rows.close()

  private def analyze(session: Sessions.Session): Unit =
    val statement = session.connection.createStatement()
    try for each <- List(table, tags) do statement.execute(database.analyze(each)): Unit
    finally statement.close()
    isKnown = true

  def close(): Unit = sessions.close()

private object SqlTagged:
  /** The table of the tags of a table of events. */
  def tags(table: String): String = s"${table}_tags"
