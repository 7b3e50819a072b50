package brine.entity.projection

import brine.codec.Codec
import brine.journal.{Offset, Query, Record}
import java.sql.Connection
import scala.collection.mutable

/** What the tests project: each stream has a number of moves and a digest of all of them, in order. */
final case class Move(number: Long) derives Codec

/** A stream in a projection: how many moves it has, and a digest of them in order. */
final case class Line(count: Long, digest: Long) derives Codec:
  def after(number: Long): Line = Line(count + 1, digest * 31 + number)

object Moves:
  val none: Line = Line(0, 17)

  def projection(name: String = "moves", version: Int = 1): Projection[Move] =
    Projection[Move](name, version)(Query.category("line"))

  def createTable(connection: Connection, version: Int = 1): Unit =
    val statement = connection.createStatement()
    try
      statement.execute(
        s"create table if not exists lines_$version (stream varchar(50) primary key, moves bigint, digest bigint)"
      ): Unit
    finally statement.close()

  /** Adds moves to the lines of their streams. Throws if a record is not the one after the last of its line.
    *
    * @param isDense
    *   whether all records of a stream come, so that the version of each is known
    */
  def store(connection: Connection, records: Vector[Record[Move]], version: Int = 1, isDense: Boolean = true): Unit =
    val select = connection.prepareStatement(s"select moves, digest from lines_$version where stream = ?")
    val insert = connection.prepareStatement(s"insert into lines_$version values (?, ?, ?)")
    val update = connection.prepareStatement(s"update lines_$version set moves = ?, digest = ? where stream = ?")
    try
      records.foreach: record =>
        select.setString(1, record.stream)
        val rows   = select.executeQuery()
        val before = if rows.next() then Some(Line(rows.getLong(1), rows.getLong(2))) else None
        rows.close()
        val line = before.getOrElse(none).after(record.value.number)
        if isDense && line.count != record.version then
          throw AssertionError(s"version ${record.version} of ${record.stream} comes after ${line.count - 1}")
        if before.isEmpty then
          insert.setString(1, record.stream)
          insert.setLong(2, line.count)
          insert.setLong(3, line.digest)
          insert.executeUpdate(): Unit
        else
          update.setLong(1, line.count)
          update.setLong(2, line.digest)
          update.setString(3, record.stream)
          update.executeUpdate(): Unit
    finally
      select.close()
      insert.close()
      update.close()

  def lines(connection: Connection, version: Int = 1): Map[String, Line] =
    val statement = connection.createStatement()
    try
      val rows  = statement.executeQuery(s"select stream, moves, digest from lines_$version")
      val found = mutable.HashMap.empty[String, Line]
      while rows.next() do found(rows.getString(1)) = Line(rows.getLong(2), rows.getLong(3))
      found.toMap
    finally statement.close()

  /** What the projection of records has to be. */
  def fold(records: Iterable[Record[Move]]): Map[String, Line] =
    records.foldLeft(Map.empty[String, Line]): (lines, record) =>
      lines.updated(record.stream, lines.getOrElse(record.stream, none).after(record.value.number))

  def step(lines: Map[String, Line], record: Record[Move]): Map[String, Line] =
    lines.updated(record.stream, lines.getOrElse(record.stream, none).after(record.value.number))

  val Far: Offset = Offset(Long.MaxValue)
