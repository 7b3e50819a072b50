package brine.entity.projection.crash

import brine.entity.projection.*
import brine.journal.{Journal, JournalSettings}
import java.nio.file.Path
import java.sql.DriverManager
import java.util.SplittableRandom

/** The process that [[ProjectionCrashSuite]] kills: it appends to a journal, and runs a projection of it into a
  * database, until it is killed. It prints a line once records are in the database. Arguments: folder of the journal,
  * URL of the database, seed.
  */
object ProjectionProcess:
  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 18, firstSegmentSize = 1 << 16)

  def main(arguments: Array[String]): Unit =
    val Array(folder, url, seed) = arguments
    val log                      = Journal.open(Path.of(folder), settings)
    val own                      = SplittableRandom(seed.toLong)
    val quick                    = ProjectionSettings.defaults.withBatchSize(1 + own.nextInt(50))
    // It closes and starts its projection again now and then, too.
    val threads = Vector.fill(1 + own.nextInt(4)):
      val random = own.split()
      Thread.ofPlatform.start: () =>
        while true do log.append(s"line-${random.nextInt(8)}", Move(random.nextInt(1000))).await(): Unit
    var isTold = false
    while true do
      val moves = SqlProjection.start(log, Moves.projection(), () => DriverManager.getConnection(url), quick):
        Moves.store(_, _)
      while !isTold && moves.status.applied == 0 do Thread.sleep(1)
      if !isTold then println("running")
      isTold = true
      Thread.sleep(20 + own.nextInt(300))
      moves.close()
    threads.foreach(_.join())
