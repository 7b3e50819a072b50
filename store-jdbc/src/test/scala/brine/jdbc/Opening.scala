package brine.jdbc

import brine.jdbc.internal.sql.Migration
import brine.journal.*
import java.sql.SQLException
import java.time.Duration

/** Opening: tables are created once, changed by later releases alone, and never by earlier ones. */
abstract class Opening(make: () => TestDatabase) extends DatabaseSuite(make):
  private def tried(settings: JdbcSettings, migrations: Vector[Migration] = Migration.all) =
    JdbcEventLog.tryOpen(database.source, settings, migrations)

  private def opened(settings: JdbcSettings, migrations: Vector[Migration] = Migration.all)(using munit.Location) =
    tried(settings, migrations).fold(error => fail(error.message), identity)

  private val newest = Migration.all.last.version

  /** A change of a later release, which has one more table. */
  private def later(number: Int) = Migration(
    newest + number,
    (_, tables) => Vector(s"create table if not exists ${tables.prefix}later$number (id int not null primary key)")
  )

  test("many that open at once create the tables once"):
    for _ <- 1 to 3 do
      val settings = database.fresh()
      val all      = atOnce(6)(_ => tried(settings))
      try
        all.foreach(one => assert(one.isRight, one))
        val logs = all.flatMap(_.toOption)
        for (log, i) <- logs.zipWithIndex do
          assertEquals(appended(log.append("s", ExpectedVersion(i), Seq(s"$i"))).first, Offset(i + 1L))
        for log <- logs do assertEquals(texts(log), logs.indices.map(_.toString).toVector)
      finally all.flatMap(_.toOption).foreach(_.close())
      assertEquals(database.ask(s"select count(*) from ${settings.prefix}layout"), s"$newest")
      assertEquals(database.ask(s"select count(*) from ${settings.prefix}head"), "1")

  test("logs with different prefixes have nothing to do with each other"):
    val both = Vector.fill(2)(database.fresh()).map(opened(_))
    try
      for (log, i) <- both.zipWithIndex do
        appended(log.append("s", ExpectedVersion.NoStream, Seq.fill(i + 1)(s"of $i"), Some(java.util.UUID(1, 1))))
      assertEquals(both.map(texts), Vector(Vector("of 0"), Vector("of 1", "of 1")))
    finally both.foreach(_.close())

  test("a prefix that is a pattern of another one has tables of its own"):
    for prefix <- Vector("ab", "a_") do
      val log = opened(database.fresh().withPrefix(prefix))
      try assertEquals(appended(log.append("s", prefix)).first, Offset(1))
      finally log.close()

  test("tables of a later release are refused, and not changed"):
    val settings = database.fresh()
    opened(settings, Migration.all :+ later(1)).close()
    for _ <- 1 to 2 do
      tried(settings) match
        case Left(error @ JdbcOpenError.NewerTables(log, version, known)) =>
          assertEquals((version, known), (newest + 1, newest))
          for part <- Vector(log, settings.prefix, s"$version", "newer release") do
            assert(error.message.contains(part), error.message)
        case other => fail(s"$other")
    val again = opened(settings, Migration.all :+ later(1))
    try appended(again.append("s", "works"))
    finally again.close()

  test("a later release changes the tables, keeps all, and ends the appends of earlier ones"):
    val settings = database.fresh()
    val before   = opened(settings)
    try
      appended(before.append("s", ExpectedVersion.NoStream, Seq("a", "b"), tags = Set("t")))
      val after = opened(settings, Migration.all :+ later(1) :+ later(2))
      try
        assertEquals(texts(after), Vector("a", "b"))
        assertEquals(appended(after.append("s", ExpectedVersion(2), Seq("c"))).first, Offset(3))
        val late = Vector.fill(3)(before.append("s", "late")).map(done)
        late.foreach:
          case Left(AppendError.Closed(reason, _)) => assert(reason.contains("open it again"), reason)
          case other                               => fail(s"$other")
        assertEquals(texts(after), Vector("a", "b", "c"))
      finally after.close()
    finally within(before.close())

  test("a change of the tables that has stopped in the middle is done again"):
    val settings = database.fresh()
    opened(settings).close()
    val broken = Migration(newest + 1, (dialect, tables) => later(1).statements(dialect, tables) :+ "create nonsense")
    tried(settings, Migration.all :+ broken) match
      case Left(JdbcOpenError.Failed(log, cause: JdbcFailure)) => assert(log.contains(settings.prefix), cause)
      case other                                               => fail(s"$other")
    // Neither release has lost anything.
    opened(settings).close()
    opened(settings, Migration.all :+ later(1)).close()
    assertEquals(database.ask(s"select max(version) from ${settings.prefix}layout"), s"${newest + 1}")
    assertEquals(database.ask(s"select count(*) from ${settings.prefix}later1"), "0")

  test("creating the tables may stop after any statement"):
    val whole = Migration.all.head
    val count = whole.statements(brine.jdbc.internal.sql.Sqlite, brine.jdbc.internal.sql.Tables("x_")).size
    for stop <- Vector(0, 1, count / 2, count - 1) do
      val settings = database.fresh()
      val broken   =
        Migration(1, (dialect, tables) => whole.statements(dialect, tables).take(stop) :+ "create nonsense")
      assert(tried(settings, Vector(broken)).isLeft, s"$stop")
      val log = opened(settings)
      try appended(log.append("s", "works"))
      finally log.close()

  test("a database that cannot be reached, or gives nothing, is an error that says what to do"):
    val settings = database.fresh().withRetryFor(Duration.ofMillis(10))
    val sources  = Vector(
      UrlSource(database.url, _ => throw SQLException("unreachable, on purpose", "08001")),
      UrlSource(database.url, connection => { connection.close(); null })
    )
    for source <- sources do
      JdbcEventLog.tryOpen(source, settings) match
        case Left(error @ JdbcOpenError.Failed(_, cause)) =>
          for part <- Vector(settings.prefix, "Check its URL") do assert(error.message.contains(part), error.message)
          assert(cause.getCause.isInstanceOf[SQLException], cause)
          assertEquals(intercept[JdbcOpenException](JdbcEventLog.open(source, settings)).error.message, error.message)
        case other => fail(s"$other")
    intercept[NullPointerException](JdbcEventLog.open(null)): Unit

  test("messages name the database without its secrets"):
    val log = opened(database.fresh())
    try
      assert(log.name.startsWith("jdbc:") && !log.name.contains("password") && !log.name.contains("?"), log.name)
      assert(log.name.contains("tables t"), log.name)
    finally log.close()

/** On SQLite. */
class SqliteOpeningSuite extends Opening(() => TestDatabase.Sqlite()):
  test("a database in memory, which is another one for each connection, is refused"):
    JdbcEventLog.tryOpen(UrlSource("jdbc:sqlite::memory:"), JdbcSettings(requireDurable = false)) match
      case Left(error: JdbcOpenError.Failed) => assert(error.message.contains("brine_head"), error.message)
      case other                             => fail(s"$other")

  test("parameters that the driver takes for a part of the file's name are refused before tables are created"):
    val folder             = java.nio.file.Files.createTempDirectory("brine-parameters")
    def tried(url: String) =
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(url)
      JdbcEventLog.tryOpen(source)
    try
      for parameters <- List("bogus=1", "journal_mod=WAL&busy_timeout=5", "cipher=x&key=hunter2", "key") do
        val file = folder.resolve("x.db")
        tried(s"jdbc:sqlite:$file?$parameters") match
          case Left(error @ JdbcOpenError.UnknownParameters(named, _)) =>
            assertEquals(named, s"$file")
            assert(error.message.contains(parameters.takeWhile(one => one != '=' && one != '&')), error.message)
            assert(!error.message.contains("hunter2"), error.message)
          case other => fail(s"$parameters: $other")
        scala.util.Using.resource(java.nio.file.Files.list(folder))(
          _.forEach(one => assertEquals(java.nio.file.Files.size(one), 0L, s"$one"))
        )
      for url <- List(s"jdbc:sqlite:file:$folder/y.db?mode=rwc", s"jdbc:sqlite:$folder/z.db?busy_timeout=5") do
        tried(url).fold(error => fail(error.message), _.close())
    finally TestDatabase.deleteAll(folder)

  test("a file that would lose commits gets no tables"):
    val fragile = TestDatabase.Sqlite("synchronous=OFF")
    try
      assert(JdbcEventLog.tryOpen(fragile.source).left.exists(_.isInstanceOf[JdbcOpenError.NotDurable]))
      assertEquals(fragile.ask("select count(*) from sqlite_master"), "0")
    finally fragile.close()

  test("a file that loses commits in a power cut is refused, unless that may be"):
    val settings = database.fresh()
    JdbcEventLog.tryOpen(database.source, settings.withRequireDurable(true)) match
      case Left(error: JdbcOpenError.NotDurable) => assert(error.message.contains("synchronous"), error.message)
      case other                                 => fail(s"$other")
    val durable = TestDatabase.Sqlite("journal_mode=WAL&busy_timeout=10000")
    try
      val log = JdbcEventLog.open(durable.source)
      try assert(done(log.append("s", "x")).isRight)
      finally log.close()
    finally durable.close()

  test("a file that a failed transaction damages is refused, unless that may be"):
    for mode <- List("OFF", "MEMORY") do
      val fragile = TestDatabase.Sqlite(s"journal_mode=$mode&busy_timeout=10000")
      try
        JdbcEventLog.tryOpen(fragile.source) match
          case Left(error: JdbcOpenError.NotDurable) => assert(error.message.contains("journal_mode"), error.message)
          case other                                 => fail(s"$other")
      finally fragile.close()

  test("one file without a write-ahead log works as well"):
    val plain = TestDatabase.Sqlite("busy_timeout=10000&synchronous=OFF")
    try
      val all = Vector.fill(2)(JdbcEventLog.open(plain.source, JdbcSettings(requireDurable = false)))
      try
        atOnce(4)(i => for _ <- 1 to 10 do appended(all(i % 2).append(s"s$i", "x")))
        assertEquals(offsets(all.head), (1L to 40L).toVector)
      finally all.foreach(_.close())
    finally plain.close()

  test("another database is refused by its name"):
    val source = UrlSource(
      database.url,
      real =>
        java.lang.reflect.Proxy
          .newProxyInstance(
            getClass.getClassLoader,
            Array(classOf[java.sql.Connection]),
            (_, method, arguments) =>
              if method.getName == "getMetaData" then
                java.lang.reflect.Proxy.newProxyInstance(
                  getClass.getClassLoader,
                  Array(classOf[java.sql.DatabaseMetaData]),
                  (_, of, _) => if of.getName == "getDatabaseProductName" then "Oracle" else null
                )
              else if arguments == null then method.invoke(real)
              else method.invoke(real, arguments*)
          )
          .asInstanceOf[java.sql.Connection]
    )
    assertEquals(JdbcEventLog.tryOpen(source).left.map(_.message.take(22)), Left("the database is Oracle"))

/** On PostgreSQL. */
class PostgresqlOpeningSuite extends Opening(() => TestDatabase.Postgresql()):
  test("a log in a schema that comes later in the search path is not taken for none"):
    for schema <- Vector("earlier", "later") do database.change(s"create schema $schema")
    def of(schemas: String)                  = UrlSource(s"${database.url}&currentSchema=$schemas")
    val settings                             = database.fresh()
    def opened(schemas: String): EventLog    = JdbcEventLog.open(of(schemas), settings)
    def texts(schemas: String, text: String) =
      val log = opened(schemas)
      try
        appended(log.append("s", text))
        this.texts(log)
      finally log.close()
    assertEquals(texts("later", "first"), Vector("first"))
    for change <- Vector[JdbcSettings => JdbcSettings](identity, _.withReadOnly(true), _.withCreateTables(false)) do
      JdbcEventLog.tryOpen(of("earlier,later"), change(settings)) match
        case Left(error @ JdbcOpenError.OtherSchema(log, "later")) =>
          for part <- Vector(log, settings.prefix, "currentSchema=later") do
            assert(error.message.contains(part), error.message)
        case other => fail(s"$other")
    assertEquals(database.ask("select count(*) from information_schema.tables where table_schema = 'earlier'"), "0")
    assertEquals(texts("later,earlier", "second"), Vector("first", "second"))
    // A log of its own, once somebody says so.
    assertEquals(texts("earlier", "other"), Vector("other"))
    assertEquals(texts("earlier,later", "another"), Vector("other", "another"))
    assertEquals(texts("later", "third"), Vector("first", "second", "third"))

  test("a server that loses commits in a power cut is refused"):
    JdbcEventLog.tryOpen(database.source, database.fresh().withRequireDurable(true)) match
      case Left(error: JdbcOpenError.NotDurable) => assert(error.message.contains("fsync"), error.message)
      case other                                 => fail(s"$other")

/** On MariaDB. */
class MariadbOpeningSuite extends Opening(() => TestDatabase.Mariadb()):
  test("a server that loses commits in a power cut is refused"):
    JdbcEventLog.tryOpen(database.source, database.fresh().withRequireDurable(true)) match
      case Left(error: JdbcOpenError.NotDurable) => assert(error.message.contains("innodb_flush"), error.message)
      case other                                 => fail(s"$other")

  test("while another program changes the tables, opening waits less long than a connection may take to answer"):
    val settings = database.fresh().withNetworkTimeout(Duration.ofSeconds(2)).withRetryFor(Duration.ZERO)
    database: other =>
      val lock = s"select get_lock(sha1(concat('brine ${settings.prefix}', database())), 1)"
      val held = other.createStatement().executeQuery(lock)
      assert(held.next() && held.getInt(1) == 1)
      val refused = JdbcEventLog.tryOpen(database.source, settings)
      assert(refused.left.exists(_.message.contains("another program changes the tables")), refused)
    JdbcEventLog.open(database.source, settings).close()
