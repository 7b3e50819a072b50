package brine.jdbc

import brine.journal.*
import java.sql.SQLException
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable.ArrayBuffer
import scala.util.Random

/** Tables of events that other programs have, too. */
abstract class EventTables(make: () => TestDatabase) extends DatabaseSuite(make):
  /** How statements write 16 bytes, given in hexadecimal digits. */
  protected def bytes(hex: String): String

  private val names = AtomicInteger()

  protected def fresh(): String = s"events_${names.incrementAndGet()}"

  private def rows(table: EventTable, from: Long = Long.MinValue): Vector[EventRow] =
    val found = Vector.newBuilder[EventRow]
    val count = table.foreach(from)(found += _)
    val all   = found.result()
    assertEquals(count, all.size.toLong)
    all

  private def row(random: Random): EventRow =
    val timestamp = if random.nextInt(10) == 0 then random.nextLong() else random.nextInt(20).toLong
    EventRow(
      UUID(random.nextLong(), random.nextLong()),
      timestamp,
      random.nextInt(),
      random.nextBytes(random.nextInt(300))
    )

  private given order: Ordering[EventRow] = (one, two) =>
    val times = java.lang.Long.compare(one.timestamp, two.timestamp)
    if times != 0 then times
    else
      val high = java.lang.Long.compareUnsigned(one.id.getMostSignificantBits, two.id.getMostSignificantBits)
      if high != 0 then high
      else java.lang.Long.compareUnsigned(one.id.getLeastSignificantBits, two.id.getLeastSignificantBits)

  test("what was appended is read in the order of timestamps and ids, from any timestamp on"):
    val random = Random(7)
    val table  = EventTable.create(database.source, fresh())
    assertEquals(rows(table), Vector.empty)
    val known = ArrayBuffer[EventRow]()
    for _ <- 1 to 12 do
      val some = Vector.fill(random.nextInt(200))(row(random))
      table.append(some)
      known ++= some
      val from = if random.nextBoolean() then Long.MinValue else random.nextInt(25).toLong
      assertEquals(rows(table, from), known.filter(_.timestamp >= from).sorted.toVector)
    assert(known.forall(row => table.contains(row.id)))
    assert(!table.contains(UUID(1, 1)))
    // Another program sees the same.
    assertEquals(rows(EventTable.open(database.source, table.name)), known.sorted.toVector)

  test("values at their ends, and a digest of some MiB"):
    val table = EventTable.create(database.source, fresh())
    val ends  = for
      time <- Vector(Long.MinValue, 0L, Long.MaxValue)
      kind <- Vector(Int.MinValue, -1, Int.MaxValue)
    yield EventRow(UUID(time, kind), time, kind, Array.emptyByteArray)
    val large = EventRow(UUID(-1, -1), 1, 1, Random(1).nextBytes(5 << 20))
    table.append(ends :+ large)
    assertEquals(rows(table), (ends :+ large).sorted)

  test("an append is whole, or not there"):
    val table  = EventTable.create(database.source, fresh())
    val random = Random(3)
    val known  = Vector.fill(500)(row(random))
    table.append(known)
    val again  = Vector.fill(200)(row(random)) :+ known(250)
    val failed = intercept[JdbcFailure](table.append(again))
    assert(failed.getMessage.contains(s"table ${table.name}: a row with one of these ids is there already"), s"$failed")
    assertEquals(rows(table), known.sorted)
    table.append(again.init)
    assertEquals(rows(table), (known ++ again.init).sorted)
    intercept[NullPointerException](table.append(Vector(row(random), null)))
    assertEquals(rows(table).size, 700)

  test("threads append at once"):
    val table = EventTable.create(database.source, fresh())
    val all   = atOnce(6): number =>
      val random = Random(number)
      Vector.fill(10):
        val some = Vector.fill(20)(row(random))
        table.append(some)
        some
    assertEquals(rows(table), all.flatten.flatten.sorted)

  test("a table of another program, with further columns and its own way to write ids"):
    val name = fresh()
    database.change(
      s"create table $name (note varchar(20) default 'none', event_digest ${column("x")}, event_type integer, " +
        s"timestamp bigint, id ${column("id")} not null primary key)"
    )
    val hex = "00112233445566778899aabbccddeeff"
    database.change(
      s"insert into $name (id, timestamp, event_type, event_digest) values (${bytes(hex)}, 5, 6, ${bytes(hex)})"
    )
    val table = EventTable.open(database.source, name)
    val id    = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")
    val other = EventRow(UUID(-1, 5), 4, -3, Array[Byte](1))
    table.append(Seq(other))
    val digest = java.util.HexFormat.of.parseHex(hex)
    assertEquals(rows(table), Vector(other, EventRow(id, 5, 6, digest)))
    assertEquals(database.ask(s"select count(*) from $name where id = ${bytes(hex)} and note = 'none'"), "1")

  /** The type of a column for bytes. */
  protected def column(name: String): String

  test("what is no such table is refused, with what is missing"):
    val missing = intercept[JdbcFailure](EventTable.open(database.source, fresh()))
    assert(missing.getMessage.contains("events_"), missing.getMessage)
    val name = fresh()
    database.change(s"create table $name (id ${column("id")} not null primary key, timestamp bigint)")
    val short = intercept[JdbcFailure](EventTable.open(database.source, name))
    assert(short.getMessage.contains("event_type"), short.getMessage)
    for bad <- Vector("", "a b", "1a", "a;drop", "a.b.c", "a'", "x" * 64, "\u00e4") do
      val failed = intercept[IllegalArgumentException](EventTable.open(database.source, bad))
      assert(failed.getMessage.contains("the name of the table"), failed.getMessage)
    val nowhere = intercept[JdbcFailure](EventTable.open(UrlSource("jdbc:nothing:"), name))
    assert(nowhere.getMessage.contains("the DataSource gives no connection"), nowhere.getMessage)

  test("rows that have no exact values are errors that name them, and none is left out"):
    val name = fresh()
    database.change(
      s"create table $name (id ${column("id")} not null primary key, timestamp bigint, event_type bigint, " +
        s"event_digest ${column("x")})"
    )
    val table = EventTable.open(database.source, name)
    val wrong = Vector(
      ("null, 1", bytes("00"), "has no value, not a whole number of 64 bits, in the column timestamp"),
      ("1, null", bytes("00"), "has no value, not a whole number of 64 bits, in the column event_type"),
      ("1, 1", "null", "has no value, not bytes, in the column event_digest"),
      ("1, 4294967303", bytes("00"), "has 4294967303, which is no number of 32 bits, in the column event_type")
    )
    for (numbers, digest, problem) <- wrong; from <- Vector(Long.MinValue, 0L) do
      val values = s"${bytes("00" * 16)}, $numbers, $digest"
      database.change(s"insert into $name (id, timestamp, event_type, event_digest) values ($values)")
      val failed = intercept[JdbcFailure](table.foreach(from)(_ => ()): Unit)
      val row    = s"table $name: the row 00000000-0000-0000-0000-000000000000"
      assert(failed.getMessage.startsWith(s"$row $problem"), failed.getMessage)
      database.change(s"delete from $name")

  test("a table whose columns have other types is refused, and says which"):
    for (id, time, kind, digest, bad) <- otherTypes do
      val name = fresh()
      database.change(s"create table $name (id $id, timestamp $time, event_type $kind, event_digest $digest)")
      val failed = intercept[JdbcFailure](EventTable.open(database.source, name))
      assert(failed.getMessage.startsWith(s"table $name: the column $bad has the type"), failed.getMessage)

  /** Types of the four columns of tables that are none of events, and the column that is wrong. */
  protected def otherTypes: Vector[(String, String, String, String, String)]

  test("what the function throws ends reading and is thrown, and the table works on"):
    val table  = EventTable.create(database.source, fresh())
    val random = Random(5)
    val known  = Vector.fill(3_000)(row(random))
    table.append(known)
    for thrown <- Vector(IllegalStateException("of the caller"), SQLException("of the caller")) do
      var seen   = 0
      val failed = intercept[Exception]:
        table.foreach(): _ =>
          seen += 1
          if seen == 1_500 then throw thrown
        : Unit
      assert(failed eq thrown, failed)
    assertEquals(rows(table), known.sorted)

  test("its events move into a log, each once, however often that is repeated"):
    val table  = EventTable.create(database.source, fresh())
    val random = Random(9)
    logs(1): all =>
      val log    = all.head
      val known  = ArrayBuffer[EventRow]()
      def move() =
        val done = Vector.newBuilder[Completion]
        table.foreach(): row =>
          done += log.append(
            s"type-${row.eventType % 3}",
            ExpectedVersion.Any,
            Seq(row.digest.toVector),
            Some(row.id)
          ): Unit
        done.result().map(this.done)
      for round <- 1 to 3 do
        val some = Vector.fill(100)(row(random))
        table.append(some)
        known ++= some
        val (duplicate, fresh) = move().partition(_.left.exists(_.isInstanceOf[AppendError.Duplicate]))
        assertEquals((fresh.count(_.isRight), fresh.size, duplicate.size), (100, 100, (round - 1) * 100))
      val stored = ok(log.readAll[Vector[Byte]]().toVector)
      assertEquals(stored.map(_.value).toSet, known.map(_.digest.toVector).toSet)
      assertEquals(stored.size, 300)

class SqliteEventTableSuite extends EventTables(() => TestDatabase.Sqlite()):
  protected def bytes(hex: String): String   = s"x'$hex'"
  protected def column(name: String): String = "blob"
  protected def otherTypes                   = Vector(
    ("varchar(36)", "bigint", "int", "blob", "id"),
    ("blob", "text", "int", "blob", "timestamp"),
    ("blob", "bigint", "real", "blob", "event_type"),
    ("blob", "bigint", "int", "text", "event_digest")
  )

  test("ids and digests that are texts, in columns without a type, are refused, and numbers that are texts are named"):
    val name = fresh()
    database.change(s"create table $name (id, timestamp, event_type, event_digest)")
    val table = EventTable.open(database.source, name)
    database.change(s"insert into $name values (x'${"00" * 16}', '2026-01-02', 1, x'00')")
    val time = intercept[JdbcFailure](table.foreach()(_ => ()): Unit)
    assert(time.getMessage.contains("a text of 10 characters, not a whole number"), time.getMessage)
    for (id, digest) <- Vector("'00112233-4455-6677-8899-aabbccddeeff'" -> "x'00'", s"x'${"00" * 16}'" -> "'{}'") do
      database.change(s"delete from $name")
      database.change(s"insert into $name values ($id, 1, 1, $digest)")
      val refused = intercept[JdbcFailure](EventTable.open(database.source, name))
      assert(refused.getMessage.contains("has a value of type text"), refused.getMessage)
      intercept[JdbcFailure](table.foreach()(_ => ()): Unit): Unit

  test("16 bytes in a column with the name of a type that SQLite does not have"):
    val name = fresh()
    database.change(s"create table $name (id uuid primary key, timestamp bigint, event_type int, event_digest blob)")
    val table = EventTable.open(database.source, name)
    val known = EventRow(UUID(1, 2), 3, 4, Array[Byte](5))
    table.append(Seq(known))
    assert(table.contains(known.id))
    assertEquals(database.ask(s"select typeof(id) from $name"), "blob")
    intercept[JdbcFailure](table.append(Seq(known)))

class PostgresqlEventTableSuite extends EventTables(() => TestDatabase.Postgresql()):
  protected def bytes(hex: String): String   = s"'\\x$hex'::bytea"
  protected def column(name: String): String = "bytea"
  protected def otherTypes                   = Vector(
    ("varchar(36)", "bigint", "int", "bytea", "id"),
    ("uuid", "timestamptz", "int", "bytea", "timestamp"),
    ("bytea", "bigint", "numeric", "bytea", "event_type"),
    ("bytea", "bigint", "int", "jsonb", "event_digest")
  )

  test("ids of the database's own type, in a schema"):
    database.change("create schema shop")
    database.change(
      "create table shop.site_events (id uuid primary key, timestamp bigint, event_type integer, event_digest bytea)"
    )
    val table = EventTable.open(database.source, "shop.site_events")
    val known = Vector(EventRow(UUID(-1, -1), 1, 2, Array[Byte](3)), EventRow(UUID(1, 1), 1, 2, Array.emptyByteArray))
    table.append(known)
    val found = Vector.newBuilder[EventRow]
    assertEquals(table.foreach()(found += _), 2L)
    assertEquals(found.result(), known.reverse)
    assert(table.contains(UUID(1, 1)) && !table.contains(UUID(1, 2)))

class MariadbEventTableSuite extends EventTables(() => TestDatabase.Mariadb()):
  protected def bytes(hex: String): String   = s"x'$hex'"
  protected def column(name: String): String = if name == "id" then "binary(16)" else "mediumblob"
  protected def otherTypes                   = Vector(
    ("varchar(36)", "bigint", "int", "blob", "id"),
    ("binary(16)", "datetime", "int", "blob", "timestamp"),
    ("binary(16)", "bigint", "varchar(10)", "blob", "event_type"),
    ("binary(16)", "bigint", "int", "text", "event_digest")
  )

  test("ids of the database's own type"):
    database.change(
      "create table typed (id uuid primary key, timestamp bigint, event_type integer, event_digest mediumblob)"
    )
    val table = EventTable.open(database.source, "typed")
    val known = Vector(EventRow(UUID(5, -1), 1, 2, Array[Byte](3)), EventRow(UUID(6, 1), 0, 2, Array.emptyByteArray))
    table.append(known)
    val found = Vector.newBuilder[EventRow]
    assertEquals(table.foreach()(found += _), 2L)
    assertEquals(found.result(), known.reverse)
    assert(table.contains(UUID(6, 1)) && !table.contains(UUID(1, 2)))
