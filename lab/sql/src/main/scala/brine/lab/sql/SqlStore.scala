package brine.lab.sql

import java.nio.ByteBuffer
import java.util.List as JList
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog, KeyedRecords, LogStore, TaggedLog}
import brine.lab.peer.LogStore.Level

/** Logs as tables of the published shape, `site_events`, one for each name. */
final class SqlStore(database: Database) extends LogStore:
  private def table(name: String) = s"site_events_$name"

  def events(name: String, level: Level): EventLog = SiteEvents(database, table(name), level)

  def integers(name: String): IntegerLog = SqlIntegers(SiteEvents(database, table(name), Level.DISK))

  override def states(name: String): KeyedRecords = SqlStates(database, table(name))

  override def tagged(name: String): TaggedLog = SqlTagged(database, table(name))

  def drop(name: String): Unit =
    // A server may have one level for all logs, and those that stay open are durable.
    val connection = database.connect(Level.DISK)
    try
      for each <- List(table(name), SqlTagged.tags(table(name))) do
        connection.createStatement().executeUpdate(s"DROP TABLE IF EXISTS $each"): Unit
    finally connection.close()

  def close(): Unit = database.close()

/** An array as the bytes of a row: four for each Integer. */
private final class SqlIntegers(events: SiteEvents) extends IntegerLog:
  def append(values: Array[Integer]): Unit =
    val buffer = ByteBuffer.allocate(values.length * 4)
    for value <- values do { val _ = buffer.putInt(value) }
    events.append(buffer.array)

  def bytes: Long = events.bytes

  def read(): JList[Array[Integer]] =
    val found = List.newBuilder[Array[Integer]]
    events.read: bytes =>
      val buffer = ByteBuffer.wrap(bytes)
      found += Array.fill(bytes.length / 4)(Integer.valueOf(buffer.getInt()))
    found.result().asJava

  def close(): Unit = events.close()
