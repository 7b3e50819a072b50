package brine.entity.projection

import java.sql.{Connection, SQLException}
import java.util.concurrent.atomic.AtomicBoolean
import munit.FunSuite
import scala.concurrent.duration.*

/** Functions that do to their transaction what they must not, and databases that end it: no record may be lost, and
  * none may be applied twice.
  */
class SqlTransactionSuite extends FunSuite, ProjectionsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def execute(connection: Connection, sql: String): Unit =
    val statement = connection.createStatement()
    try statement.execute(sql): Unit
    finally statement.close()

  private def swallow(body: => Unit): Unit =
    try body
    catch case _: SQLException => ()

  private val databases = Vector[(String, () => TestDatabase)](
    "SQLite"     -> (() => TestDatabase.Sqlite()),
    "PostgreSQL" -> (() => TestDatabase.Postgresql()),
    "MariaDB"    -> (() => TestDatabase.Mariadb())
  )

  private def in(of: String*)(name: String)(body: (String, TestDatabase) => Unit): Unit =
    for (kind, open) <- databases if of.contains(kind) do
      test(s"$name, in $kind"):
        val database = open()
        try
          database(Moves.createTable(_))
          body(kind, database)
        finally database.close()

  private val all = databases.map(_._1)

  /** Ten records of two lines, of which the one with 5 is done something else with. What is stored must be the fold of
    * all that are not set aside.
    */
  private def checked(database: TestDatabase, settings: ProjectionSettings = quick.withAttempts(2))(
      ofFive: Connection => Unit
  ): Vector[Long] =
    withLog: log =>
      for number <- 1 to 10 do move(log, s"${number % 2}", number)
      running(SqlProjection.start(log, Moves.projection(), () => database.connect(), settings): (connection, records) =>
        Moves.store(connection, records)
        if records.exists(_.value.number == 5) then ofFive(connection)): moves =>
        moves.await(move(log, "a", 11), 60.seconds)
        val aside = moves.setAside.map(_.offset).toSet
        val kept  = log.readAll[Move]().toVector.toOption.get.filterNot(record => aside(record.offset))
        assertEquals(lines(database), Moves.fold(kept))
        moves.setAside.map(_.offset.sequence)

  in(all*)("a failure that the function has caught"): (kind, database) =>
    val aside = checked(database)(connection => swallow(execute(connection, "select * from nowhere")))
    // Others roll back the statement alone.
    assertEquals(aside, if kind == "PostgreSQL" then Vector(5L, 7L, 9L) else Vector.empty)

  in(all*)("a rollback as a statement"): (_, database) =>
    assertEquals(checked(database)(connection => execute(connection, "rollback")), Vector(5L, 7L, 9L))

  in("PostgreSQL", "MariaDB")("a commit as a statement, and a failure after it"): (_, database) =>
    assertEquals(
      checked(database): connection =>
        execute(connection, "commit")
        throw IllegalStateException("after the commit")
      ,
      Vector.empty
    )

  in("SQLite")("a statement that rolls back the transaction, of which the function has caught the failure"):
    (_, database) =>
      val aside = checked(database): connection =>
        swallow(execute(connection, "insert or rollback into lines_1 values ('line-1', 0, 0)"))
      assertEquals(aside, Vector(5L, 7L, 9L))

  in("SQLite")("a rollback in a replay"): (_, database) =>
    withLog: log =>
      val heals = AtomicBoolean(false)
      running(SqlProjection.start(log, Moves.projection(), () => database.connect(), quick.withAttempts(1)):
        (connection, records) =>
          if !heals.get then throw IllegalStateException("a bug")
          Moves.store(connection, records)
          execute(connection, "rollback")): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
        heals.set(true)
        assert(moves.replay("line-a").left.exists(_.isInstanceOf[ProjectionError.Failing]))
        assertEquals(moves.setAside.size, 1)
        assertEquals(lines(database), Map.empty)

  in("SQLite")("a commit that fails on a full disk is what the status says, also with a pool, and the next one works"):
    (_, database) =>
      val isFull = AtomicBoolean(true)
      withLog: log =>
        scala.util.Using.resource(database.connect()): only =>
          running(SqlProjection.start(log, Moves.projection(), () => Full.lend(only, isFull), quick)(plain)): moves =>
            val last = move(log, "a", 1)
            eventually("it has failed several times")(moves.status.failure.exists(_.attempts > 5))
            val said = moves.status.failure.map(_.message)
            assert(said.exists(_.contains("disk is full")), said)
            isFull.set(false)
            moves.await(last, 30.seconds)
            assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  in("SQLite")("a failure after which the rollback fails is what the status says"): (_, database) =>
    val isFull = AtomicBoolean(true)
    withLog: log =>
      running(SqlProjection.start(log, Moves.projection(), () => Full.brokenAfter(database.connect(), isFull), quick):
        (connection, records) =>
          if isFull.get then throw SQLException("[SQLITE_FULL] disk is full", null, Full.Code)
          Moves.store(connection, records)): moves =>
        val last = move(log, "a", 1)
        eventually("it has failed several times")(moves.status.failure.exists(_.attempts > 5))
        val said = moves.status.failure.map(_.message)
        assert(said.exists(_.contains("disk is full")), said)
        isFull.set(false)
        moves.await(last, 30.seconds)
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  /** Connections whose disk is full. */
  private object Full:
    val Code = 13

    /** As a pool lends its only connection: it rolls back what was not committed, and closes nothing. A commit rolls
      * back and fails, as SQLite does it.
      */
    def lend(only: Connection, isFull: AtomicBoolean): Connection = intercepting(only):
      case "close"                                   => if !only.getAutoCommit then only.rollback()
      case "commit" if isFull.get && isWritten(only) =>
        execute(only, "rollback")
        throw SQLException("[SQLITE_FULL] database or disk is full", null, Code)

    /** A rollback fails with another failure of the database. */
    def brokenAfter(connection: Connection, isFull: AtomicBoolean): Connection = intercepting(connection):
      case "rollback" if isFull.get =>
        connection.rollback()
        throw SQLException("[SQLITE_IOERR] the rollback failed", null, 10)

    private def isWritten(connection: Connection): Boolean =
      scala.util.Using.Manager { use =>
        val rows = use(use(connection.createStatement()).executeQuery("select count(*) from lines_1"))
        rows.next() && rows.getLong(1) > 0
      }.get

    private def intercepting(connection: Connection)(body: PartialFunction[String, Unit]): Connection =
      val handler: java.lang.reflect.InvocationHandler = (_, method, arguments) =>
        if body.isDefinedAt(method.getName) then
          body(method.getName)
          null
        else
          try method.invoke(connection, Option(arguments).getOrElse(Array.empty[Object])*)
          catch case failed: java.lang.reflect.InvocationTargetException => throw failed.getCause
      java.lang.reflect.Proxy
        .newProxyInstance(getClass.getClassLoader, Array(classOf[Connection]), handler)
        .asInstanceOf[Connection]

  in("PostgreSQL")("an exception of a trigger at the commit"): (_, database) =>
    database: connection =>
      execute(connection, "create table fives (n integer)")
      execute(
        connection,
        "create function no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$"
      )
      execute(
        connection,
        "create constraint trigger no after insert on fives deferrable initially deferred for each row " +
          "execute function no()"
      )
    val aside = checked(database)(connection => execute(connection, "insert into fives values (5)"))
    assertEquals(aside, Vector(5L, 7L, 9L))

  in("SQLite")("a foreign key that is checked at the commit"): (_, database) =>
    database: connection =>
      execute(connection, "create table owners (n integer primary key)")
      execute(connection, "create table owned (n integer references owners(n) deferrable initially deferred)")
    val aside = checked(database): connection =>
      execute(connection, "insert into owned values (5)")
    // Foreign keys are off in SQLite unless they are asked for.
    assertEquals(aside, Vector.empty)
    database(connection => execute(connection, "delete from owned"))
    SqlProjection.forget(() => database.connect(), "moves", 1)
    database(connection => execute(connection, "delete from lines_1"))
    withLog: log =>
      def connect() =
        val connection = database.connect()
        execute(connection, "pragma foreign_keys = on")
        connection
      running(SqlProjection.start(log, Moves.projection(), () => connect(), quick.withAttempts(2)):
        (connection, records) =>
          Moves.store(connection, records)
          execute(connection, "insert into owned values (5)")): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
        assertEquals(moves.setAside.size, 1)

  in("PostgreSQL")("a batch that takes longer than a time limit is made smaller"): (_, database) =>
    withLog: log =>
      for number <- 1 to 40 do move(log, "a", number)
      def connect() =
        val connection = database.connect()
        execute(connection, "set statement_timeout = 1000")
        connection
      running(SqlProjection.start(log, Moves.projection(), () => connect(), quick): (connection, records) =>
        Moves.store(connection, records)
        // Any more than five at once take too long.
        if records.size > 5 then execute(connection, "select pg_sleep(60)")): moves =>
        moves.await(Offset40, 120.seconds)
        assertEquals(moves.setAside, Vector.empty)
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  in("PostgreSQL")("a user who may not create tables uses those that are there"): (_, database) =>
    withLog: log =>
      running(SqlProjection.start(log, Moves.projection(), () => database.connect(), quick)(plain)): moves =>
        moves.await(move(log, "a", 1), 30.seconds)
        eventually("it has caught up")(moves.status.hasCaughtUp)
      database: connection =>
        execute(connection, "create role writer login password 'w'")
        execute(connection, "grant select, insert, update, delete on all tables in schema public to writer")
        execute(connection, "revoke create on schema public from public")
      val url       = database.url.replace("user=postgres", "user=writer") + "&password=w"
      def connect() = java.sql.DriverManager.getConnection(url)
      def reading() =
        val connection = connect()
        connection.setReadOnly(true)
        connection
      assertEquals(SqlProjection.currentVersion(() => reading(), "moves"), Some(1))
      running(SqlProjection.start(log, Moves.projection(), () => connect(), quick)(plain)): moves =>
        moves.await(move(log, "a", 2), 30.seconds)
        assertEquals(lines(database), Moves.fold(log.readAll[Move]().toVector.toOption.get))

  private val Offset40 = brine.journal.Offset(40)
