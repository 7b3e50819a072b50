package brine.entity.projection.internal

import brine.entity.projection.ProjectionError
import java.util.concurrent.CompletableFuture

class RequestsSuite extends munit.FunSuite:
  private def asked(requests: Requests)(action: () => Either[ProjectionError, Int]) =
    val result = CompletableFuture[Either[ProjectionError, Int]]()
    Thread.ofVirtual.start(() => result.complete(requests.execute(action)): Unit): Unit
    while !requests.nonEmpty && !result.isDone do Thread.onSpinWait()
    result

  test("requests are executed in the thread that does so, and those after the end are refused"):
    val requests = Requests("the test")
    val own      = Thread.currentThread
    val result   = asked(requests)(() => if Thread.currentThread eq own then Right(7) else Right(0))
    requests.executeAll()
    assertEquals(result.get, Right(7))
    val waiting = asked(requests)(() => Right(1))
    requests.end()
    assertEquals(waiting.get, Left(ProjectionError.Closed("the test")))
    assertEquals(requests.execute(() => Right(1)), Left(ProjectionError.Closed("the test")))

  test("what waits can be refused, and later requests are executed"):
    val requests = Requests("the test")
    val waiting  = asked(requests)(() => Right(1))
    val down     = ProjectionError.Unavailable("the test", Exception("down"))
    requests.refuse(down)
    assertEquals(waiting.get, Left(down))
    val later = asked(requests)(() => Right(2))
    requests.executeAll()
    assertEquals(later.get, Right(2))

  test("what an action throws is its result, and the thread's"):
    val requests = Requests("the test")
    val failures = Vector[Throwable](TargetUnavailable(Exception("down")), ClaimedElsewhere(), StackOverflowError())
    failures.foreach: failure =>
      val result = asked(requests)(() => throw failure)
      // Not by intercept, which lets fatal errors pass.
      val thrown =
        try
          requests.executeAll()
          None
        catch case thrown: Throwable => Some(thrown)
      assert(thrown.exists(_ eq failure))
      assert(result.get.isLeft)
