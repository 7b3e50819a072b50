package brine.entity.search

import brine.actor.ActorSystem
import brine.entity.{Entities, Entity, EntitySettings}
import brine.journal.EventLog
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Entities over a log with callers, as long as there is something to do. */
object EntityLife:
  /** Runs callers until all are over, or the log has ended. Fails if a caller fails, or if an entity does not leave
    * memory at the end.
    *
    * @param callers
    *   what each caller does, on a thread of its own
    * @param hasEnded
    *   whether the log has ended
    */
  def run[C[+_], E, S](log: EventLog, entity: Entity[C, E, S], settings: EntitySettings)(
      callers: Seq[Entities[C] => Unit],
      hasEnded: () => Boolean,
      place: String
  ): Unit =
    val system = ActorSystem()
    try
      val entities = Entities.open(log, system, settings)(entity)
      val problem  = AtomicReference[Throwable]()
      val running  = CountDownLatch(callers.size)
      callers.foreach: caller =>
        Thread.ofVirtual.start: () =>
          try caller(entities)
          catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
          finally running.countDown(): Unit
      while !running.await(1, TimeUnit.MILLISECONDS) && !hasEnded() && problem.get == null do ()
      entities.close()
      running.await()
      if problem.get != null then throw AssertionError(s"$place: a client failed", problem.get)
      // Closed entities leave memory: none waits, or is lent, for ever.
      val until = System.nanoTime + 20_000_000_000L
      while entities.inMemory > 0 && System.nanoTime < until do Thread.sleep(1)
      if entities.inMemory > 0 then throw AssertionError(s"$place: ${entities.inMemory} entities are in memory")
      if entities.stateBytes != 0 then throw AssertionError(s"$place: ${entities.stateBytes} bytes are in memory")
    finally system.shutdown(): Unit
