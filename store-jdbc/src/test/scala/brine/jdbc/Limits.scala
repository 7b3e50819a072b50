package brine.jdbc

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.sql.{Database, Identity, Tables}
import brine.journal.*
import scala.util.Random

/** What is as large as may be: appends, names, snapshots, queries. */
abstract class Limits(make: () => TestDatabase) extends DatabaseSuite(make):
  private def one(settings: JdbcSettings = database.fresh())(body: JdbcEventLog => Unit): Unit =
    logs(1, settings)(all => body(all.head))

  test("the largest append is stored, whatever its bytes are, and a larger one is refused with its size"):
    val settings = database.fresh()
    one(settings): log =>
      val schema = locally:
        appended(log.append("schema", Vector[Byte](1)))
        ok(log.readAll[Stored]().toVector).head.value.schema
      def sent(bytes: Int, value: Byte): Either[AppendError, Appended] =
        val completion = Completion(Level.Disk)
        val payload    = Array.fill(bytes)(value)
        val events     = EncodedEvents("s", ExpectedVersion.Any, schema, Seq(payload))
        log.appendEncoded(EncodedAppend.of(Seq(events)), completion, 0)
        done(completion)
      val most = settings.maxAppendBytes
      // Zeros, quotes and backslashes: some drivers send two bytes for each.
      val values = Vector[Byte](0, '\'', '\\', -1)
      for value <- values do assert(sent(most, value).isRight, s"$value")
      assertEquals(sent(most + 1, 0), Left(AppendError.TooLarge(most + 1L, most)))
      val stored = ok(log.read[Stored]("s").toVector).map(_.value.bytes)
      assertEquals(stored.map(_.length), values.map(_ => most))
      for (bytes, value) <- stored.zip(values) do assert(bytes.forall(_ == value), s"$value")

  test("the longest names, of which nothing can be compressed, are streams, tags, categories and keys"):
    one(): log =>
      val random = Random(1)
      // Three bytes each.
      def name(begin: String): String =
        begin + Iterator.continually((0x4e00 + random.nextInt(0x5000)).toChar).take(1024 - begin.length).mkString
      val (begin, tag) = (name("").take(900), name(""))
      val streams      = Vector.fill(3)(name(s"$begin-"))
      for stream <- streams do appended(log.append(stream, ExpectedVersion.NoStream, Seq("x"), tags = Set(tag, stream)))
      appended(log.append("other", "y"))
      for (stream, i) <- streams.zipWithIndex do
        assertEquals(ok(log.read[String](stream).toVector).map(_.offset.sequence), Vector(i + 1L))
        assertEquals(ok(log.readTagged[String](stream).toVector).map(_.stream), Vector(stream))
      for query <- Vector(Query.category(begin), Query.tagged(tag), Query.stream(streams.head, streams.tail*)) do
        assertEquals(ok(log.readQuery[String](query).toVector).map(_.stream), streams)
        val unless = Seq(AppendCondition(query, Offset(2)))
        assertEquals(
          done(log.appendAll(Seq(StreamAppend("s", ExpectedVersion.Any, Seq("z"))), unless = unless)),
          Left(AppendError.Conflict(unless.head, Offset(3)))
        )
      assert(log.states.save(tag, Offset(1), "state").get.isRight)
      assertEquals(log.states.load[String](tag).map(_.map(_.state)), Right(Some("state")))

  test("names of kinds, which are those of classes, may be longer than names of streams"):
    val settings = database.fresh()
    one(settings): _ =>
      val names   = Vector("k" * 100_000, "\u4e00" * 1_025)
      val session = Database.connect(database.source, settings, None)
      try
        val tables = Tables(settings.prefix)
        def made   = Names(tables, Identity(tables, java.util.UUID(0, 0), 0))
        session.insert(made.insert(names.zipWithIndex.map((name, i) => name -> (i + 1000L))))
        // Without the memory of those that it has stored.
        assertEquals(made.names(session, Vector(1000, 1001)).values.toSet, names.toSet)
      finally session.close()

  test("a snapshot of several rows comes back, and replaces one of the same offset whole"):
    one(): log =>
      appended(log.append("s", "x"))
      for size <- Vector(3_000_000, 600_000, 524_288, 1) do
        val parts = Vector(Vector.tabulate(size)(_.toByte), Vector[Byte](), Vector[Byte](7))
        assert(log.snapshots.saveParts("state", Offset(1), parts.iterator).isRight, s"$size")
        val found = log.snapshots.loadParts[Vector[Byte], Vector[Vector[Byte]]]("state")(Vector.empty)(_ :+ _)
        assert(found.exists(_.exists(_.state == parts)), s"$size: ${found.left.map(_.message)}")

  test("queries of many names, more than a statement compares, select exactly what they say"):
    one(): log =>
      val random = Random(2)
      for i <- 1 to 400 do
        val tags = Vector.tabulate(8)(tag => s"t$tag").filter(_ => random.nextInt(3) > 0).toSet
        log.append(s"c${i % 30}-$i", ExpectedVersion.Any, Seq(s"$i"), tags = tags): Unit
      appended(log.append("last", "x"))
      val records = ok(log.readAll[String]().toVector)
      val names   = Vector.tabulate(150)(i => s"c${(2 * i) % 30}-${2 * i}")
      val queries = Vector(
        Query.stream(names.head, names.tail*),
        Query.tagged("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"),
        Query.tagged("t0", "t1", "t2", "t3", "t4") and Query.stream(names.head, names.tail*),
        (1 to 12).map(i => Query.category(s"c$i")).reduce(_ or _),
        (1 to 12).map(i => Query.category(s"c$i") and Query.tagged(s"t${i % 8}")).reduce(_ or _),
        (1 to 40).map(i => Query.stream(s"c${i % 30}-$i") and Query.tagged(s"t${i % 8}")).reduce(_ or _),
        Query.kinds("String", Vector.tabulate(100)(i => s"Absent$i")*) and Query.tagged("t5")
      )
      for query <- queries; after <- Vector(0L, 7L, 200L, 399L) do
        val want =
          records.filter(one => one.offset.sequence > after && query.matches(one.stream, one.tags, Some("String")))
        val found = ok(log.readQueryAfter[String](query, Offset(after)).toVector)
        assertEquals(found.map(_.offset), want.map(_.offset), s"$query after $after")
        // One that finds nothing would be appended, and be found by the next.
        want.headOption.foreach: first =>
          val condition = AppendCondition(query, Offset(after))
          val refused   = log.appendAll(Seq(StreamAppend("s", ExpectedVersion(0), Seq("z"))), unless = Seq(condition))
          assertEquals(done(refused), Left(AppendError.Conflict(condition, first.offset)), s"$query")

  test("a query with parts of more events than one look finds misses nothing"):
    one(): log =>
      val events = Vector.tabulate(2_500)(_.toString)
      appended(log.append("often", ExpectedVersion.Any, events, tags = Set("often")))
      appended(log.append("rare", ExpectedVersion.Any, Seq("r"), tags = Set("rare")))
      appended(log.append("often", ExpectedVersion.Any, events, tags = Set("often", "both")))
      appended(log.append("rare", ExpectedVersion.Any, Seq("r"), tags = Set("rare")))
      val all = (1L to 5_002L).toVector
      for query <- Vector(
          Query.tagged("rare") or Query.tagged("often"),
          Query.tagged("often") or Query.stream("rare"),
          Query.category("none") or Query.stream("rare", "often") or Query.tagged("both")
        )
      do assertEquals(ok(log.readQuery[String](query).toVector).map(_.offset.sequence), all, s"$query")

  test("large events are read in order, though few fit into memory at a time"):
    one(): log =>
      val text = "x" * 300_000
      for i <- 1 to 30 do log.append("s", s"$i" + (if i % 3 == 0 then "" else text)): Unit
      appended(log.append("s", "last"))
      val found = ok(log.readAll[String]().toVector).map(_.value.takeWhile(_ != 'x'))
      assertEquals(found, (1 to 30).map(_.toString).toVector :+ "last")

/** On SQLite. */
class SqliteLimitsSuite extends Limits(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlLimitsSuite extends Limits(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbLimitsSuite extends Limits(() => TestDatabase.Mariadb())
