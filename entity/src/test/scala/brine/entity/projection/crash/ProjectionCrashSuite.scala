package brine.entity.projection.crash

import brine.effort.Effort
import brine.entity.projection.*
import brine.journal.Journal
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Kills processes that append to a journal and project it into a database, as `kill -9` does, at random moments, in
  * rounds on one journal and one database. After each, what is in the database must be the fold of all records up to
  * the position that it has: nothing skipped, nothing twice.
  */
class ProjectionCrashSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 120.minutes

  private def rounds(name: String, count: Int)(open: => TestDatabase): Unit =
    test(s"$count processes killed while they project into $name"):
      val seed     = System.nanoTime // printed, to repeat the same kind of round
      val random   = SplittableRandom(seed)
      val folder   = Files.createTempDirectory("brine-projected")
      val database = open
      try
        database(Moves.createTable(_))
        val positions = (1 to count).map: round =>
          live(folder.resolve("log"), database.url, random)
          check(folder.resolve("log"), database, s"round $round of seed $seed")
        println(s"$name, seed $seed: $count processes killed, positions ${positions.min} to ${positions.max}")
        assert(positions.last > 0)
      finally
        database.close()
        TestDatabase.deleteAll(folder)

  private def live(log: Path, url: String, random: SplittableRandom): Unit =
    val java      = Path.of(sys.props("java.home"), "bin", "java").toString
    val options   = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", sys.props("java.class.path"))
    val arguments = List("brine.entity.projection.crash.ProjectionProcess", log.toString, url, s"${random.nextLong()}")
    val process   = ProcessBuilder((java :: options ::: arguments).asJava)
      .redirectError(ProcessBuilder.Redirect.DISCARD)
      .start()
    try
      val lines = BufferedReader(InputStreamReader(process.getInputStream))
      // Now and then it is killed while it opens.
      if random.nextInt(5) > 0 then assertEquals(lines.readLine(), "running")
      process.waitFor(random.nextInt(1500), TimeUnit.MILLISECONDS): Unit
    finally process.toHandle.destroyForcibly(): Unit
    assertEquals(process.waitFor(), 137)

  private def check(folder: Path, database: TestDatabase, round: String): Long =
    val position = SqlProjection.versions(database.connect, "moves").headOption.fold(0L)(_.position.sequence)
    Using.resource(Journal.open(folder, ProjectionProcess.settings)): log =>
      val records = log.readAll[Move]().toVector.toOption.get.filter(_.offset.sequence <= position)
      assertEquals(database(Moves.lines(_)), Moves.fold(records), round)
      position

  rounds("SQLite", Effort.projectionKills)(TestDatabase.Sqlite())
  rounds("PostgreSQL", Effort.projectionKills)(TestDatabase.Postgresql())
