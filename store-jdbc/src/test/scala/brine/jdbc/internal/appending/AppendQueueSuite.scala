package brine.jdbc.internal.appending

import brine.effort.Effort
import brine.jdbc.Dive
import brine.journal.*
import java.util.concurrent.{CompletableFuture, TimeUnit}

class AppendQueueSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private object Ignored extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = ()
    def rejected(context: Long, reason: AppendError): Unit                                      = ()

  test("a caller whose stack ends neither keeps the lock nor room"):
    val append          = EncodedAppend(Seq(StreamAppend("s", ExpectedVersion.Any, Seq("x"))))
    val most            = 500
    val queue           = AppendQueue(most, Long.MaxValue)
    def offer           = queue.offer(Request(append, Ignored, 0), waits = false)
    def emptied(): Unit =
      var some = queue.take(0).get
      while some.nonEmpty do
        queue.free(some)
        some = queue.take(0).get
    for pad <- -1 until Effort.overflows do
      val body: Runnable = () => if pad < 0 then offer: Unit else Dive(pad, () => offer: Unit).run(0)
      val thread         = Thread(null, body, "diver", 256 * 1024)
      thread.setDaemon(true)
      thread.start()
      thread.join(60_000)
      assert(!thread.isAlive, thread.getStackTrace.mkString("\n"))
      val room = CompletableFuture.supplyAsync: () =>
        emptied()
        val count = Iterator.continually(offer).takeWhile(_.isEmpty).size
        emptied()
        count
      assertEquals(room.get(60, TimeUnit.SECONDS), most, s"after dive $pad")
