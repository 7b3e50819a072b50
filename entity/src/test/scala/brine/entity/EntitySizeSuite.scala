package brine.entity

import brine.actor.ActorSystem
import brine.effort.{Effort, HeapInUse}
import brine.journal.testkit.MemoryEventLog
import java.util.concurrent.TimeUnit
import munit.FunSuite
import scala.concurrent.Await
import scala.concurrent.duration.*

/** The heap that an idle entity takes, as the guide says it, with its id of eight characters and without its state.
  * Measured in a JVM of its own, as the difference of its heap before and after many were loaded: enough that what all
  * share does not count. The buffers of entities in use alone take up to 1.3 MB. The entities that are loaded before
  * the measurement leave more or less of them. Each collection compacts the heap: otherwise the serial collector leaves
  * garbage in it, up to 5 %, where moving what lives would cost more, and counts that as used.
  */
class EntitySizeSuite extends FunSuite:
  override val munitTimeout: Duration = 30.minutes

  test("an idle entity takes at most 200 bytes"):
    val java    = s"${sys.props("java.home")}/bin/java"
    val command = List(java, "-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1", "-Xmx1g") ++
      List("-cp", sys.props("java.class.path"), "brine.entity.EntitySizes", Effort.measuredEntities.toString)
    val process = ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    val text    = String(process.getInputStream.readAllBytes).trim
    assert(process.waitFor(10, TimeUnit.MINUTES))
    assertEquals(process.exitValue, 0, text)
    println(s"an idle entity: $text bytes")
    assert(text.toDouble <= 200, text)

enum Counting[+R] derives Commands:
  case Get extends Counting[Int]

object Countings extends Entity[Counting, Int, Int]("counting"):
  def initial: Int                                                          = 0
  def decide[R](sum: Int, command: Counting[R])(using At): Decision[Int, R] = command match
    case Counting.Get => Decision.reply(sum)
  def evolve(sum: Int, event: Int): Int = sum + event

/** Prints the bytes of one idle entity. */
object EntitySizes:
  def main(arguments: Array[String]): Unit =
    val count     = arguments(0).toInt
    val system    = ActorSystem()
    val log       = MemoryEventLog()
    val countings = Entities.open(log, system, EntitySettings(maxInMemory = Int.MaxValue / 2))(Countings)
    def load(from: Int, until: Int): Unit =
      for begin <- from until until by 1000 do
        val replies =
          (begin until math.min(begin + 1000, until)).map(id => countings(f"$id%08d").askAsync(Counting.Get))
        replies.foreach(Await.result(_, 1.minute))
    // Loads classes, and lets tables and pools reach their size.
    load(0, count / 10)
    val before = HeapInUse.settled()
    load(count / 10, count / 10 + count)
    println((HeapInUse.settled() - before).toDouble / count)
    countings.close()
    system.shutdown(): Unit
    log.close()
