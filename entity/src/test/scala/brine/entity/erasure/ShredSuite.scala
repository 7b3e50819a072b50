package brine.entity.erasure

import brine.actor.ActorSystem
import brine.entity.*
import brine.entity.projection.{Projection, SqlProjection, TestDatabase}
import brine.journal.{Journal, JournalSettings, Offset, Query, Record}
import java.nio.charset.StandardCharsets.{UTF_16BE, UTF_16LE, UTF_8}
import java.nio.file.{Files, Path}
import java.sql.Connection
import java.util.{Base64, HexFormat, UUID}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Values of persons in events, states, replies, projections and keys: after forgetting, no byte of any file shows
  * them, nor the keys.
  */
class ShredSuite extends FunSuite, ErasureBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def files(folder: Path): Vector[(Path, Array[Byte])] =
    closing(Files.walk(folder)):
      _.iterator.asScala
        .filter(file => Files.isRegularFile(file) && !file.endsWith("lock"))
        .map(file => file -> Files.readAllBytes(file))
        .toVector

  /** The files that have some bytes in them. */
  private def having(folder: Path, parts: Seq[Array[Byte]]): Vector[Path] =
    files(folder).filter((_, bytes) => parts.exists(ErasureBase.contains(bytes, _))).map(_._1)

  private def texts(text: String) = Seq(text.getBytes(UTF_8), text.getBytes(UTF_16LE), text.getBytes(UTF_16BE))

  private def forms(key: Array[Byte]) =
    Seq(
      key,
      key.reverse,
      HexFormat.of.formatHex(key).getBytes(UTF_8),
      HexFormat.of.withUpperCase.formatHex(key).getBytes(UTF_8),
      Base64.getEncoder.withoutPadding.encode(key)
    )

  // What it keeps of a person is sealed, and what it shows in lists is plain until the person is forgotten.
  private def store(keys: Keys)(connection: Connection, records: Vector[Record[CustomerEvent]]): Unit =
    def execute(sql: String, values: Any*): Unit =
      val statement = connection.prepareStatement(sql)
      try
        values.zipWithIndex.foreach((value, at) => statement.setObject(at + 1, value))
        statement.executeUpdate(): Unit
      finally statement.close()
    records.foreach: record =>
      record.value match
        case CustomerEvent.Registered(name, address) =>
          execute("insert into customers values (?, ?, ?)", record.stream, name.toBytes, address.toBytes)
          keys.open(name).toOption.foreach(plain => execute("insert into names values (?, ?)", record.stream, plain))
        case CustomerEvent.Moved(address) =>
          execute("update customers set address = ? where id = ?", address.toBytes, record.stream)
        case CustomerEvent.WasForgotten(_) => execute("delete from names where id = ?", record.stream)

  private def rows[A](database: TestDatabase, sql: String)(of: java.sql.ResultSet => A): Vector[A] =
    database: connection =>
      val statement = connection.createStatement()
      try
        val rows = statement.executeQuery(sql)
        Iterator.continually(rows.next()).takeWhile(identity).map(_ => of(rows)).toVector
      finally statement.close()

  test("nothing of a forgotten person is in any file, and everything of others is readable"):
    withPath: path =>
      val database = TestDatabase.Sqlite(Files.createDirectory(path.resolve("database")))
      database: connection =>
        val statement = connection.createStatement()
        statement.execute("create table customers (id varchar(50) primary key, name blob, address blob)")
        statement.execute("create table names (id varchar(50) primary key, name varchar(50))")
        // Or what is deleted stays in free pages of the file.
        statement.execute("pragma secure_delete = on"): Unit
        statement.close()
      val secure = () =>
        val connection = database.connect()
        val statement  = connection.createStatement()
        statement.execute("pragma secure_delete = on"): Unit
        statement.close()
        connection

      def run[A](body: (Entities[Customer], Keys, KeyFolder, SqlProjection) => A): A =
        // No room for many events, so that there are ended segments as well.
        val settings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)
        closing(Journal.open(path.resolve("journal"), settings)): log =>
          closing(KeyFolder.open(path.resolve("keys"))): folder =>
            closing(Keys.over(folder)): keys =>
              val system = ActorSystem()
              try
                val projection = Projection[CustomerEvent]("customers")(Query.category("customer"))
                closing(SqlProjection.start(log, projection, secure)(store(keys))): running =>
                  closing(Entities.open(log, system)(Customers))(body(_, keys, folder, running))
              finally system.shutdown(): Unit

      val people = Vector.tabulate(20)(number => s"person-$number")

      def name(person: String)             = s"Name of $person Zaphod"
      def address(person: String, at: Int) = Address(s"Street $at of $person", s"Betelgeuse of $person")
      def secretsOf(person: String)        = Seq(name(person), s"of $person Zaphod", s"Betelgeuse of $person")
      def all                              = people.flatMap(secretsOf).flatMap(texts)

      val (offset, secrets) = run: (customers, keys, folder, running) =>
        var last = Offset(1)
        for person <- people do
          val customer = customers(person)
          val register = Customer.Register(keys.seal(person, name(person)), keys.seal(person, address(person, 0)))
          assert(customer.ask(register))
          for at <- 1 to 20 do
            val move = Customer.Move(keys.seal(person, address(person, at)))
            last = customer.answer(move, Some(UUID.randomUUID)).offset // its reply is remembered
        running.await(last, 60.seconds)
        last -> people.map(person => person -> folder.get(person).keys.map(_.bytes)).toMap

      // Before anything is forgotten, plain text is in the projection's table of names alone. The search finds what is
      // there: subjects in the log, keys in their folder, names in the database.
      assertEquals(having(path.resolve("journal"), all), Vector.empty)
      assertEquals(having(path.resolve("keys"), all), Vector.empty)
      assert(having(path.resolve("journal"), Seq("person-7".getBytes(UTF_8))).nonEmpty)
      assert(having(path.resolve("database"), texts(name("person-7"))).nonEmpty)
      assertEquals(having(path.resolve("journal"), secrets.values.flatten.flatMap(forms).toSeq), Vector.empty)
      people.foreach(person => assertEquals(having(path.resolve("keys"), secrets(person)).size, 1))
      assertEquals(rows(database, "select count(*) from names")(_.getInt(1)), Vector(20))

      val gone = people.take(8)
      run: (customers, keys, _, running) =>
        // First the key, so that no projection opens a value after it was told. Then the event that tells it.
        gone.foreach(keys.forget(_): Unit)
        val told = gone.map(person => customers(person).answer(Customer.Forgotten(person)))
        assert(told.forall(_.value))
        running.await(told.last.offset, 60.seconds)

      def look(): Unit =
        for person <- gone do
          assertEquals(having(path, secretsOf(person).flatMap(texts)), Vector.empty, person)
          assertEquals(having(path, secrets(person).flatMap(forms)), Vector.empty, person)
      // Pages of SQLite's log that were written before are overwritten as the log is emptied.
      rows(database, "pragma wal_checkpoint(truncate)")(_.getInt(1)): Unit
      look()
      assertEquals(rows(database, "select count(*) from names")(_.getInt(1)), Vector(12))

      run: (customers, keys, _, running) =>
        running.await(offset, 60.seconds)
        for person <- people do
          val state = customers(person).ask(Customer.Profile).get
          assertEquals(state.addresses.size, 21)
          val expected = !gone.contains(person)
          assertEquals(keys.open(state.name), if expected then Opened.Value(name(person)) else Opened.Forgotten(person))
          assertEquals(state.addresses.map(keys.open(_).toOption).flatten.size, if expected then 21 else 0)
          assertEquals(state.isForgotten, !expected)
        val stored = rows(database, "select id, name, address from customers"): row =>
          val person = row.getString(1).stripPrefix("customer-")
          val named  = keys.open(Sealed.fromBytes[String](row.getBytes(2)))
          val living = keys.open(Sealed.fromBytes[Address](row.getBytes(3)))
          (person, named, living)
        assertEquals(stored.size, people.size)
        for (person, named, living) <- stored do
          val forgotten = Opened.Forgotten(person)
          if gone.contains(person) then assertEquals((named, living), (forgotten, forgotten))
          else assertEquals((named, living), (Opened.Value(name(person)), Opened.Value(address(person, 20))))
      look()
