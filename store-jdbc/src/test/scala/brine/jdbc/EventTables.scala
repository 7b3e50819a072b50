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

  private def fresh(): String = s"events_${names.incrementAndGet()}"

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
    assert(failed.getMessage.contains(table.name), failed.getMessage)
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

  test("rows that cannot be read are named"):
    val name = fresh()
    database.change(
      s"create table $name (id ${column("id")} not null primary key, timestamp bigint, event_type integer, " +
        s"event_digest ${column("x")})"
    )
    database.change(s"insert into $name (id, timestamp, event_type) values (${bytes("00" * 16)}, 1, 1)")
    val table = EventTable.open(database.source, name)
    val empty = intercept[JdbcFailure](table.foreach()(_ => ()): Unit)
    assert(empty.getMessage.contains("00000000-0000-0000-0000-000000000000 has no event_digest"), empty.getMessage)

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

class PostgresqlEventTableSuite extends EventTables(() => TestDatabase.Postgresql()):
  protected def bytes(hex: String): String   = s"'\\x$hex'::bytea"
  protected def column(name: String): String = "bytea"

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
