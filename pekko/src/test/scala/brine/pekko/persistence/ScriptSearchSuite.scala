package brine.pekko.persistence

import brine.effort.Effort
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Journal, JournalSettings}
import brine.pekko.persistence.Script.*
import com.typesafe.config.{ConfigFactory, ConfigUtil}
import java.nio.file.{Files, Path}
import java.util.{Comparator, SplittableRandom}
import org.apache.pekko.actor.{ActorRef, ActorSystem, BootstrapSetup, Props}
import org.apache.pekko.actor.setup.ActorSystemSetup
import org.apache.pekko.persistence.{Recovery, SnapshotSelectionCriteria}
import org.apache.pekko.pattern.{ask, gracefulStop}
import org.apache.pekko.util.Timeout
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Compares random persistent actors over logs of Brine with the same over Pekko's journal in memory and its snapshot
  * store of files: each step has the same answer.
  */
class ScriptSearchSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private given Timeout = Timeout(20.seconds)

  test("in memory")(inFolder(folder => compare(folder, MemoryEventLog(), seed = 1)))

  test("in files, with small segments"):
    inFolder: folder =>
      val settings = JournalSettings(segmentSize = 64 << 10, firstSegmentSize = 64 << 10)
      compare(folder, Journal.open(folder.resolve("log"), settings), seed = 2)

  test("in SQLite"):
    inFolder: folder =>
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(s"jdbc:sqlite:${folder.resolve("test.db")}?journal_mode=WAL&busy_timeout=10000&synchronous=OFF")
      compare(folder, JdbcEventLog.open(source, JdbcSettings(requireDurable = false)), seed = 3)

  private def compare(folder: Path, log: EventLog, seed: Long): Unit =
    val reference = ConfigFactory.parseString(s"""
      pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
      pekko.persistence.snapshot-store.plugin = "pekko.persistence.snapshot-store.local"
      pekko.persistence.snapshot-store.local.dir = ${ConfigUtil.quoteString(folder.resolve("snapshots").toString)}
    """)
    val ours   = system(PersistenceSystem.config(), BrinePersistence.setup(log))
    val theirs = system(reference.withFallback(PersistenceSystem.config()), BrinePersistence.setup)
    try
      for program <- 1 to Effort.pekkoScripts do
        val random = SplittableRandom(seed * 1_000_003 + program)
        run(s"script-$program", random, theirs, ours)
    finally
      for system <- Vector(ours, theirs) do
        system.terminate()
        Await.result(system.whenTerminated, 30.seconds): Unit
      log.close()

  private def system(config: com.typesafe.config.Config, setup: BrinePersistenceSetup): ActorSystem =
    ActorSystem("test", ActorSystemSetup(BootstrapSetup(config), setup))

  private def run(id: String, random: SplittableRandom, theirs: ActorSystem, ours: ActorSystem): Unit =
    var actors  = Vector.empty[ActorRef]
    var history = Vector.empty[String]
    var texts   = 0
    var most    = 0L

    def begin(recovery: Recovery) =
      actors.foreach(actor => Await.result(gracefulStop(actor, 20.seconds), 20.seconds): Unit)
      actors = Vector(theirs, ours).map(_.actorOf(Props(new Script(id, recovery))))
      history :+= s"begin $recovery"

    def step(step: Step) =
      history :+= step.toString
      val answers = actors.map(actor => Await.result(actor ? step, 20.seconds))
      assertEquals(answers(1), answers(0), s"$id: ${history.mkString("; ")}")
      answers(0) match
        case (_, last: Long) => most = math.max(most, last)
        // Pekko itself refuses to delete events that do not exist.
        case refused => assert(refused.toString.contains("must be less than or equal to lastSequenceNr"), refused)

    def some() = Vector.fill(1 + random.nextInt(4)):
      texts += 1
      s"$texts"

    def number() = 1 + random.nextLong(most + 2)

    begin(Recovery())
    for _ <- 1 to 25 do
      random.nextInt(13) match
        case 0 | 1 => step(Persist(some()))
        case 2 | 3 => step(OneByOne(some()))
        case 4     => step(Async(some()))
        case 5 | 6 => step(Save)
        case 7     => step(Delete(number()))
        case 8     => step(DeleteSnapshots(number()))
        case 9     => step(DeleteOneSnapshot(number()))
        case 10    => begin(Recovery())
        case 11    =>
          history :+= "fail"
          actors.foreach(_ ! Fail)
        case _ =>
          // A part of the events, only to look at.
          val snapshot = SnapshotSelectionCriteria(if random.nextBoolean() then Long.MaxValue else number())
          val most     = if random.nextBoolean() then Long.MaxValue else random.nextLong(4)
          begin(Recovery(snapshot, number(), most))
          step(Get)
          begin(Recovery())
      step(Get)

  private def inFolder(body: Path => Unit): Unit =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder)
    finally
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
