package brine.entity.process.search

import brine.actor.{ActorSystem, Backoff}
import brine.entity.process.*
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import munit.FunSuite
import scala.concurrent.duration.*

/** A program whose events have unknown instances for a while is killed after each of its appends, and so is the next
  * life of it: each event is reacted to once, and its command is sent with one key.
  */
class TallyCutSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 10.minutes

  private val settings = ProcessSettings(
    parallel = 1,
    attempts = 1,
    backoff = Backoff(1.milli, 3.millis),
    saveEvery = Duration.ofHours(1),
    closeTimeout = Duration.ZERO
  )

  test("kills at each append of two lives"):
    var first = 0
    var lives = 0
    while
      val story = Story(first)
      lives += story.run()
      story.isCut
    do first += 1
    // The claim, what is set aside, and a step and a reply for each of two events.
    assert(first >= 6, first)
    assert(lives > 50, lives)

  /** A first life with a number of appends, and all second lives after it. */
  private final class Story(first: Int):
    var isCut = false

    /** Returns the number of lives. */
    def run(): Int =
      var second = 0
      var lives  = 0
      while
        lives += 3
        val program = Program()
        try
          isCut = program.live(first, Set(1, 3))
          val again = program.live(second, Set(2))
          program.live(Int.MaxValue, Set.empty): Unit
          program.checkEnd()
          again
        catch
          case wrong: Throwable =>
            throw AssertionError(s"killed after $first, $second appends: ${wrong.getMessage}", wrong)
        finally program.close()
      do second += 1
      lives

  private final class Program:
    private val system = ActorSystem()
    private val sent   = ConcurrentHashMap[Long, Set[String]]()
    private var memory = MemoryEventLog()
    for number <- 1L to 3L do memory.append("count-1", Counted("i", number)).await(): Unit
    memory.append("count-1", Counted("j", 4)).await(): Unit

    /** Lives until it is killed, or all is done that can be done. Returns whether it was killed.
      *
      * @param wrong
      *   numbers of the events whose instance nobody can say
      */
    def live(appends: Int, wrong: Set[Long]): Boolean =
      val log     = CutLog(memory, appends)
      val process =
        try Some(start(log, wrong))
        catch case _: ProcessException if log.isCut => None
      process.foreach: running =>
        // Beside this thread: a log that refuses everything keeps it waiting until the end.
        val replays = CompletableFuture.runAsync(() => replay(running))
        while !log.isCut && !replays.isDone do Thread.sleep(1)
        val wasCut = log.isCut
        memory.close()
        running.close()
        replays.handle((_, failed) => if failed != null && !wasCut then throw failed).join(): Unit
      val wasCut = log.isCut
      if !memory.source.isClosed then memory.close()
      memory = memory.openAgain()
      TallyOracle.checkNow(memory, sent)
      wasCut

    private def start(log: CutLog, wrong: Set[Long]): RunningProcess =
      Processes.start(log, system, Tally(event => wrong(event.number)), settings): (number, key) =>
        sent.merge(number, Set(key.text), _ ++ _): Unit
        "done"

    /** Replays what is set aside, once all was read. */
    private def replay(process: RunningProcess): Unit =
      process.await(memory.durable, 60.seconds)
      process.setAside.distinctBy(one => (one.instance, one.stream)).foreach(process.replay(_): Unit)

    def checkEnd(): Unit = TallyOracle.checkEnd(memory, sent)

    def close(): Unit =
      memory.close()
      system.shutdown(): Unit
