package brine.entity.effect.search

import brine.actor.Backoff
import brine.effort.Effort
import brine.entity.effect.*
import brine.entity.projection.Move
import brine.entity.search.PowerCuts
import java.time.Duration
import java.util.SplittableRandom
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of effects: see [[EffectsProgram]]. */
class EffectsSearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private def seeds(name: String)(body: Long => Unit): Unit =
    test(s"${Effort.effectPrograms} random programs $name"):
      val seed = System.nanoTime // printed, to repeat the same programs
      println(s"effects $name, seed $seed")
      for number <- 0 until Effort.effectPrograms do body(seed + number)

  seeds("over a log that fails")(EffectsProgram(_).run())

  seeds("over a disk whose power is cut"): seed =>
    val random   = SplittableRandom(seed)
    val chance   = java.util.Random(seed)
    val receiver = Receiver()
    val wrongs   = EffectsProgram.Wrongs(() => chance.synchronized(chance.nextInt(1000)))
    val settings = EffectsSettings(
      parallel = 1 + random.nextInt(4),
      attempts = 4,
      backoff = Backoff(1.milli, 2.millis),
      timeout = Duration.ofMillis(10),
      maxSetAside = Int.MaxValue,
      saveEvery = Duration.ofMillis(random.nextInt(2) * 10),
      closeTimeout = Duration.ZERO
    )
    def define() =
      val runner = Object()
      EffectsProgram.effects((record, key) => receiver.receive(runner, record, key)(wrongs.happen(record)))
    def failing(body: => Unit): Unit =
      try body
      catch case _: EffectsException => ()
    try
      PowerCuts.run(seed) { (log, _, isOff) =>
        // It may fail, since the power may be off already. A life without it appends as well.
        failing:
          val running = Effects.start(log, define(), settings)
          try
            var left = 40
            while left > 0 && !isOff() do
              left -= 1
              if random.nextInt(10) == 0 then Thread.sleep(5)
              log.append(s"line-${random.nextInt(4)}", Move(EffectsProgram.number(random))).await(): Unit
          finally running.close()
      } { log =>
        EffectsProgram.requireBehind(log, receiver)
        val running = Effects.start(log, define(), settings)
        try EffectsProgram.check(log, running, receiver, wrongs)
        finally running.close()
      }
    catch case wrong: AssertionError => throw AssertionError(s"seed $seed: ${wrong.getMessage}", wrong)
