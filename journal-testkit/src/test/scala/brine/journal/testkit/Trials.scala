package brine.journal.testkit

import java.util.concurrent.atomic.{AtomicInteger, AtomicReference, LongAdder}
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.jdk.CollectionConverters.*

/** Runs trials of one kind of fault on all cores until a number of faults was injected. Counts the outcomes, and prints
  * the seed that reproduces a failure.
  */
final class Trials(kind: String):
  private val outcomes = ConcurrentHashMap[String, LongAdder]()
  private val injected = LongAdder()

  /** Counts a fault and what came of it. Thread-safe. */
  def count(outcome: String): Unit =
    injected.increment()
    outcomes.computeIfAbsent(outcome, _ => LongAdder()).increment()

  def count: Long = injected.sum

  /** Runs trials with seeds 1, 2, 3 … until `faults` are counted, or ten minutes are over, which is a failure.
    *
    * @throws AssertionError
    *   the first failure, with its seed
    */
  def run(faults: Int)(trial: Long => Unit): Unit =
    val next    = AtomicInteger()
    val failure = AtomicReference[AssertionError]()
    val until   = System.nanoTime + TimeUnit.MINUTES.toNanos(10)
    val threads =
      for _ <- 0 until math.max(2, Runtime.getRuntime.availableProcessors)
      yield Thread
        .ofPlatform()
        .daemon()
        .start: () =>
          while failure.get == null && injected.sum < faults do
            val seed = next.incrementAndGet().toLong
            try
              if System.nanoTime > until then throw AssertionError("out of time")
              trial(seed)
            catch
              // Also what is fatal, such as a LinkageError: a thread that ended alone would hide it, and all trials
              // that were not run.
              case error: Throwable =>
                failure.compareAndSet(null, AssertionError(s"$kind, seed $seed: $error", error)): Unit
    for thread <- threads do
      thread.join(math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime) + 30_000))
      if thread.isAlive then
        failure.compareAndSet(
          null,
          AssertionError(s"$kind: a trial hangs at${thread.getStackTrace.mkString("\n  ", "\n  ", "")}")
        ): Unit
    println(summary)
    if failure.get != null then println(failure.get.getMessage)
    if failure.get != null then throw failure.get

  def summary: String =
    val parts = outcomes.asScala.toVector.sortBy(_._1).map((name, count) => s"${count.sum} $name")
    s"faults injected, $kind: ${injected.sum} (${parts.mkString(", ")})"
