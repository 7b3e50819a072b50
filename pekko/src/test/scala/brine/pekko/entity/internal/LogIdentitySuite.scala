package brine.pekko.entity.internal

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.Journal
import brine.journal.testkit.MemoryEventLog
import brine.pekko.Folders
import java.nio.file.Path
import munit.FunSuite
import org.sqlite.SQLiteDataSource

class LogIdentitySuite extends FunSuite:
  private def database(folder: Path, name: String) =
    val source = SQLiteDataSource()
    source.setUrl(s"jdbc:sqlite:${folder.resolve(name)}")
    JdbcEventLog.open(source, JdbcSettings(requireDurable = false))

  test("logs in databases and in files are told apart, and those in memory are not"):
    Folders.using: folder =>
      val one     = database(folder, "one.db")
      val same    = database(folder, "one.db")
      val other   = database(folder, "other.db")
      val files   = Journal.open(folder.resolve("files"))
      val memory  = MemoryEventLog()
      val theirs  = LogIdentity.of(one)
      val problem = LogIdentity.problem(other, theirs)
      assert(theirs.nonEmpty)
      assertEquals(LogIdentity.problem(same, theirs), None)
      assert(problem.exists(_.contains("Open the same log on all nodes")), problem)
      assert(problem.exists(_.contains(theirs.get.toString)), problem)
      assert(LogIdentity.problem(files, theirs).nonEmpty)
      assertEquals(LogIdentity.problem(memory, theirs), None)
      assertEquals(LogIdentity.problem(one, LogIdentity.of(memory)), None)
      Vector(one, same, other, files, memory).foreach(_.close())
