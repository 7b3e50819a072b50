package brine.jdbc

import brine.jdbc.internal.sql.{Categories, Migration, Session, Tables}
import brine.journal.*
import scala.util.Random

/** Tables of version 1, which had no categories: opening them gives all events theirs. */
abstract class Migrating(make: () => TestDatabase) extends DatabaseSuite(make):
  private val isMariadb = getClass.getSimpleName.startsWith("Mariadb")

  private val newest = Migration.all.last.version

  /** Makes the tables those of version 1, as a program of that version has left them. */
  private def downgraded(settings: JdbcSettings): Unit =
    val tables = Tables(settings.prefix)
    for index <- Vector(tables.byStream, tables.byCategory) do
      database.change(s"drop index $index${if isMariadb then s" on ${tables.event}" else ""}")
    database.change(s"alter table ${tables.event} drop column category")
    for column <- Vector("log_role", "role_of", "role_micros") do
      database.change(s"alter table ${tables.head} drop column $column")
    database.change(
      s"delete from ${tables.name} where not exists (select 1 from ${tables.event} e where " +
        s"e.stream = ${tables.name}.id or e.kind = ${tables.name}.id) " +
        s"and not exists (select 1 from ${tables.tag} t where t.tag = ${tables.name}.id)"
    )
    database.change(s"delete from ${tables.layout} where version > 1")

  private val categories = Vector("a", "bb", "a_b", "\u00e4\u4e00", "t1", "long".repeat(60))

  private def fill(log: JdbcEventLog, random: Random, count: Int): Unit =
    for i <- 1 to count do
      val stream = random.nextInt(8) match
        case 0 => "alone"
        case 1 => "-nothing"
        case 2 => s"a_$i-x"
        case _ => s"${categories(random.nextInt(categories.size))}-${random.nextInt(1 + count / 2)}"
      // A category may have the name of a tag.
      log.append(stream, ExpectedVersion.Any, Seq(s"$i"), tags = Set("t1", s"t$i")): Unit
    appended(log.append("last-1", "x")): Unit

  private def isRight(log: JdbcEventLog)(using munit.Location): Unit =
    val all = ok(log.readAll[String]().toVector)
    assertEquals(all.map(_.offset.sequence), (1L to all.size.toLong).toVector)
    for category <- categories ++ Vector("last", "none", "alone") do
      val want  = all.filter(_.stream.startsWith(s"$category-")).map(_.offset)
      val found = ok(log.readQuery[String](Query.category(category)).toVector).map(_.offset)
      assertEquals(found, want, category)
    for stream <- all.map(_.stream).distinct do
      val want = all.filter(_.stream == stream).map(one => (one.offset, one.version))
      assertEquals(ok(log.read[String](stream).toVector).map(one => (one.offset, one.version)), want, stream)

  test("events of version 1 have their category, and those that follow too"):
    for count <- Vector(1, 50, 1_500) do
      val settings = database.fresh()
      logs(1, settings)(all => fill(all.head, Random(count), count))
      downgraded(settings)
      logs(2, settings): all =>
        isRight(all.head)
        fill(all.last, Random(count + 1), 20)
        all.head.durable: Unit
        all.foreach(isRight)
      assertEquals(database.ask(s"select max(version) from ${settings.prefix}layout"), s"$newest")

  test("a program of the earlier release that has the log open appends no more"):
    val settings = database.fresh()
    val before   = JdbcEventLog.open(database.source, settings)
    try
      fill(before, Random(1), 20)
      downgraded(settings)
      logs(1, settings): all =>
        val late = done(before.append("a-1", "late"))
        assert(late.left.exists(_.isInstanceOf[AppendError.Closed]), late)
        isRight(all.head)
    finally within(before.close())

  test("many that open tables of version 1 at once change them once"):
    val settings = database.fresh()
    logs(1, settings)(all => fill(all.head, Random(3), 200))
    downgraded(settings)
    val all = atOnce(5)(_ => JdbcEventLog.tryOpen(database.source, settings))
    try
      all.foreach(one => assert(one.isRight, one))
      all.flatMap(_.toOption).foreach(isRight)
      assertEquals(database.ask(s"select count(*) from ${settings.prefix}layout"), s"$newest")
    finally all.flatMap(_.toOption).foreach(_.close())

  test("a change that has stopped in the middle of the rows is done again, also after more appends"):
    val settings = database.fresh()
    logs(1, settings)(all => fill(all.head, Random(4), 300))
    downgraded(settings)
    val whole = Migration.all(1)
    val stops = Vector[(Session, Tables) => Unit](
      (_, _) => throw java.sql.SQLException("stopped, on purpose"),
      (session, tables) =>
        Categories.fill(session, tables)
        throw java.sql.SQLException("stopped, on purpose")
    )
    for stop <- stops do
      val broken = Migration(2, additions = whole.additions, fill = stop)
      assert(JdbcEventLog.tryOpen(database.source, settings, Vector(Migration.all.head, broken)).isLeft)
      // As the earlier release does.
      JdbcEventLog.tryOpen(database.source, settings, Migration.all.take(1)).foreach(_.close())
    logs(1, settings)(all => isRight(all.head))

  test("a version that no release has written is refused, and nothing is changed"):
    val settings = database.fresh()
    logs(1, settings)(all => appended(all.head.append("a-1", "x")))
    val tables = Tables(settings.prefix)
    val epoch  = database.ask(s"select epoch from ${tables.head}")
    for versions <- Vector(Vector(0), Vector(-1), Vector(0, 1, 2), Vector(Int.MinValue, 7)) do
      database.change(s"delete from ${tables.layout}")
      versions.foreach(version => database.change(s"insert into ${tables.layout} (version) values ($version)"))
      JdbcEventLog.tryOpen(database.source, settings) match
        case Left(error: JdbcOpenError.UnknownTables) if versions.max <= newest =>
          assertEquals(error.version, versions.min)
          for part <- Vector(settings.prefix, s"${versions.min}", "no release has written") do
            assert(error.message.contains(part), error.message)
        case Left(_: JdbcOpenError.NewerTables | _: JdbcOpenError.UnknownTables) if versions.max > newest => ()
        case other => fail(s"$other")
      assertEquals(database.ask(s"select epoch from ${tables.head}"), epoch)
    database.change(s"delete from ${tables.layout}")
    database.change(s"insert into ${tables.layout} (version) values ($newest)")
    logs(1, settings)(all => assertEquals(texts(all.head), Vector("x")))

/** On SQLite. */
class SqliteMigratingSuite extends Migrating(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlMigratingSuite extends Migrating(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbMigratingSuite extends Migrating(() => TestDatabase.Mariadb())
