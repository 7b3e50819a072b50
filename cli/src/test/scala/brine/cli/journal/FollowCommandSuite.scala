package brine.cli.journal

import brine.commandline.{Captured, TemporaryFolder}
import brine.journal.*
import brine.journal.replication.{FollowStatus, FollowStep}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.Duration
import scala.concurrent.duration.*
import scala.util.Using

/** `follow`, `promote` and `fence` on folders and databases. */
class FollowCommandSuite extends TemporaryFolder:
  override val munitTimeout: scala.concurrent.duration.Duration = 5.minutes

  private def runWith(stdin: Array[Byte])(arguments: String*): Captured[Int] =
    Captured(JournalCommand(() => ByteArrayInputStream(stdin)).run(arguments.toList))

  private def run(arguments: String*): Captured[Int] = runWith(Array.emptyByteArray)(arguments*)

  private def ok(arguments: String*)(using munit.Location): String =
    val ran = run(arguments*)
    assertEquals((ran.value, ran.err), (0, ""), ran.out)
    ran.out

  private def isComplaint(ran: Captured[Int], says: String, code: Int = 2)(using munit.Location): Unit =
    assertEquals(ran.value, code, ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    assert(ran.err.startsWith("brine: "), ran.err)
    assert(clue(ran.err).contains(says))

  /** What a command writes to standard output, and its exit code. */
  private def bytes(arguments: String*): (Array[Byte], Int) =
    val out  = ByteArrayOutputStream()
    val code =
      Console.withOut(PrintStream(out))(JournalCommand(() => InputStream.nullInputStream).run(arguments.toList))
    (out.toByteArray, code)

  private def url(folder: Path, name: String) = s"jdbc:sqlite:${folder.resolve(name)}"

  private def append(folder: String, count: Int): Unit = Using.resource(Journal.open(Path.of(folder))): journal =>
    for part <- (1 to count).grouped(1_000) do
      val events = part.map(n => s"event $n")
      assert(journal.append(s"more-${part.head % 3}", ExpectedVersion.Any, events).await().isRight)

  folder.test("replicas in folders and databases, one of the other, are equal and continue"): folder =>
    val from = folder.resolve("from").toString
    ShopEvent.write(Path.of(from), 200)
    val places =
      List(folder.resolve("a").toString, url(folder, "b.db"), url(folder, "c.db"), folder.resolve("d").toString)
    for round <- 1 to 3 do
      for (one, other) <- (from :: places).zip(places) do
        val said = ok("follow", "--until-caught-up", one, other)
        assert(clue(said).endsWith(s" records in the replica, up to offset ${204 + 5 * (round - 1)}\n"))
        assertEquals(ok("dump", "--json", other), ok("dump", "--json", from))
      append(from, 5)
    assert(clue(ok("info", places.head)).contains(s"\nrole      replica of $from since "))
    assert(clue(ok("info", places(1))).contains(s"\nrole      replica of ${places.head} since "))
    val recent = ok("follow", "--until-caught-up", "--recent", from, places.head, "--json")
    assertEquals(ujson.read(recent)("records").num.toInt, 219)
    assertEquals(ujson.read(recent)("lag").num.toInt, 0)
    // The same file under another name, which no path says.
    java.nio.file.Files.createLink(folder.resolve("e.db"), folder.resolve("c.db")): Unit
    isComplaint(run("follow", "--until-caught-up", url(folder, "c.db"), url(folder, "e.db")), "cannot follow itself")

  folder.test("a copy and a restored backup become replicas if they are adopted, and logs that are none stay"):
    folder =>
      val from = folder.resolve("from").toString
      ShopEvent.write(Path.of(from), 200)
      val (backup, restored) = (folder.resolve("backup").toString, folder.resolve("restored").toString)
      val copies = List(folder.resolve("copy").toString, url(folder, "copy.db"), folder.resolve("sent").toString)
      ok("backup", from, backup): Unit
      ok("restore", backup, restored): Unit
      for to <- copies do ok("copy", from, to)
      append(from, 5)
      val (whole, code) = bytes("follow", "--until-caught-up", from, "-")
      assertEquals(code, 0)
      for to <- restored :: copies do
        isComplaint(run("follow", "--until-caught-up", from, to), "--adopt")
        // In the wrong order, nothing happens to the log.
        isComplaint(run("follow", "--until-caught-up", "--adopt", to, from), "in the wrong order", code = 1)
        if to != copies.last then ok("follow", "--until-caught-up", "--adopt", from, to): Unit
        else assertEquals(runWith(whole)("follow", "--adopt", "-", to).value, 0)
        assertEquals(ok("dump", "--json", to), ok("dump", "--json", from))
        assert(clue(ok("info", to)).contains(s"\nrole      replica of $from since "))
      append(from, 5)
      // It is one now, with or without the option.
      ok("follow", "--until-caught-up", "--adopt", "--recent", from, restored): Unit
      ok("follow", "--until-caught-up", from, copies.head): Unit
      isComplaint(run("follow", "--until-caught-up", copies.head, from), "in a ring")
      isComplaint(run("follow", from, "-", "--adopt"), "--adopt means nothing here")

  folder.test("a stream carries a replica to another machine, also in parts"): folder =>
    val from = folder.resolve("from").toString
    ShopEvent.write(Path.of(from), 200)
    for to <- List(folder.resolve("to").toString, url(folder, "to.db")) do
      assertEquals(ok("follow", "--end", to), "")
      val (whole, code) = bytes("follow", "--until-caught-up", from, "-")
      assertEquals(code, 0)
      for cut <- List(0, 5, 11, 2_000, whole.length - 1) do
        isComplaint(runWith(whole.take(cut))("follow", "-", to), "the stream of records", code = 1)
      assertEquals(runWith(whole)("follow", "-", to).value, 0)
      assertEquals(ok("dump", "--json", to), ok("dump", "--json", from))
    append(from, 3_000)
    for to <- List(folder.resolve("to").toString, url(folder, "to.db")) do
      assertEquals(runWith(bytes("follow", "--until-caught-up", from, "-")._1)("follow", "-", to).value, 0)
    append(from, 10)
    for to <- List(folder.resolve("to").toString, url(folder, "to.db")) do
      val at         = ok("follow", to, "--end").trim.split(' ').toVector
      val (whole, _) = bytes("follow" +: at :+ "--until-caught-up" :+ from :+ "-"*)
      assert(whole.length < 200_000, s"${whole.length} bytes: it is not the end")
      assertEquals(runWith(whole)("follow", "-", to).value, 0)
      assertEquals(ok("dump", "--json", to), ok("dump", "--json", from))
      val damaged = whole.clone
      damaged(whole.length / 2) = (damaged(whole.length / 2) ^ 1).toByte
      isComplaint(runWith(damaged)("follow", "-", to), "is damaged", code = 1)
    isComplaint(
      runWith("ssh: no route".getBytes(UTF_8))("follow", "-", folder.resolve("x").toString),
      "is none",
      code = 1
    )
    isComplaint(runWith(Array.emptyByteArray)("follow", "-", folder.resolve("x").toString), "is empty", code = 1)
    assert(!Files.exists(folder.resolve("x")))
    // Nobody listens there.
    val closed = "jdbc:postgresql://127.0.0.1:1/none"
    isComplaint(run("follow", from, closed), closed, code = 1)

  folder.test("promotion in order: fence, copy the rest, promote"): folder =>
    for (name, other) <- List(("f", "g"), ("f.db", "g.db")) do
      def place(of: String) = if of.endsWith(".db") then url(folder, of) else folder.resolve(of).toString
      val (from, to, files) = (place(name), place(other), folder.resolve(s"source-$name").toString)
      ShopEvent.write(Path.of(files), 50)
      if name.endsWith(".db") then ok("copy", files, from): Unit else ok("restore", backup(folder, files), from): Unit
      assertEquals(run("follow", "--until-caught-up", from, to).value, 0)
      val exported = ok("export", from)
      isComplaint(runWith(exported.getBytes(UTF_8))("import", to, "-"), "is a replica of", code = 1)
      isComplaint(run("promote", from), "this is no replica")
      more(from)
      isComplaint(run("promote", to, "--fence-source", from), "lacks 3 records", code = 1)
      isComplaint(runWith(exported.getBytes(UTF_8))("import", from, "-"), "was fenced at", code = 1)
      assert(clue(ok("info", from)).contains("\nrole      fenced at "))
      assertEquals(run("follow", "--until-caught-up", from, to).value, 0)
      assert(clue(ok("promote", to, "--fence-source", from)).startsWith("promoted at "))
      assert(clue(ok("info", to)).contains("\nrole      promoted at "))
      more(to)
      isComplaint(run("follow", from, to), "was promoted at", code = 1)
      // The old log follows the new one.
      assertEquals(run("follow", "--until-caught-up", to, from).value, 0)
      assertEquals(ok("dump", "--json", from), ok("dump", "--json", to))

  private def backup(folder: Path, files: String): String =
    val to = folder.resolve("backup").toString
    ok("backup", files, to): Unit
    to

  private def more(place: String): Unit =
    if place.startsWith("jdbc:") then
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(place)
      val log = brine.jdbc.JdbcEventLog.open(source)
      try for n <- 1 to 3 do assert(log.append("more", s"event $n").await().isRight)
      finally log.close()
    else append(place, 3)

  folder.test("a replica that cannot be fenced at its source says what is left to do"): folder =>
    val (from, to) = (folder.resolve("from").toString, folder.resolve("to").toString)
    ShopEvent.write(Path.of(from), 20)
    assertEquals(run("follow", "--until-caught-up", from, to).value, 0)
    assert(clue(ok("promote", to)).contains(s"$from was not fenced: make sure that no program appends to it"))
    assert(clue(ok("fence", from)).startsWith("fenced at "))
    assertEquals(ok("fence", from), ok("fence", from))
    Using.resource(Journal.open(Path.of(to))): _ =>
      isComplaint(run("fence", to), "is open for writing already", code = 1)

  folder.test("places and options that do not fit are refused, and create nothing"): folder =>
    val from = folder.resolve("from").toString
    ShopEvent.write(Path.of(from), 20)
    val own = folder.resolve("own").toString
    append(own, 3)
    isComplaint(run("follow", from, own), "has records and is no replica")
    isComplaint(run("follow", from, from), "cannot be copied into itself")
    isComplaint(run("follow", from, s"$from/within"), "is within")
    isComplaint(run("follow", url(folder, "x.db"), url(folder, "x.db")), "are the same log")
    isComplaint(run("follow", folder.resolve("none").toString, own), "is no journal")
    isComplaint(run("follow", "-", "-"), "one of them is a place")
    isComplaint(run("follow", from), "takes FROM TO")
    isComplaint(run("follow", from, own, "--at", "2026-01-01"), "--at means nothing here")
    isComplaint(run("follow", "-", own, "--recent"), "--recent means nothing here")
    isComplaint(run("follow", from, "-", "--json"), "--json means nothing here")
    isComplaint(run("follow", own, "--end", "--json"), "--json means nothing here")
    isComplaint(run("follow", from, own, "--to-log", "x_"), "TO is a folder")
    isComplaint(run("promote", own), "this is no replica")
    isComplaint(run("promote", folder.resolve("none").toString), "is no journal")
    isComplaint(run("promote", url(folder, "none.db")), "no file")
    isComplaint(run("promote", own, "--fence-log", "x_"), "--fence-log is for --fence-source")
    isComplaint(run("fence", folder.resolve("none").toString), "is no journal")
    assertEquals(Files.list(folder).toArray.length, 2)

  test("progress says how far it is, how far behind, and why it waits"):
    val status =
      FollowStatus(FollowStep.Following, 12345, Offset(12345), 67, Duration.ofSeconds(8), 1000, 2, Option("no route"))
    assertEquals(
      FollowLine.text(status),
      "follow: following, 12,345 records, 1,000 records/s; behind by 67 records, 8 s; 2 deleted before they were " +
        "copied; no route"
    )
    for isTerminal <- List(true, false) do
      val shown = Captured(
        FollowLine(asJson = false, isTerminal).show(
          status.copy(lag = 0, behind = Duration.ZERO, missed = 0, failure = None)
        )
      )
      assertEquals(shown.out, "")
      assertEquals(
        shown.err.stripPrefix("\r").stripLineEnd,
        "follow: following, 12,345 records, 1,000 records/s; behind by 0 records"
      )
    val line = Captured(FollowLine(asJson = true, isTerminal = true).show(status)).out
    assertEquals(line.count(_ == '\n'), 1)
    assertEquals(ujson.read(line)("behindMillis").num.toInt, 8000)
