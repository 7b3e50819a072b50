package brine.actor.model

import brine.effort.Effort
import org.jetbrains.lincheck.Lincheck

/** Lincheck runs the list of unanswered requests while their actor handles them, others answer and the actor stops. */
final class UnansweredAsksLincheckSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(300, "s")

  private def run(answered: Int, stops: Boolean): Unit =
    Lincheck.runConcurrentTest(Effort.lincheckOfAsks, () => play(new RealAsks(), answered, stops))

  private def play(asks: RealAsks, answered: Int, stops: Boolean): Unit =
    // Lincheck knows the start and the end of a thread by the methods of this very class.
    val first: Thread  = Answering(asks, isFirst = true)
    val second: Thread = Answering(asks, isFirst = false)
    first.start()
    if answered > 1 then second.start()
    asks.handle()
    if stops then asks.stop()
    first.join()
    if answered > 1 then second.join()
    val open = if stops then 0 else 2 - answered
    if asks.kept != open || asks.completed != 2 - open then
      throw AssertionError(s"${asks.kept} kept, ${asks.completed} completed, $open should be open")

  test("one is answered while both are handled: the other is kept")(run(answered = 1, stops = false))
  test("both are answered by two threads: none is kept")(run(answered = 2, stops = false))
  test("their actor stops meanwhile: none is kept, and both are completed")(run(answered = 2, stops = true))

private final class Answering(asks: RealAsks, isFirst: Boolean) extends Thread:
  override def run(): Unit = asks.answer(isFirst)
