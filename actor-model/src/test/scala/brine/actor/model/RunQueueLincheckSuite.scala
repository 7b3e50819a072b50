package brine.actor.model

import brine.effort.Effort
import org.jetbrains.lincheck.Lincheck

/** Lincheck runs the run queues of the runtime with their owner and two thieves, and finds the mistakes of the twin. */
final class RunQueueLincheckSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(300, "s")

  private def run(invocations: Int)(make: () => QueueSubject): Unit =
    Lincheck.runConcurrentTest(invocations, () => play(make()))

  private def play(queue: QueueSubject): Unit =
    queue.push(0)
    val firstThief  = Thief(queue, 0)
    val secondThief = Thief(queue, 1)
    // Lincheck knows the start and the end of a thread by the methods of this very class.
    val first: Thread  = firstThief
    val second: Thread = secondThief
    first.start()
    second.start()
    queue.push(1)
    var taken = queue.pop()
    queue.push(2)
    taken += queue.pop()
    first.join()
    second.join()
    taken += queue.popAll() + firstThief.taken + secondThief.taken
    if taken != 111 then throw AssertionError(s"taken $taken")

  test("the runtime: oldest first")(run(Effort.lincheckOfRuntime)(() => new RealQueue(newestFirst = false)))
  test("the runtime: newest first")(run(Effort.lincheckOfRuntime)(() => new RealQueue(newestFirst = true)))
  test("the twin")(run(Effort.lincheckOfTwin)(() => QueueTwin(QueueFault.None)))

  for fault <- List(QueueFault.StealWithoutExchange, QueueFault.LastWithoutExchange).take(Effort.lincheckFaults) do
    test(s"seeded fault $fault"):
      val found =
        try
          run(10000)(() => QueueTwin(fault))
          false
        catch case _: AssertionError => true
      assert(found, s"$fault was not found")

private final class Thief(queue: QueueSubject, number: Int) extends Thread:
  var taken = 0

  override def run(): Unit = taken = queue.steal(number)
