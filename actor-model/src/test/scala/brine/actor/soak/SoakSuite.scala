package brine.actor.soak

import scala.concurrent.duration.*

final class SoakSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  test("storms of half a minute balance"):
    val lines = List.newBuilder[String]
    val good  = Soak.run(30, System.nanoTime(), lines += _)
    assert(good, lines.result().mkString("\n"))

  test("a message that reaches nobody is missed"):
    val ledger = Ledger()
    ledger.sent.increment()
    assertEquals(ledger.missing, 1L)
