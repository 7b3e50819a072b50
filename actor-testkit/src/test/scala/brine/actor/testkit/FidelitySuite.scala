package brine.actor.testkit

import brine.effort.Effort
import brine.actor.*
import java.util.concurrent.{ConcurrentLinkedQueue, ThreadLocalRandom}
import java.util.concurrent.atomic.LongAdder
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Whatever a real system does, on several threads, is among what the searches of the test kit have seen. */
class FidelitySuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private val runs = 10

  private final class Listening extends ActorListener:
    val actors  = ConcurrentLinkedQueue[ActorRef[?]]()
    val stops   = LongAdder()
    val letters = ConcurrentLinkedQueue[DeadLetter]()

    override def onSpawn(ref: ActorRef[?]): Unit                          = actors.add(ref): Unit
    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = stops.increment()
    override def onDeadLetter(letter: DeadLetter): Unit                   = letters.add(letter): Unit

    /** Nobody was busy or about to tell others of its end, and nothing was handled while that was looked at. */
    def isIdle(system: ActorSystem): Boolean =
      val before = (system.statistics, actors.size)
      val cells  = actors.asScala.map(_.targetCell).toVector
      !cells.exists(_.cellBusy) && cells.count(_.cellClosed) == stops.sum && (system.statistics, actors.size) == before

  private def live(program: RandomProgram): Any =
    val listening = Listening()
    val system    = ActorSystem(ActorSystemSettings(workers = 3, listener = listening, daemon = true))
    try
      val state    = program.build(system, _ => if ThreadLocalRandom.current().nextBoolean() then "left" else "right")
      val deadline = System.nanoTime() + 20.seconds.toNanos
      while !(listening.isIdle(system) && listening.isIdle(system)) do
        assert(System.nanoTime() < deadline, "not idle after 20 seconds")
        Thread.onSpinWait()
      state(listening.letters.asScala)
    finally
      val _ = system.shutdown()

  private val logger = java.util.logging.Logger.getLogger("brine.actor")
  private val level  = logger.getLevel

  // The programs fail on purpose, thousands of times.
  override def beforeAll(): Unit = logger.setLevel(java.util.logging.Level.OFF)
  override def afterAll(): Unit  = logger.setLevel(level)

  test("final states of real systems are final states of the test kit"):
    val programs = Effort.searchedPrograms * 2 / 5
    var compared = 0
    val several  = mutable.HashSet[Long]()
    for seed <- 1000L until 1000L + programs do
      val program     = RandomProgram(seed, plain = true)
      val seen        = mutable.HashSet[Any]()
      val exploration = Explore.check(Search.Exhaustive(1000)): system =>
        val state = program(system)
        system.whenIdle(seen += state(): Unit)
      if exploration.complete then
        val states  = Vector.fill(runs)(live(program))
        val untried = seen.map(program.withoutTries)
        states.foreach: state =>
          assert(
            seen(state) || untried(program.withoutTries(state)),
            s"seed $seed: $state is none of\n${seen.mkString("\n")}"
          )
        compared += 1
        if seen.size > 1 then several += seed
    assert(compared >= programs * 2 / 3, s"only $compared programs were small enough")
    assert(several.size >= programs / 6, s"only ${several.size} programs had more than one final state")
