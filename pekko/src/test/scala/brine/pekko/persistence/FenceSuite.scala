package brine.pekko.persistence

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.Notes.Command.*
import java.nio.file.{Files, Path}
import java.util.concurrent.ThreadLocalRandom
import java.util.Comparator
import org.apache.pekko.actor.testkit.typed.scaladsl.TestProbe
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, Behavior, Terminated}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.util.Using

/** Two nodes that do not know of each other have persistent actors of the same ids, as after a partition of a cluster.
  * Whatever is confirmed is stored once and in order, and nothing else is.
  */
class FenceSuite extends munit.FunSuite:
  private val ids    = (1 to 5).map(n => s"notes-$n").toVector
  private val writes = 60

  test("over one log"):
    val log = MemoryEventLog()
    compete(log, log)
    log.close()

  test("over one database, with a log of each node"):
    val folder = Files.createTempDirectory("brine-pekko")
    val source = org.sqlite.SQLiteDataSource()
    source.setUrl(s"jdbc:sqlite:${folder.resolve("test.db")}?journal_mode=WAL&busy_timeout=10000&synchronous=OFF")
    def open() = JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
    val one    = open()
    val two    = open()
    compete(one, two)
    one.close()
    two.close()
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))

  private def compete(one: EventLog, two: EventLog): Unit =
    given ExecutionContext = ExecutionContext.global
    val nodes              = Vector(one, two).zipWithIndex.map((log, node) => Future(write(log, node)))
    val outcomes           = nodes.map(Await.result(_, 120.seconds))
    val confirmed          = outcomes.flatMap(_._1)
    Using.resource(PersistenceSystem(BrinePersistence.setup(one))): system =>
      for id <- ids do
        val stored = system.notes(system.spawn(Notes(id)))
        assertEquals(stored.sorted, confirmed.collect { case (`id`, text) => text }.sorted, id)
        for node <- 0 to 1 do
          val numbers = stored.filter(_.startsWith(s"$node ")).map(_.drop(2).toInt)
          assertEquals(numbers, numbers.sorted, id)
    assert(outcomes.forall(_._1.nonEmpty), "both nodes have written")
    assert(outcomes.map(_._2).sum > 0, "one was stopped, because the other had written")

  /** Writes to random ids, one at a time.
    *
    * @return
    *   what was confirmed, and how many actors have stopped instead
    */
  private def write(log: EventLog, node: Int): (Vector[(String, String)], Int) =
    Using.resource(PersistenceSystem(BrinePersistence.setup(log))): system =>
      val actors    = mutable.Map.empty[String, ActorRef[Notes.Command]]
      val confirmed = Vector.newBuilder[(String, String)]
      var stopped   = 0
      // It gets the answer, or hears that there will be none.
      val probe = TestProbe[Any]()(using system.system)
      for number <- 1 to writes do
        val id    = ids(ThreadLocalRandom.current.nextInt(ids.size))
        val text  = s"$node $number"
        val actor = actors.getOrElseUpdate(id, system.spawn(Notes(id)))
        val watch = system.spawn(watching(actor, probe.ref))
        actor ! Add(Seq(text), probe.ref)
        probe.receiveMessage(20.seconds) match
          case Stopped =>
            stopped += 1
            actors.remove(id): Unit
          case _ => confirmed += id -> text
        system.kit.stop(watch)
      (confirmed.result(), stopped)

  private object Stopped

  private def watching(actor: ActorRef[?], to: ActorRef[Any]): Behavior[Nothing] = Behaviors.setup[Nothing]: context =>
    context.watch(actor)
    Behaviors.receiveSignal[Nothing]:
      case (_, Terminated(_)) =>
        to ! Stopped
        Behaviors.stopped
