package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import brine.journal.state.FileStates
import brine.journal.tools.Verification
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.{CompletableFuture, TimeUnit}
import scala.collection.mutable
import scala.util.control.NonFatal

/** Power cuts while states are saved, deleted, loaded and moved, beside a map: none that was promised may be gone, none
  * comes back, and none is ahead of its log.
  */
class StateSimulationSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("power cuts while states are saved, deleted and moved"):
    val trials = Trials("power cut while states are saved and moved")
    trials.run(Effort.stateFaults): seed =>
      val random  = SplittableRandom(seed)
      val model   = StateSimulationSuite.Model()
      var storage = FaultStorage(seed)
      for life <- 1 to 3 do
        val run = StateSimulationSuite.Run(storage, random.split(), model)
        run.live(cutAfter = 30 + random.nextInt(if life == 1 then 3000 else 1200))
        storage = storage.crash(random.nextLong())
        trials.count(run.check(storage))

  test("without a power cut, every call gives what the map gives"):
    for seed <- 1L to Effort.stateFaults / 10 do
      val model   = StateSimulationSuite.Model()
      val storage = FaultStorage(seed)
      val run     = StateSimulationSuite.Run(storage, SplittableRandom(seed), model)
      try run.live(cutAfter = Long.MaxValue)
      catch case error: Throwable => throw AssertionError(s"seed $seed: $error", error)
      model.allSafe()
      run.check(storage): Unit

object StateSimulationSuite:
  private val folder   = Path.of("/journal")
  private val settings = JournalSettings(segmentSize = 1 << 16)

  /** A state as the model has it: its offset and its text; None for none. */
  private type State = Option[(Long, String)]

  /** For each key, what it may have: the last state that is promised, and those after it. */
  private final class Model:
    private val states = mutable.HashMap.empty[String, Vector[State]].withDefaultValue(Vector(None))

    def keys: Vector[String]                    = states.keys.toVector
    def mayBe(key: String): Vector[State]       = states(key)
    def accepted(key: String, one: State): Unit = states(key) = states(key) :+ one

    /** The last one that was accepted is durable. */
    def safe(key: String): Unit                        = states(key) = Vector(states(key).last)
    def allSafe(): Unit                                = keys.foreach(safe)
    def foundAfterCrash(key: String, one: State): Unit = states(key) = Vector(one)

    /** No older one than this may be found from now on. */
    def found(key: String, one: State): Unit =
      val all = states(key)
      states(key) = all.drop(all.lastIndexOf(one))

  private final class PowerIsOff extends Exception("the power is off", null, false, false)

  private def fails(what: String): Nothing = throw AssertionError(what)

  private final class Run(storage: FaultStorage, random: SplittableRandom, model: Model):
    private var journal: Journal = null

    def live(cutAfter: Long): Unit =
      try
        journal = Journal.open(folder, settings, storage)
        if cutAfter < Long.MaxValue then storage.cutPowerAfter(cutAfter)
        for _ <- 1 to 400 do step()
      catch case _: (PowerIsOff | JournalException) if cutAfter < Long.MaxValue => ()
      finally
        if journal != null then
          try journal.close()
          catch case NonFatal(_) if cutAfter < Long.MaxValue => ()

    private def files: FileStates = journal.states match
      case files: FileStates => files
      case other             => fails(s"$other")

    private def step(): Unit = random.nextInt(40) match
      case 0 =>
        journal.close()
        // If the power is on, closing has made all durable. Then the next opening succeeds.
        journal = Journal.open(folder, settings, storage)
        if journal.state.acceptsAppends then check(model.keys, isExact = false): Unit
      case 1 | 2 | 3 => orOff(journal.append("events", ExpectedVersion.Any, Seq.fill(3)("event")).await()): Unit
      case 4 | 5     => files.log.foreach(_.endSegment())
      case 6 | 7     => move()
      case 8 | 9     => load(key())
      case 10 | 11   => moveMeanwhile()
      case _         => change()

    private def orOff[E, A](result: Either[E, A]): A = result.getOrElse(throw PowerIsOff())

    private def key(): String =
      if random.nextBoolean() then s"hot ${random.nextInt(3)}" else s"key ${random.nextInt(40)}"

    private def change(): Unit =
      val (name, level) = (key(), Level.values.apply(random.nextInt(3)))
      val next: State   = Option.when(random.nextInt(4) > 0):
        (random.nextLong(journal.durable.sequence + 1), s"${random.nextInt()}".padTo(random.nextInt(3000), 'x'))
      model.accepted(name, next)
      val result = next match
        case Some((offset, text)) => journal.states.save(name, Offset(offset), text, level)
        case None                 => journal.states.delete(name, level)
      orOff(result.get(2, TimeUnit.MINUTES))
      if level == Level.Disk then
        model.safe(name)
        load(name)

    private def move(): Unit =
      try files.clean(all = true)
      catch case NonFatal(_) if isOff => throw PowerIsOff()

    private def isOff: Boolean = files.log.exists(!_.state.acceptsAppends)

    /** Moves states while others are saved. */
    private def moveMeanwhile(): Unit =
      val moving = CompletableFuture.runAsync(() => move())
      try for _ <- 1 to 20 do change()
      finally
        try moving.get(2, TimeUnit.MINUTES): Unit
        catch case _: java.util.concurrent.ExecutionException => throw PowerIsOff()

    private def load(name: String): Unit =
      val found = orOff(journal.states.load[String](name)).map(state => (state.offset.sequence, state.state))
      if !model.mayBe(name).contains(found) then
        fails(s"'$name' is ${clip(found)}, not one of ${model.mayBe(name).map(clip)}")
      model.found(name, found)

    private def clip(state: State) = state.map((offset, text) => (offset, text.take(20)))

    private def check(names: Vector[String], isExact: Boolean): Int =
      names.count: name =>
        val found = journal.states.load[String](name) match
          case Right(found) => found.map(state => (state.offset.sequence, state.state))
          case Left(error)  => if isExact then fails(error.message) else throw PowerIsOff()
        val mayBe = model.mayBe(name)
        if !mayBe.contains(found) then fails(s"'$name' is ${clip(found)}, not one of ${mayBe.map(clip)}")
        if found.exists(_._1 > journal.durable.sequence) then fails(s"'$name' is ahead: ${clip(found)}")
        model.foundAfterCrash(name, found)
        found.isDefined

    /** Opens what a crash has left, and compares. */
    def check(disk: FaultStorage): String =
      for path <- Seq(folder, folder.resolve("states")) if disk.list(path).exists(_.startsWith("MANIFEST")) do
        val damages = Verification.of(path, settings, disk).fold(error => fails(error.message), _.damages)
        if damages.nonEmpty then fails(damages.map(_.message).mkString("; "))
      journal = Journal.open(folder, settings, disk)
      try if check(model.keys, isExact = true) > 0 then "with states" else "without states"
      finally
        journal.close()
        // What was durable is so for good; what was found is, since it was closed.
        model.allSafe()
