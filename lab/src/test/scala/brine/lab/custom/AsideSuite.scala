package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.failure.{Refusal, RunFailure}
import java.util.concurrent.CountDownLatch

final class AsideSuite extends munit.FunSuite:
  test("a cancelled run leaves work behind that cannot be interrupted"):
    val cancellation = Cancellation()
    val begun        = CountDownLatch(1)
    val never        = CountDownLatch(1)
    val stopper      = Thread: () =>
      begun.await()
      cancellation.request()
    stopper.start()
    val failure = intercept[RunFailure]:
      Aside.one(cancellation, "ended early"):
        begun.countDown()
        while true do
          try never.await()
          catch case _: InterruptedException => ()
    assertEquals(failure.getMessage, "ended early")
    assertEquals(Aside.all(2, Cancellation(), "")(List(() => 1, () => 2, () => 3)), List(1, 2, 3))
    intercept[Refusal](Aside.one(Cancellation(), "")(throw Refusal("no")))
