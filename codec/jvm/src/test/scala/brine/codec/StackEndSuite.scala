package brine.codec

import java.util.concurrent.{CompletableFuture, TimeUnit}

/** Messages that nest deeper than the stack of the thread that decodes them. */
class StackEndSuite extends munit.FunSuite:
  import StackEndSuite.*

  private def onThread[A](stackBytes: Long)(body: => A): A =
    val result = CompletableFuture[A]()
    val run    = () =>
      try result.complete(body): Unit
      catch case error: Throwable => result.completeExceptionally(error): Unit
    Thread(null, () => run(), "stack", stackBytes).start()
    result.get(2, TimeUnit.MINUTES)

  test("the error says that the stack has ended, and what helps"):
    val limits = Limits(depth = 1_000_000)
    val chain  = Iterator.iterate(Chain(0, None))(one => Chain(1, Some(one))).drop(50_000).next()
    val bytes  = onThread(1L << 29):
      val out = Out(limits)
      Codec[Chain].write(out, chain)
      out.toArray
    assert(onThread(1L << 29)(Codec.decodeBare[Chain](bytes, limits)).isRight)
    val error = onThread(1L << 18)(Codec.decodeBare[Chain](bytes, limits)).left.getOrElse(fail("the stack was enough"))
    for part <- Vector("stack of this thread", "Limits.depth", "larger stack") do
      assert(error.problem.contains(part), error.problem)

object StackEndSuite:
  final case class Chain(number: Int, next: Option[Chain]) derives Codec
