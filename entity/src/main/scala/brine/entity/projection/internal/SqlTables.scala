package brine.entity.projection.internal

import brine.entity.projection.SetAside
import brine.journal.Offset
import java.sql.{Connection, ResultSet, SQLException}
import java.util.concurrent.ThreadLocalRandom

/** The tables in which projections keep their place: the only owner of their names, columns and statements.
  *
  * The statements are those that SQLite, PostgreSQL, MariaDB, MySQL and H2 have in common. Texts are compared nowhere
  * but names of projections, whose characters leave no choice of how.
  */
private[projection] object SqlTables:
  private val positions =
    """create table if not exists brine_projections (
      |  name varchar(100) not null,
      |  projection_version integer not null,
      |  last_offset bigint not null,
      |  epoch bigint not null,
      |  caught_up integer not null,
      |  primary key (name, projection_version)
      |)""".stripMargin

  private val aside =
    """create table if not exists brine_set_aside (
      |  name varchar(100) not null,
      |  projection_version integer not null,
      |  record_offset bigint not null,
      |  record_key text not null,
      |  reason text not null,
      |  primary key (name, projection_version, record_offset)
      |)""".stripMargin

  private inline val OfVersion = "where name = ? and projection_version = ?"

  /** Creates the tables if they are not there. A user who may not create tables needs no right to do so then. Outside
    * of a transaction, because it may execute a statement that fails.
    */
  def create(connection: Connection): Unit = if !exist(connection) then
    val statement = connection.createStatement()
    try
      statement.execute(positions): Unit
      statement.execute(aside): Unit
    finally statement.close()

  private def exist(connection: Connection): Boolean =
    try
      val tables = Vector("brine_projections", "brine_set_aside")
      tables.foreach(table => select(connection, s"select name from $table where 1 = 0")(_ => ()): Unit)
      true
    catch case _: SQLException => false

  /** Raises the epoch, and returns the new one. Not of a row that [[SqlSlices]] has put there: its epoch has another
    * use, and is returned unchanged.
    */
  def claim(connection: Connection, name: String, version: Int): Long =
    if !raise(connection, name, version) && read(connection, name, version).isEmpty then
      insert(connection, name, version, Row(0, newEpoch, hasCaughtUp = false))
    read(connection, name, version).get.epoch

  /** Raises the epoch of a row that has one, and locks the row. Returns whether there is one. */
  def raise(connection: Connection, name: String, version: Int): Boolean =
    update(connection, s"update brine_projections set epoch = epoch + 1 $OfVersion and epoch > 0", name, version) > 0

  /** Not one that a version of this name has had before it was forgotten: its runner may not have noticed yet. */
  def newEpoch: Long = ThreadLocalRandom.current.nextLong(1, Long.MaxValue / 2)

  def insert(connection: Connection, name: String, version: Int, row: Row): Unit =
    val caughtUp = if row.hasCaughtUp then 1 else 0
    val sql      = "insert into brine_projections values (?, ?, ?, ?, ?)"
    update(connection, sql, name, version, row.offset, row.epoch, caughtUp): Unit

  /** Deletes the row, which waits for transactions that have changed it. Returns whether there was one. */
  def delete(connection: Connection, name: String, version: Int): Boolean =
    update(connection, s"delete from brine_projections $OfVersion", name, version) > 0

  /** Locks the row with an epoch. Returns false if there is none. */
  def lockEpoch(connection: Connection, name: String, version: Int, epoch: Long): Boolean =
    val sql = s"update brine_projections set epoch = epoch $OfVersion and epoch = ?"
    // Some drivers can be told to count only rows that have changed.
    update(connection, sql, name, version, epoch) > 0 || read(connection, name, version).exists(_.epoch == epoch)

  /** What is stored of a version; None if it was never claimed, or was forgotten. */
  def read(connection: Connection, name: String, version: Int): Option[Row] =
    select(connection, s"select last_offset, epoch, caught_up from brine_projections $OfVersion", name, version):
      rows => Row(rows.getLong(1), rows.getLong(2), rows.getInt(3) != 0)
    .headOption

  /** Stores a position. Returns false if the one before or the epoch is another. */
  def move(connection: Connection, name: String, version: Int, epoch: Long, from: Offset, to: Offset): Boolean =
    val sql = s"update brine_projections set last_offset = ? $OfVersion and epoch = ? and last_offset = ?"
    update(connection, sql, to.sequence, name, version, epoch, from.sequence) > 0 ||
    from == to && isAt(connection, name, version, epoch, to)

  /** Stores that the end of the log was reached. Returns false if the position before or the epoch is another. */
  def reachEnd(connection: Connection, name: String, version: Int, epoch: Long, from: Offset, to: Offset): Boolean =
    val sql =
      s"update brine_projections set last_offset = ?, caught_up = 1 $OfVersion and epoch = ? and last_offset = ?"
    update(connection, sql, to.sequence, name, version, epoch, from.sequence) > 0 ||
    from == to && isAt(connection, name, version, epoch, to)

  /** Locks the position, as [[move]] does. Returns false if it or the epoch is another. */
  def lock(connection: Connection, name: String, version: Int, epoch: Long, at: Offset): Boolean =
    val sql = s"update brine_projections set epoch = epoch $OfVersion and epoch = ? and last_offset = ?"
    update(connection, sql, name, version, epoch, at.sequence) > 0 || isAt(connection, name, version, epoch, at)

  /** Whether epoch and position are these. Some drivers can be told to count only rows that have changed. */
  def isAt(connection: Connection, name: String, version: Int, epoch: Long, at: Offset): Boolean =
    read(connection, name, version).exists(row => row.epoch == epoch && row.offset == at.sequence)

  def setAside(connection: Connection, name: String, version: Int, more: Vector[SetAside]): Unit =
    val statement = connection.prepareStatement("insert into brine_set_aside values (?, ?, ?, ?, ?)")
    try
      more.foreach: one =>
        bind(statement, name, version, one.offset.sequence, AsciiText.of(one.key), AsciiText.of(one.reason))
        statement.addBatch()
      statement.executeBatch(): Unit
    finally statement.close()

  def forgetAside(connection: Connection, name: String, version: Int, gone: Vector[SetAside]): Unit =
    val statement = connection.prepareStatement(s"delete from brine_set_aside $OfVersion and record_offset = ?")
    try
      gone.foreach: one =>
        bind(statement, name, version, one.offset.sequence)
        statement.addBatch()
      statement.executeBatch(): Unit
    finally statement.close()

  def isAside(connection: Connection, name: String, version: Int, offset: Offset): Boolean =
    val sql = s"select record_offset from brine_set_aside $OfVersion and record_offset = ?"
    select(connection, sql, name, version, offset.sequence)(_ => ()).nonEmpty

  def readAside(connection: Connection, name: String, version: Int): Vector[SetAside] =
    val sql = s"select record_key, record_offset, reason from brine_set_aside $OfVersion order by record_offset"
    select(connection, sql, name, version): rows =>
      SetAside(AsciiText.read(rows.getString(1)), Offset(rows.getLong(2)), AsciiText.read(rows.getString(3)))

  /** The versions of a name, the oldest first. */
  def versions(connection: Connection, name: String): Vector[(Int, Row)] =
    val sql = "select projection_version, last_offset, epoch, caught_up from brine_projections where name = ? " +
      "order by projection_version"
    select(connection, sql, name): rows =>
      rows.getInt(1) -> Row(rows.getLong(2), rows.getLong(3), rows.getInt(4) != 0)

  def forget(connection: Connection, name: String, version: Int): Unit =
    update(connection, s"delete from brine_set_aside $OfVersion", name, version): Unit
    delete(connection, name, version): Unit

  final case class Row(offset: Long, epoch: Long, hasCaughtUp: Boolean)

  private def bind(statement: java.sql.PreparedStatement, values: Any*): Unit =
    values.zipWithIndex.foreach: (value, at) =>
      value match
        case text: String => statement.setString(at + 1, text)
        case int: Int     => statement.setInt(at + 1, int)
        case long: Long   => statement.setLong(at + 1, long)
        case other        => throw IllegalArgumentException(s"no column has a value such as $other")

  private def update(connection: Connection, sql: String, values: Any*): Int =
    val statement = connection.prepareStatement(sql)
    try
      bind(statement, values*)
      statement.executeUpdate()
    finally statement.close()

  private def select[A](connection: Connection, sql: String, values: Any*)(of: ResultSet => A): Vector[A] =
    val statement = connection.prepareStatement(sql)
    try
      bind(statement, values*)
      val rows  = statement.executeQuery()
      val found = Vector.newBuilder[A]
      while rows.next() do found += of(rows)
      found.result()
    finally statement.close()
