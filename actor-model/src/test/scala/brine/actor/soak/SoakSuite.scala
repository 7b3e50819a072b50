package brine.actor.soak

import brine.effort.Effort
import scala.concurrent.duration.*

final class SoakSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  test(s"${Effort.storms} storms balance"):
    val lines = List.newBuilder[String]
    val good  = Soak.run(Soak.Bound.Storms(Effort.storms), System.nanoTime(), lines += _)
    assert(good, lines.result().mkString("\n"))

  test("a message that reaches nobody is missed"):
    val ledger = Ledger()
    ledger.sent.increment()
    assertEquals(ledger.missing, 1L)
