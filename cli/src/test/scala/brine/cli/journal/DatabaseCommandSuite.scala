package brine.cli.journal

import brine.commandline.{Captured, TemporaryFolder}
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.*
import brine.journal.tools.LogCopy
import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*
import scala.util.{Random, Using}

/** The commands on databases, and copies between folders and databases. */
class DatabaseCommandSuite extends TemporaryFolder:
  override val munitTimeout: Duration = 5.minutes

  private def runWith(stdin: String)(arguments: String*): Captured[Int] =
    Captured(JournalCommand(() => ByteArrayInputStream(stdin.getBytes(UTF_8))).run(arguments.toList))

  private def run(arguments: String*): Captured[Int] = runWith("")(arguments*)

  private def ok(arguments: String*)(using munit.Location): String =
    val ran = run(arguments*)
    assertEquals((ran.value, ran.err), (0, ""), ran.out)
    ran.out

  private def json(arguments: String*)(using munit.Location): ujson.Value = ujson.read(ok(arguments*))

  private def isComplaint(ran: Captured[Int], says: String, code: Int = 2)(using munit.Location): Unit =
    assertEquals(ran.value, code, ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    assert(ran.err.startsWith("brine: "), ran.err)
    assert(clue(ran.err).contains(says))

  private def url(folder: Path, name: String = "shop.db"): String = s"jdbc:sqlite:${folder.resolve(name)}"

  /** A journal of some sales, and a database with the same. */
  private def both(folder: Path)(using munit.Location): (String, String) =
    val from = folder.resolve("journal")
    ShopEvent.write(from, 200)
    val copied = json("copy", "--json", from.toString, url(folder))
    assertEquals((copied("records").num.toInt, copied("copied").num.toInt), (204, 204))
    (from.toString, url(folder))

  folder.test("what commands print of a database is what they print of the folder that it is a copy of"): folder =>
    val (files, database) = both(folder)
    for arguments <- List(
        List("dump", "--json"),
        List("dump", "--stream", "shop-2", "--from", "20"),
        List("dump", "--tag", "round", "--limit", "3", "--json"),
        List("dump", "--at", ShopEvent.start.plusSeconds(100).toString),
        List("tail", "--limit", "7"),
        List("tail", "--stream", "shop-1", "--json"),
        List("grep", "-i", "ITEM-17[0-9]")
      )
    do assertEquals(ok((arguments :+ database)*), ok((arguments :+ files)*), arguments.toString)
    val (info, infoOfFiles) = (json("info", "--json", database), json("info", "--json", files))
    for field <- List("first", "last", "records") do assertEquals(info(field), infoOfFiles(field), field)
    assertEquals(info("log").str, s"$database, tables brine_*")
    assert(clue(ok("info", database)).contains("records   204, offsets 1 to 204\n"))
    val (stats, statsOfFiles) = (json("stats", "--json", database), json("stats", "--json", files))
    for field <- stats.obj.keys do assertEquals(stats(field), statsOfFiles(field), field)
    assert(clue(ok("stats", database, "--top", "1")).contains("  stream shop-1: "))
    isComplaint(run("dump", database, "--stream", "none"), "has no record of stream 'none'")
    assertEquals(run("grep", "nothing like that", database), Captured(1, "", ""))

  folder.test("export of a database and of a folder are the same; import into a database restores it"): folder =>
    val (files, database) = both(folder)
    val exported          = ok("export", database)
    assertEquals(exported.linesIterator.drop(1).toVector, ok("export", files).linesIterator.drop(1).toVector)
    assert(exported.startsWith("{\"kind\":\"export\",\"format\":1,\"log\":"), exported.take(200))
    val again = url(folder, "again.db")
    assertEquals(runWith(exported)("import", again, "-"), Captured(0, "204 records imported\n", ""))
    assertEquals(ok("dump", "--json", again), ok("dump", "--json", files))
    assertEquals(runWith(exported)("import", folder.resolve("third").toString, "-").value, 0)
    assertEquals(ok("dump", "--json", folder.resolve("third").toString), ok("dump", "--json", files))

  folder.test("an import that was interrupted is continued"): folder =>
    val (files, _) = both(folder)
    val exported   = ok("export", files)
    val lines      = exported.linesIterator.toVector
    val begun      = lines.take(100).mkString("", "\n", "\n")
    val records    = begun.linesIterator.count(_.startsWith("{\"kind\":\"record\""))
    for target <- List(folder.resolve("copy").toString, url(folder, "copy.db")) do
      assert(runWith(begun)("import", target, "-").err.contains("the export is not whole"))
      isComplaint(runWith(exported)("import", target, "-"), "--continue leaves out records that are there", code = 1)
      isComplaint(
        runWith(exported.replace("\"version\":7,", "\"version\":8,"))("import", "--continue", target, "-"),
        "its version of stream",
        code = 1
      )
      val whole = runWith(exported)("import", "--continue", target, "-")
      assertEquals(whole, Captured(0, s"${204 - records} records imported, after $records that were there\n", ""))
      assertEquals(ok("dump", "--json", target), ok("dump", "--json", files))
      assertEquals(runWith(exported)("import", "--continue", target, "-").value, 0)
      val some = lines.take(50)
      val end  = s"{\"kind\":\"end\",\"records\":${some.count(_.startsWith("{\"kind\":\"record\""))}}"
      isComplaint(
        runWith((some :+ end).mkString("", "\n", "\n"))("import", "--continue", target, "-"),
        "no import to continue",
        code = 1
      )

  folder.test("copies between all kinds of places are equal, and a second copy copies what is new"): folder =>
    val (files, database) = both(folder)
    val places            = List(folder.resolve("a").toString, url(folder, "b.db"), folder.resolve("c").toString)
    val reports           = (database :: places).zip(places).map((from, to) => json("copy", "--json", from, to))
    assertEquals(reports.map(_("digest")).distinct.size, 1)
    for place <- places do assertEquals(ok("dump", "--json", place), ok("dump", "--json", files))
    val journal = Journal.open(Path.of(files), ShopEvent.settings)
    try for i <- 1 to 5 do ShopEvent.append(journal, "shop-9", ShopEvent.Sold(s"more-$i", i, 1))
    finally journal.close()
    val text = ok("copy", files, places.head)
    assert(clue(text).startsWith("copied 5 records up to offset 209; 204 were there. Read back and equal: 209 records"))
    assertEquals(ok("dump", "--json", places.head), ok("dump", "--json", files))
    // Of the same database, with other tables.
    val other = json("copy", "--json", files, database, "--to-log", "other_")
    assertEquals(other("records").num.toInt, 209)
    assertEquals(ok("dump", "--json", database, "--log", "other_"), ok("dump", "--json", files))
    assertEquals(
      json("copy", "--json", database, database, "--log", "other_", "--to-log", "third_")("digest"),
      other("digest")
    )

  folder.test("what is there already, and no copy, is refused and stays as it is"): folder =>
    val (files, database) = both(folder)
    val other             = folder.resolve("other")
    ShopEvent.write(other, 3)
    val before = (ok("dump", "--json", other.toString), ok("info", "--json", other.toString))
    isComplaint(run("copy", files, other.toString), "record 7, of offset 7 in the log: its stream is")
    assertEquals((ok("dump", "--json", other.toString), ok("info", "--json", other.toString)), before)
    isComplaint(run("copy", other.toString, database), "record 7")
    assertEquals(ok("dump", "--json", database), ok("dump", "--json", files))

  folder.test("a copy into itself, or into a folder within, is refused"): folder =>
    val (files, database) = both(folder)
    isComplaint(run("copy", files, files), "cannot be copied into itself")
    val link = Files.createSymbolicLink(folder.resolve("link"), Path.of(files))
    isComplaint(run("copy", files, link.toString), "cannot be copied into itself")
    isComplaint(run("copy", files, s"$files/new/copy"), "is within")
    isComplaint(run("copy", files, folder.toString), "contains")
    assert(!Files.exists(Path.of(files, "new")))
    isComplaint(run("copy", files, s"jdbc:sqlite:$files/shop.db"), "is a file within")
    isComplaint(run("copy", files, s"jdbc:sqlite:$link/shop.db"), "is a file within")
    isComplaint(run("copy", database, database), "are the same log")
    isComplaint(run("copy", database, database.replace("shop.db", "./shop.db?busy_timeout=5000")), "are the same log")
    isComplaint(run("copy", files), "copy takes FROM TO; 1 were given")
    isComplaint(run("copy", files, folder.resolve("new").toString, "--log", "x_"), "both places are folders")
    isComplaint(run("copy", database, folder.resolve("new").toString, "--to-log", "x_"), "TO is a folder")
    isComplaint(run("dump", files, "--log", "x_"), "--log names tables of a database")

  folder.test("reading creates nothing: neither a file nor tables"): folder =>
    val missing = folder.resolve("missing.db")
    for task <- List("info", "dump", "tail", "stats", "export") do
      isComplaint(run(task, s"jdbc:sqlite:$missing"), s"no file $missing")
    isComplaint(run("copy", s"jdbc:sqlite:$missing", folder.resolve("copy").toString), s"no file $missing")
    assert(!Files.exists(missing) && !Files.exists(folder.resolve("copy")))
    val empty = Files.createFile(folder.resolve("empty.db"))
    for task <- List("info", "dump", "tail", "stats", "export") do
      isComplaint(run(task, s"jdbc:sqlite:$empty"), "there is no log")
    assertEquals(Files.size(empty), 0L)
    val (_, database) = both(folder)
    isComplaint(run("info", database, "--log", "other_"), "tables other_*")
    isComplaint(run("info", database, "--log", "Other"), "'Other' is no name of a log")
    val none = folder.resolve("none").resolve("x.db")
    isComplaint(
      run("copy", folder.resolve("journal").toString, s"jdbc:sqlite:$none"),
      "does not exist; create it first"
    )

  test("URLs of other databases, and commands that are for files, are refused with what to do"):
    isComplaint(
      run("info", "jdbc:oracle:thin:@host"),
      "no URL of SQLite, PostgreSQL or MariaDB; examples: jdbc:sqlite:"
    )
    isComplaint(run("info", "jdbc:mysql://host/shop"), "use jdbc:mariadb:")
    isComplaint(run("info", "jdbc:"), "no URL of")
    isComplaint(run("info", "jdbc:sqlite::memory:"), "names no file")
    for task <- List("verify", "backup", "restore", "compact", "delete", "repair") do
      val more = if Set("backup", "restore", "delete")(task) then List("x") else Nil
      isComplaint(run((task :: "jdbc:postgresql://host/shop?password=geheim" :: more)*), "is for files")

  /** Every command that takes a place, with a name there. */
  private def commandsOn(name: String, files: String, exported: String): List[(List[String], Boolean)] =
    val ofFiles = List("verify", "compact --all", "repair").map(task => (task.split(' ').toList :+ name, true)) ++ List(
      List("backup", name, "x"),
      List("backup", files, name),
      List("restore", name, "x"),
      List("restore", files, name),
      List("delete", name, "shop-1"),
      List("delete", "--list", name),
      List("export", files, "--out", name),
      List("import", "new", name)
    ).map((_, true))
    val ofBoth = List("info", "dump", "tail", "stats", "export", "promote", "fence").map(List(_, name)) ++ List(
      List("grep", "x", name),
      List("import", name, exported),
      List("copy", files, name),
      List("copy", name, files),
      List("follow", files, name, "--until-caught-up"),
      List("follow", name, files, "--until-caught-up"),
      List("follow", name, "-"),
      List("follow", "-", name),
      List("follow", "--end", name),
      List("promote", files, "--fence-source", name),
      List("dump", name, "--log", "x_")
    )
    ofFiles ++ ofBoth.map((_, false))

  private def tree(folder: Path): Vector[String] =
    Using.resource(Files.walk(folder))(
      _.map(file => s"$file ${Files.size(file)}").toArray.toVector.map(_.toString).sorted
    )

  folder.test("a URL with a parameter that SQLite's driver does not know is refused, and nothing is created"): folder =>
    val (files, database) = both(folder)
    val exported          = folder.resolve("exported").toString
    assertEquals(run("export", files, "--out", exported), Captured(0, "", ""))
    val before = tree(folder)
    for
      name       <- List(database, url(folder, "new.db"))
      parameters <- List("?bogus=1", "?journal_mod=WAL", "?cipher=x&key=hunter2", "?busy_timeout=100&key=hunter2")
      (arguments, only) <- commandsOn(name + parameters, files, exported)
    do
      val ran = run(arguments*)
      assertEquals(ran.value, 2, s"$arguments ${ran.err}")
      assert(!ran.err.contains("hunter2"), ran.err)
      if !only then
        assert(List("bogus", "journal_mod", "cipher", "key").exists(one => ran.err.contains(s"'$one'")), ran.err)
      assertEquals(tree(folder), before, arguments.toString)

  folder.test("a mistyped URL is no folder for any command, and its password is not shown"): folder =>
    val (files, _) = both(folder)
    val exported   = folder.resolve("exported").toString
    assertEquals(run("export", files, "--out", exported), Captured(0, "", ""))
    val before = tree(folder)
    for
      name <- List(
        "postgresql://localhost/shop?user=a&password=hunter2",
        s"sqlite:$folder/foo.db?password=hunter2",
        s"JDBC:sqlite:$folder/foo.db?password=hunter2",
        "https://a:hunter2@host/x"
      )
      (arguments, _) <- commandsOn(name, files, exported)
    do
      val ran = run(arguments*)
      isComplaint(ran, if name.startsWith("https") then "no database here" else "did you mean jdbc:")
      assert(!ran.err.contains("hunter2"), ran.err)
      assertEquals(tree(folder), before, arguments.toString)
      assert(!Files.exists(Path.of(name.takeWhile(_ != '/'))), name)
    for arguments <- List(
        List("copy", files, ""),
        List("info", ""),
        List("backup", files, ""),
        List("import", "", exported)
      )
    do isComplaint(run(arguments*), "an empty name is no folder")

  folder.test("a database that is full is what a copy says, with what to do, and the same copy continues"): folder =>
    val from = folder.resolve("journal")
    ShopEvent.write(from, 1000)
    var pages = 20
    var ended = 1
    var grown = Set.empty[Int]
    while ended != 0 do
      val ran = run("copy", from.toString, s"${url(folder)}?max_page_count=$pages")
      ended = ran.value
      if ended != 0 then
        isComplaint(ran, "full", code = 1)
        assert(!ran.err.contains("key") && !ran.err.contains(".."), ran.err)
        if ran.err.contains("The records before it are copied") then grown += pages
        assert(ran.err.contains("make space"), ran.err)
      pages *= 2
    assert(grown.nonEmpty, "at least one copy ended in the middle")
    assertEquals(ok("dump", "--json", url(folder)), ok("dump", "--json", from.toString))

  folder.test("a copy onto the same log under another name is refused"): folder =>
    val (_, database) = both(folder)
    val other         = folder.resolve("other.db")
    // A hard link is the same file, and no path says so.
    Files.createLink(other, folder.resolve("shop.db")): Unit
    isComplaint(run("copy", database, s"jdbc:sqlite:$other"), "cannot be copied into itself")

  folder.test("the tag of deletions deletes nothing by itself"): folder =>
    val files = folder.resolve("journal").toString
    Using.resource(Journal.open(Path.of(files))): journal =>
      for i <- 1 to 3 do
        val done = journal.append("s", ExpectedVersion.Any, Seq(s"event $i"), tags = Set(StreamDeleted.Tag)).await()
        assert(done.isRight)
    assertEquals(ok("delete", "--list", files), "")
    assertEquals(json("copy", "--json", files, url(folder))("records").num.toInt, 3)
    for place <- List(files, url(folder)) do
      assertEquals(ok("dump", "--stream", "s", place).linesIterator.size, 3, place)

  folder.test("what an import has taken before a record that does not fit is said"): folder =>
    val (files, _) = both(folder)
    val lines      = ok("export", files).linesIterator.toVector
    val records    = lines.zipWithIndex.filter(_._1.startsWith("{\"kind\":\"record\"")).map(_._2)
    for (which, says) <- List(0 -> "; nothing was imported", 1 -> "; 1 record before", 150 -> "; 150 records before") do
      val broken =
        lines.updated(records(which), lines(records(which)).replaceFirst("\"version\":\\d+", "\"version\":0"))
      for (target, i) <- List(folder.resolve(s"copy-$which").toString, url(folder, s"copy-$which.db")).zipWithIndex do
        isComplaint(runWith(broken.mkString("", "\n", "\n"))("import", target, "-"), says, code = 1)
        if which > 0 then assertEquals(ok("dump", "--json", target).linesIterator.size, which, s"$i")

  test("a server that cannot be reached is an error, and no message has a password"):
    for
      kind <- List("postgresql", "mariadb")
      user <- List("?user=ann&password=geheim", "?password=geheim&connectTimeout=2000", "?password=x")
    do
      val ran = run("info", s"jdbc:$kind://localhost:1/shop$user")
      assert(ran.err.startsWith(s"brine: jdbc:$kind://localhost:1/shop cannot be opened: "), ran.err)
      assert(!ran.err.contains("..") && !ran.err.contains("***"), ran.err)
      assertEquals(ran.value, 1, ran.err)
      assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
      assert(!ran.err.contains("geheim"), ran.err)
      assert(ran.err.contains("Check its URL"), ran.err)

  folder.test("a copy says which of its sides cannot be opened, and a driver prints nothing of its own"): folder =>
    val (files, database) = both(folder)
    val unknown           = "jdbc:postgresql://nosuch.invalid/shop?password=geheim"
    isComplaint(run("copy", files, unknown), "TO, jdbc:postgresql://nosuch.invalid/shop cannot be opened", code = 1)
    isComplaint(run("copy", unknown, files), "FROM, jdbc:postgresql://nosuch.invalid/shop cannot be opened", code = 1)
    assert(clue(run("copy", files, unknown).err).contains("UnknownHostException: nosuch.invalid"))
    isComplaint(run("copy", files, s"$database?synchronous=OFF"), "TO, jdbc:sqlite:", code = 1)
    isComplaint(run("copy", url(folder, "none.db"), folder.resolve("x").toString), "FROM, jdbc:sqlite:")
    val process = start(folder, "journal", "info", "jdbc:postgresql://localhost:65536/shop")
    assertEquals(process.waitFor(), 2)
    assertEquals(Files.readAllLines(folder.resolve("err")).size, 1)

  folder.test("a signal ends a copy in order, with how to continue"): folder =>
    val from = folder.resolve("journal")
    ShopEvent.write(from, 4000)
    for target <- List(url(folder, "stopped.db")) do
      val process = start(folder, "journal", "copy", from.toString, target)
      val place   = Path.of(target.stripPrefix("jdbc:sqlite:"))
      while process.isAlive && !Files.exists(place) do Thread.onSpinWait()
      process.destroy()
      process.waitFor(): Unit
      // From then on it ends in order: it is stopped, or was about to end.
      val (said, printed) = (Files.readString(folder.resolve("err")), Files.readString(folder.resolve("out")))
      val stopped         = "brine: stopped after it had \\w+ \\d+ records; the same command continues\n"
      assert(said.matches(stopped) || said.isEmpty && printed.startsWith("copied "), s"$said$printed")
      val report = json("copy", "--json", from.toString, target)
      assertEquals(report("records").num.toInt, 4004)

  folder.test("a write-ahead log in a folder that is read-only: the folder is named, and the advice works"): folder =>
    val (files, _) = both(folder)
    val closed     = Files.createDirectory(folder.resolve("closed"))
    assertEquals(json("copy", "--json", files, s"${url(closed)}?journal_mode=WAL")("records").num.toInt, 204)
    val permissions = java.nio.file.attribute.PosixFilePermissions.fromString("r-xr-xr-x")
    Files.setPosixFilePermissions(closed, permissions): Unit
    try
      val file = closed.resolve("shop.db")
      val ran  = UnprivilegedCommands.run(
        List(List("info", url(closed)), List("dump", "--json", s"jdbc:sqlite:file:$file?immutable=1"))
      )
      isComplaint(ran.head, "The folder of the file is read-only", code = 1)
      assert(ran.head.err.contains("jdbc:sqlite:file:PATH?immutable=1"), ran.head.err)
      assertEquals(ran(1), Captured(0, ok("dump", "--json", files), ""))
    finally
      Files.setPosixFilePermissions(closed, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x")): Unit

  folder.test("an export that cannot be written whole leaves no file, so the same command works later"): folder =>
    val files = folder.resolve("journal").toString
    Using.resource(Journal.open(Path.of(files))): journal =>
      for i <- 1 to 8 do assert(journal.append("s", ExpectedVersion.Any, Seq(s"$i" * (1 << 20))).await().isRight)
    val out     = folder.resolve("out.jsonl")
    val before  = tree(folder)
    val limited =
      UnprivilegedCommands.run(List(List("export", files, "--out", out.toString)), mostFileBytes = Some(5L << 20))
    isComplaint(limited.head, s"$out cannot be written: ", code = 1)
    assert(limited.head.err.contains("export again"), limited.head.err)
    assertEquals(tree(folder), before)
    assertEquals(run("export", files, "--out", out.toString), Captured(0, "", ""))
    assertEquals(Files.readString(out), ok("export", files))
    isComplaint(run("export", files, "--out", out.toString), "is there already", code = 1)
    ShopEvent.damage(ShopEvent.segments(Path.of(files)).head, 3000)
    val damaged = tree(folder)
    assertEquals(run("export", files, "--out", folder.resolve("second").toString).value, 1)
    assertEquals(tree(folder), damaged)

  test("user and password come from the environment, unless the URL has them, and are masked"):
    val environment = Map(
      "BRINE_JDBC_USER"        -> "ann",
      "BRINE_JDBC_PASSWORD"    -> "geheim",
      "BRINE_JDBC_TO_PASSWORD" -> "anders"
    ).get
    def of(isTarget: Boolean) =
      LogPlace.of("jdbc:postgresql://h/d?user=bob", None, isTarget, environment) match
        case Right(LogPlace.Database(url, "brine_")) => url
        case other                                   => fail(s"$other")
    assertEquals((of(false).user, of(false).password), (Some("ann"), Some("geheim")))
    assertEquals((of(true).user, of(true).password), (Some("ann"), Some("anders")))
    assert(of(true).has("user") && !of(true).has("password"))
    assertEquals(of(false).masked("failed for geheim"), "failed for ***")
    val url = JdbcUrl("jdbc:mariadb://h/d?user=x&password=a%2Fb&sslPassword=cc", None, None)
    assertEquals(url.masked(s"cannot use ${url.text}: a/b a%2Fb cc"), "cannot use jdbc:mariadb://h/d: *** *** ***")

  test("a missing driver is named"):
    val url = JdbcUrl("jdbc:postgresql://h/d?password=geheim", None, None)
    Databases.source(url, () => throw NoClassDefFoundError("org/postgresql/Driver")) match
      case Left(message) =>
        for part <- List("jdbc:postgresql://h/d", "org/postgresql/Driver", "brine-cli.jar") do
          assert(message.contains(part), message)
        assert(!message.contains("geheim"))
      case Right(_) => fail("there is a driver")

  folder.test("a copy that is killed at any moment is continued, with nothing twice and nothing missing"): folder =>
    val from = folder.resolve("journal")
    ShopEvent.write(from, 3000)
    val random  = Random(7)
    val targets = List(url(folder, "killed.db"), folder.resolve("killed").toString)
    for target <- targets do
      for _ <- 1 to 3 do
        val process = start(folder, "journal", "copy", from.toString, target)
        // Any moment of its life will do; the start of a JVM is part of it.
        process.waitFor(300 + random.nextInt(900), TimeUnit.MILLISECONDS): Unit
        process.destroyForcibly().waitFor(): Unit
      val report = json("copy", "--json", from.toString, target)
      assertEquals(report("records").num.toInt, 3004)
      assertEquals(ok("dump", "--json", target), ok("dump", "--json", from.toString))

  private def start(folder: Path, arguments: String*): Process =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val options = List("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED")
    ProcessBuilder(((java :: options) ++ List("-cp", sys.props("java.class.path"), "brine.cli.Main") ++ arguments)*)
      .redirectOutput(folder.resolve("out").toFile)
      .redirectError(folder.resolve("err").toFile)
      .start()

  test("progress is a line from time to time, with rate and time left"):
    val line = RecordProgress.line("copy: copied", 20_000, 100_000, 2_000_000_000L)
    assertEquals(line, "copy: copied 20000 records, 10,000 records/s; 100,000 left, 10 s")
    val ran = Captured:
      val progress = RecordProgress("copy", everyNanos = 0)
      progress.show("copied", 1000, 9)
      progress.show("verified", 1000, 9)
    assertEquals(ran.err.linesIterator.size, 2)

  folder.test("a log that programs use through the API is the one that commands see"): folder =>
    val source = org.sqlite.SQLiteDataSource()
    source.setUrl(url(folder))
    Using.resource(JdbcEventLog.open(source, JdbcSettings.defaults.withPrefix("shop_"))): log =>
      log.append("shop-1", ShopEvent.Closed: ShopEvent).await(): Unit
      assertEquals(LogCopy.toFolder(log, folder.resolve("copy")).map(_.records), Right(1L))
    assert(clue(ok("dump", url(folder), "--log", "shop_")).contains("shop-1 1  Closed"))
    assertEquals(ok("dump", folder.resolve("copy").toString), ok("dump", url(folder), "--log", "shop_"))
