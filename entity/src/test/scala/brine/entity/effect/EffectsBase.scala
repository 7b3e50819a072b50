package brine.entity.effect

import brine.actor.Backoff
import brine.entity.projection.Move
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset, Query, Record}
import java.util.concurrent.CompletableFuture
import munit.FunSuite
import scala.concurrent.duration.*

/** What tests of running effects share. */
trait EffectsBase:
  this: FunSuite =>

  val quick: EffectsSettings = EffectsSettings(
    attempts = 3,
    backoff = Backoff(1.milli, 10.millis),
    saveEvery = java.time.Duration.ZERO,
    closeTimeout = java.time.Duration.ofSeconds(30)
  )

  protected def move(log: EventLog, line: String, number: Long): Offset =
    log.append(s"line-$line", Move(number)).await().fold(error => fail(error.message), _.last)

  protected def effects(begin: EffectsBegin = EffectsBegin.First, name: String = "moves")(
      run: (Record[Move], EffectKey) => Unit
  ): Effects[Move] = Effects[Move](name, begin)(Query.category("line"))(run)

  /** Effects that a receiver receives. */
  protected def received(receiver: Receiver, begin: EffectsBegin = EffectsBegin.First)(
      body: Record[Move] => Unit = _ => ()
  ): Effects[Move] =
    val runner = Object()
    effects(begin)((record, key) => receiver.receive(runner, record, key)(body(record)))

  protected def withLog[A](body: MemoryEventLog => A): A =
    val log = MemoryEventLog()
    try body(log)
    finally log.close()

  protected def eventually(what: => String)(holds: => Boolean): Unit =
    val until = System.nanoTime + 60.seconds.toNanos
    while !holds do
      if System.nanoTime > until then fail(what)
      Thread.sleep(2)

  protected def running[A](log: EventLog, definition: Effects[?], settings: EffectsSettings = quick)(
      body: RunningEffects => A
  ): A =
    val started = Effects.start(log, definition, settings)
    try body(started)
    finally started.close()

  protected def ended(effects: RunningEffects): EffectsError =
    eventually(s"they run: ${effects.status}")(effects.status.end.nonEmpty)
    effects.status.end.get

  protected def asked[A](body: => A): CompletableFuture[A] = CompletableFuture.supplyAsync(() => body)

  protected def asides(effects: RunningEffects): Vector[(String, Long)] =
    effects.setAside.map(one => (one.key, one.offset.sequence))
