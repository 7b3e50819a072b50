package brine.actor
import java.util.concurrent.CountDownLatch
object Bench:
  // 1 sequential
  final class Runner(val latch: CountDownLatch) extends Actor[Any]:
    private var from: ActorRef[Any] = null
    def receive(m: Any): Unit = m match
      case c: Create =>
        from = c.from
        if c.n == 0 then from ! Finish
        else context.spawn(new Runner(latch)) ! Create(c.n - 1, self)
      case Finish => from ! Finish
  final case class Create(n: Int, from: ActorRef[Any])
  case object Finish
  case object Go
  def sequential(n: Int): Unit =
    val latch = CountDownLatch(1)
    val s = ActorSystem()
    class Master extends Actor[Any]:
      def receive(m: Any): Unit = m match
        case Go => context.spawn(new Runner(latch)) ! Create(n, self)
        case Finish => latch.countDown()
    s.spawn(new Master) ! Go
    latch.await()
    val r = s.shutdown(); if !r.isComplete then println(r)
  def parallel(a: Int, k: Int): Unit =
    val latch = CountDownLatch(1)
    val s = ActorSystem()
    final class Echo extends Actor[Array[Int]]:
      var to: ActorRef[Array[Int]] = null
      def receive(m: Array[Int]): Unit = to ! m
    final class Master extends Actor[AnyRef]:
      val seen = new java.util.BitSet(a * k); var left = a * k
      def receive(m: AnyRef): Unit = m match
        case Go =>
          val refs = Array.tabulate(a){ _ => val me = self; context.spawn({ val e = new Echo; e.to = me; e }) }
          for j <- 0 until a; i <- 0 until k do refs(j) ! Array(j, i)
        case m: Array[Int] =>
          val at = m(0) * k + m(1)
          if !seen.get(at) then { seen.set(at); left -= 1; if left == 0 then latch.countDown() }
    s.spawn(new Master) ! Go
    latch.await()
    val r = s.shutdown(); if !r.isComplete then println(r)
  final class Sorter(parent: ActorRef[Array[Int]]) extends Actor[Array[Int]]:
    var first: Array[Int] = null; var started = false
    def receive(m: Array[Int]): Unit =
      if !started then
        started = true
        if m.length == 1 then parent ! m
        else
          val h = m.length / 2
          context.spawn(new Sorter(self)) ! java.util.Arrays.copyOfRange(m, 0, h)
          context.spawn(new Sorter(self)) ! java.util.Arrays.copyOfRange(m, h, m.length)
      else if first == null then first = m
      else
        val r = new Array[Int](first.length + m.length)
        var i = first.length - 1; var j = m.length - 1; var k = r.length - 1
        while k >= 0 do
          if j < 0 || (i >= 0 && first(i) > m(j)) then { r(k) = first(i); i -= 1 } else { r(k) = m(j); j -= 1 }
          k -= 1
        parent ! r
  def sort(n: Int): Unit =
    val latch = CountDownLatch(1)
    val s = ActorSystem()
    var ok = false
    final class Master extends Actor[AnyRef]:
      def receive(m: AnyRef): Unit = m match
        case Go =>
          val r = java.util.Random(0); context.spawn(new Sorter(self.asInstanceOf)) ! Array.fill(n)(r.nextInt)
        case a: Array[Int] => ok = (1 until a.length).forall(i => a(i - 1) <= a(i)) && a.length == n; latch.countDown()
    s.spawn(new Master) ! Go
    latch.await(); if !ok then println("WRONG")
    val r = s.shutdown(); if !r.isComplete then println(r)
  def pingpong(n: Int): Unit =
    val latch = CountDownLatch(1)
    val s = ActorSystem()
    final class Player extends Actor[Any]:
      var left = n / 2; var other: ActorRef[Any] = null
      def receive(m: Any): Unit = m match
        case r: ActorRef[Any] @unchecked => other = r; other ! Go
        case Go => if other == null then latch.countDown() else { left -= 1; if left == 0 then latch.countDown() else other ! Go }
    final class Ponger extends Actor[Any]:
      var other: ActorRef[Any] = null
      def receive(m: Any): Unit = m match
        case r: ActorRef[Any] @unchecked => other = r
        case Go => other ! Go
    val a = s.spawn(new Player); val b = s.spawn(new Ponger)
    b ! a; a ! b
    latch.await()
    val r = s.shutdown(); if !r.isComplete then println(r)
  final class Idle extends Actor[Any]:
    var state = 0L
    def receive(m: Any): Unit = m match
      case l: CountDownLatch => l.countDown()
      case _ => state += 1
  def used(): Long = { (1 to 4).foreach(_ => { System.gc(); Thread.sleep(50) }); val r = Runtime.getRuntime; r.totalMemory - r.freeMemory }
  def idle(n: Int): Unit =
    val s = ActorSystem()
    val before = used()
    val t0 = System.nanoTime
    val latch = CountDownLatch(n)
    var i = 0
    while i < n do { s.spawn(new Idle) ! latch; i += 1 }
    latch.await()
    val t1 = System.nanoTime
    val bytes = (used() - before).toDouble / n
    val t2 = System.nanoTime
    val r = s.shutdown(); if !r.isComplete then println(r)
    println(f"idle: $bytes%.1f B/actor, spawn ${(t1 - t0) / 1e6}%.0f ms, stop ${(System.nanoTime - t2) / 1e6}%.0f ms")
  def sleeping(n: Int): Unit =
    val s = ActorSystem()
    val latch = CountDownLatch(n)
    final class Sleeper extends Actor[Any]:
      def receive(m: Any): Unit = { Thread.sleep(100); latch.countDown() }
    val o = ActorOptions(dispatcher = Dispatcher.Blocking)
    (1 to n).foreach(_ => s.spawn(new Sleeper, o) ! Go)
    latch.await()
    val r = s.shutdown(); if !r.isComplete then println(r)
  def time(name: String)(f: => Unit): Unit =
    val r = (1 to 5).map { _ => System.gc(); val t = System.nanoTime; f; (System.nanoTime - t) / 1e9 }
    println(f"$name%-12s " + r.map(x => f"$x%.3f").mkString(" "))
  def main(args: Array[String]): Unit =
    val all = args.isEmpty
    if all || args.contains("cold") then { val t = System.nanoTime; pingpong(10); println(s"cold ${(System.nanoTime - t) / 1e6} ms"); val t2 = System.nanoTime; pingpong(10); println(s"warm ${(System.nanoTime - t2) / 1e6} ms") }
    if all || args.contains("seq") then time("sequential")(sequential(1000000))
    if all || args.contains("par") then time("parallel")(parallel(100, 100000))
    if all || args.contains("sort") then time("sort")(sort(1 << 20))
    if all || args.contains("ping") then time("pingpong")(pingpong(10000000))
    if all || args.contains("idle") then { idle(1000000); idle(1000000) }
    if all || args.contains("sleep") then { time("sleep1000")(sleeping(1000)); time("sleep100k")(sleeping(100000)) }
