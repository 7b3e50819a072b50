package brine.cli.journal

import brine.commandline.{Captured, TemporaryFolder}
import brine.jdbc.JdbcEventLog
import brine.journal.*
import java.io.InputStream
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.util.Using

/** Which logs `promote --fence-source` fences, and which it leaves alone. */
class PromoteTaskSuite extends TemporaryFolder:
  override val munitTimeout: Duration = 5.minutes

  private def run(arguments: String*): Captured[Int] =
    Captured(JournalCommand(() => InputStream.nullInputStream).run(arguments.toList))

  private def ok(arguments: String*)(using munit.Location): String =
    val ran = run(arguments*)
    assertEquals((ran.value, ran.err), (0, ""), ran.out)
    ran.out

  private def isComplaint(ran: Captured[Int], code: Int, says: String*)(using munit.Location): Unit =
    assertEquals(ran.value, code, ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    says.foreach(one => assert(clue(ran.err).contains(one)))

  /** Places of both kinds. */
  private def places(folder: Path)(body: (String => String) => Unit): Unit =
    body(name => folder.resolve(s"files-$name").toString)
    body(name => s"jdbc:sqlite:${folder.resolve(s"$name.db")}")

  private def append(place: String, events: String*)(using munit.Location): Unit =
    def to(log: EventLog) =
      for event <- events do assert(log.append("a", event).await().isRight)
    if place.startsWith("jdbc:") then
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(place)
      Using.resource(JdbcEventLog.open(source))(to)
    else Using.resource(Journal.open(Path.of(place)))(to)

  private def followed(from: String, to: String)(using munit.Location): Unit =
    assertEquals(run("follow", "--until-caught-up", from, to).value, 0)

  private def isFenced(place: String)(using munit.Location): Boolean =
    ok("info", place).contains("\nrole      fenced at ")

  folder.test("the old log of a replica that is promoted already is fenced, also if both have gone on"): folder =>
    places(folder): place =>
      val (from, to) = (place("from"), place("to"))
      append(from, "1", "2")
      followed(from, to)
      assert(clue(ok("promote", to)).contains("was not fenced"))
      append(to, "own")
      isComplaint(run("promote", to, "--fence-source", place("none")), 2, "no ")
      assert(!isFenced(from))
      val said = ok("promote", to, "--fence-source", from)
      assert(clue(said).startsWith("promoted at "))
      assert(!clue(said).contains("was not fenced"))
      assert(isFenced(from))
      // Programs of the old log have gone on.
      assertEquals(run("promote", from).value, 0)
      append(from, "3", "4")
      isComplaint(
        run("promote", to, "--fence-source", from),
        1,
        "was promoted without 2 records",
        s"is fenced now; to undo that: ./brine journal promote $from"
      )
      assert(isFenced(from))
      append(to, "still")

  folder.test("a log that is not the one of the replica is not fenced"): folder =>
    places(folder): place =>
      val (from, to, other, empty) = (place("from"), place("to"), place("other"), place("empty"))
      append(from, "1", "2")
      followed(from, to)
      append(other, "1", "2", "3")
      append(empty)
      for (role, log) <- List("replica", "promoted").flatMap(role => List(other, empty).map((role, _))) do
        if role == "promoted" && !ok("info", to).contains("promoted at") then ok("promote", to): Unit
        isComplaint(run("promote", to, "--fence-source", log), 1, "The log was not fenced", s"journal fence $log")
        assert(!isFenced(log), log)
        assert(clue(ok("info", to)).contains(if role == "replica" then "replica of" else "promoted at"))
      append(other, "4")

  folder.test("an empty replica belongs to the log that its role names"): folder =>
    places(folder): place =>
      val (from, to, other) = (place("from"), place("to"), place("other"))
      for log <- List(from, other) do append(log)
      followed(from, to)
      append(other, "1")
      isComplaint(run("promote", to, "--fence-source", other), 1, "The log was not fenced")
      append(other, "2")
      append(from, "1")
      isComplaint(run("promote", to, "--fence-source", from), 1, "lacks 1 record of the log", "is fenced now")
      followed(from, to)
      assert(clue(ok("promote", to, "--fence-source", from)).startsWith("promoted at "))

  folder.test("a log is not its own source, under any name"): folder =>
    places(folder): place =>
      val (from, to) = (place("from"), place("to"))
      append(from, "1")
      followed(from, to)
      isComplaint(run("promote", to, "--fence-source", to), 2, "same log")
      val alias = folder.resolve("alias" + (if to.startsWith("jdbc:") then ".db" else ""))
      val named = Path.of(to.stripPrefix("jdbc:sqlite:"))
      if to.startsWith("jdbc:") then Files.createLink(alias, named): Unit
      else Files.createSymbolicLink(alias, named): Unit
      isComplaint(
        run("promote", to, "--fence-source", if to.startsWith("jdbc:") then s"jdbc:sqlite:$alias" else alias.toString),
        2,
        "same log"
      )
      assert(clue(ok("info", to)).contains("replica of"))

  folder.test("--log names the tables of both, unless --fence-log names those of the old log"): folder =>
    val url   = s"jdbc:sqlite:${folder.resolve("shop.db")}"
    val files = folder.resolve("files").toString
    append(files, "1")
    assertEquals(run("follow", "--until-caught-up", files, url, "--log", "old_").value, 0)
    assertEquals(run("promote", url, "--log", "old_").value, 0)
    assertEquals(run("follow", "--until-caught-up", url, url, "--log", "old_", "--to-log", "new_").value, 0)
    isComplaint(run("promote", url, "--log", "new_", "--fence-source", url), 2, "same log")
    assert(clue(ok("promote", url, "--log", "new_", "--fence-source", url, "--fence-log", "old_")).nonEmpty)
    assert(clue(ok("info", url, "--log", "old_")).contains("fenced at"))
    val other = s"jdbc:sqlite:${folder.resolve("other.db")}"
    assertEquals(run("follow", "--until-caught-up", url, other, "--log", "new_").value, 0)
    assert(clue(ok("promote", other, "--log", "new_", "--fence-source", url)).nonEmpty)
    assert(clue(ok("info", url, "--log", "new_")).contains("fenced at"))
