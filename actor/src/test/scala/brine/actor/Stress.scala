package brine.actor
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.*
object Stress:
  def dump(c: internal.Cell[?], depth: Int): Unit =
    val e = c.cellExtension
    println("  " * depth + s"$c tail=${c.mailboxTail} head=${c.mailboxHead} signals=${c.pendingSignals} mode=${if e == null then -1 else e.mode} parked=${if e==null then "" else e.parkedNow} closed=${c.cellClosed}")
    if e != null then { var ch = e.firstChild; var n = 0; while ch != null && n < 10 do { dump(ch, depth + 1); ch = ch.nextSib; n += 1 } }
  def main(args: Array[String]): Unit =
    for i <- 1 to args(0).toInt do
      val a = 100; val k = args(1).toInt
      val latch = CountDownLatch(1)
      val s = ActorSystem()
      final class Echo extends Actor[Array[Int]]:
        var to: ActorRef[Array[Int]] = null
        def receive(m: Array[Int]): Unit = to ! m
      final class Master extends Actor[AnyRef]:
        var left = a * k
        def receive(m: AnyRef): Unit = m match
          case Bench.Go =>
            val refs = Array.tabulate(a){ _ => val me = self; context.spawn({ val e = new Echo; e.to = me; e }) }
            for j <- 0 until a; i <- 0 until k do refs(j) ! Array(j, i)
          case _: Array[Int] => left -= 1; if left == 0 then latch.countDown()
      val m = s.spawn(new Master); m ! Bench.Go
      latch.await()
      val r = s.shutdown(2.seconds)
      if !r.isComplete then { println(s"$i: $r"); dump(m.targetCell, 0); Runtime.getRuntime.halt(1) }
    println("fine")
