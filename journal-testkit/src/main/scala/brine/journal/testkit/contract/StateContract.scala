package brine.journal.testkit.contract

import brine.codec.Codec
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{SaveListener, SavedState, StateRecords}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

/** State records: the newest state of each key, and none of records that are not durable. */
trait StateContract extends ContractBase:
  this: munit.FunSuite =>

  private type Result = Either[SnapshotError, Unit]

  private def right[A](result: Either[SnapshotError, A])(using munit.Location): A =
    result.fold(error => fail(error.message), identity)

  private def result(future: CompletableFuture[Result]): Result = future.get(patience.toNanos, TimeUnit.NANOSECONDS)

  private def saved(future: CompletableFuture[Result])(using munit.Location): Unit = right(result(future))

  private def found(states: StateRecords, key: String)(using munit.Location): Option[(Long, String)] =
    right(states.load[String](key)).map(state => (state.offset.sequence, state.state))

  private def states(name: String)(body: (EventLog, StateRecords) => Unit)(using munit.Location): Unit =
    rule(s"state: $name"): log =>
      (1 to 100).map(i => log.append("a", number(i))).foreach(appended(_))
      body(log, log.states)

  states("the last one saved counts, whatever its offset"): (_, states) =>
    assertEquals(found(states, "a"), None)
    for (offset, text) <- Seq(7 -> "seven", 12 -> "twelve", 12 -> "again", 9 -> "earlier", 0 -> "of no record") do
      saved(states.save("a", Offset(offset), text, Level.Disk))
      assertEquals(found(states, "a"), Some((offset.toLong, text)))

  states("keys are kept apart, whatever their characters"): (_, states) =>
    val keys = Vector(
      "a",
      "A",
      "a ",
      " a",
      "ä",
      "a\u0308",
      "a%",
      "a_",
      "ab",
      "x'y",
      "x\"y",
      "a/b",
      "a\u0000",
      "\uD83D\uDE00",
      "b" * 1024
    )
    keys.map(key => states.save(key, Offset(5), s"state of $key", Level.Disk)).foreach(saved(_))
    for key <- keys do assertEquals(found(states, key).map(_._2), Some(s"state of $key"))
    saved(states.delete("a", Level.Disk))
    for key <- keys do assertEquals(found(states, key).isDefined, key != "a", key)
    assertEquals(found(states, "b"), None)

  states("a deleted one is gone, and can be saved again"): (_, states) =>
    saved(states.delete("a", Level.Disk))
    for round <- 1 to 3 do
      saved(states.save("a", Offset(round), s"$round", Level.Disk))
      assertEquals(found(states, "a"), Some((round.toLong, s"$round")))
      for _ <- 1 to round do saved(states.delete("a", Level.Disk))
      assertEquals(found(states, "a"), None)

  states("one of records that are not durable is refused, until they are"): (log, states) =>
    saved(states.save("a", Offset(100), "there", Level.Disk))
    for beyond <- Seq(101L, Long.MaxValue) do
      result(states.save("a", Offset(beyond), "beyond", Level.Disk)) match
        case Left(error @ SnapshotError.NotDurable(_, offset, durable)) =>
          assertEquals((offset, durable), (Offset(beyond), Offset(100)))
          assert(error.message.contains("101") || beyond > 101, error.message)
        case other => fail(s"$other")
    assertEquals(found(states, "a"), Some((100L, "there")))
    appended(log.append("a", text("one more")))
    saved(states.save("a", Offset(101), "beyond", Level.Disk))
    assertEquals(found(states, "a"), Some((101L, "beyond")))

  states("at every level one is found soon"): (_, states) =>
    for level <- Level.values do
      saved(states.save(s"$level", Offset(3), s"at $level", level))
      eventually(s"the state at $level")(found(states, s"$level").contains((3L, s"at $level")))
      saved(states.delete(s"$level", level))
      eventually(s"the deletion at $level")(found(states, s"$level").isEmpty)

  states("a value of another type is an error, and of the same type says whether its schema is"): (_, states) =>
    saved(states.save("a", Offset(1), 5, Level.Disk))
    states.load[String]("a") match
      case Left(SnapshotError.Undecodable(_, 0, _, _)) => ()
      case other                                       => fail(s"$other")
    assertEquals(right(states.load[Int]("a")), Some(SavedState(Offset(1), 5, hasSameSchema = true)))
    saved(states.save[StateContract.Earlier]("b", Offset(1), StateContract.Earlier.Account("ann"), Level.Disk))
    val later = right(states.load[StateContract.Later]("b")).get
    assertEquals((later.state, later.hasSameSchema), (StateContract.Later.Account("ann", None), false))

  states("states of all sizes come back"): (_, states) =>
    for size <- Vector(0, 1, 127, 128, 5_000, 70_000) do
      val state = Vector.tabulate(size)(_.toByte)
      saved(states.save("bytes", Offset(size % 100), state, Level.Disk))
      assert(right(states.load[Vector[Byte]]("bytes")).map(_.state).contains(state), s"$size bytes")

  states("what is not valid is refused at once, and saves nothing"): (_, states) =>
    for key <- Seq("", "a" * 1025, "\uD800", "a\uDC00b") do
      intercept[IllegalArgumentException](states.save(key, Offset(1), "state")): Unit
      intercept[IllegalArgumentException](states.delete(key)): Unit
      intercept[IllegalArgumentException](states.load[String](key)): Unit
    val listener = StateContract.Listening()
    intercept[NullPointerException](states.save("a", Offset(1), "s", null, listener, 1, waits = true)): Unit
    intercept[NullPointerException](states.save("a", Offset(1), "s", Level.Disk, null, 1, waits = true)): Unit
    intercept[NullPointerException](states.delete("a", Level.Disk, null, 1, waits = true)): Unit
    result(states.save[ContractEvent]("a", Offset(1), text(null), Level.Disk)) match
      case Left(SnapshotError.Unencodable(0, _)) => ()
      case other                                 => fail(s"$other")
    assertEquals(listener.results, Vector.empty)
    assertEquals(found(states, "a"), None)

  states("a listener gets one result for each call, with its context, in order"): (_, states) =>
    val listener = StateContract.Listening()
    val count    = 200
    for i <- 1 to count do
      i % 10 match
        case 0 => states.save(s"key ${i % 3}", Offset(500), s"$i", Level.Disk, listener, i, waits = true)
        case 1 => states.delete(s"key ${i % 3}", Level.Disk, listener, i, waits = true)
        case _ => states.save(s"key ${i % 3}", Offset(i % 100), s"$i", Level.Disk, listener, i, waits = true)
    eventually("all results")(listener.results.size >= count)
    val results        = listener.results
    val (good, failed) = results.partition(_._2.isEmpty)
    assertEquals(failed.map(_._1), (1 to count).filter(_ % 10 == 0).map(_.toLong).toVector)
    assertEquals(good.map(_._1), (1 to count).filter(_ % 10 != 0).map(_.toLong).toVector)
    assert(listener.groups.get > 0, "no group has ended")
    for rest <- 0 to 2 do
      val last = (1 to count).filter(i => i % 3 == rest && i % 10 != 0).last
      assertEquals(found(states, s"key $rest"), Option.when(last % 10 != 1)((last % 100L, s"$last")), s"key $rest")

  states("a listener that throws harms nothing"): (_, states) =>
    val bad = new SaveListener:
      def saved(context: Long): Unit                        = throw RuntimeException("of a listener, on purpose")
      def failed(context: Long, error: SnapshotError): Unit = saved(context)
    val handler = Thread.getDefaultUncaughtExceptionHandler
    Thread.setDefaultUncaughtExceptionHandler((_, _) => ())
    try
      for i <- 1 to 5 do states.save("a", Offset(i), s"$i", Level.Disk, bad, i, waits = true)
      saved(states.save("b", Offset(1), "good", Level.Disk))
    finally Thread.setDefaultUncaughtExceptionHandler(handler)
    assertEquals(found(states, "a"), Some((5L, "5")))
    assertEquals(found(states, "b"), Some((1L, "good")))

  states("what does not wait is refused while too many are in flight, and nothing is lost"): (_, states) =>
    val open     = CountDownLatch(1)
    val entered  = CountDownLatch(1)
    val blocking = new SaveListener:
      def saved(context: Long): Unit =
        entered.countDown()
        arrives(open, "the end of the test")
      def failed(context: Long, error: SnapshotError): Unit = saved(context)
    states.save("first", Offset(1), "first", Level.Disk, blocking, 0, waits = true)
    arrives(entered, "the first result")
    val listener = StateContract.Listening()
    var accepted = 0L
    var isFull   = false
    try
      while !isFull && accepted < mostPendingAppends do
        val before = listener.results.size
        states.save("a", Offset(1), s"$accepted", Level.Disk, listener, accepted, waits = false)
        // Nothing can complete now, so what has a result was refused.
        if listener.results.size > before then isFull = true else accepted += 1
      assert(isFull, s"$accepted saves were in flight: raise mostPendingAppends, or bound them")
      assertEquals(listener.results.last._2, Some(SnapshotError.NotSaved(AppendError.Full)))
    finally open.countDown()
    eventually("the others")(listener.results.size >= accepted + 1)
    assertEquals(found(states, "a"), Option.when(accepted > 0)((1L, s"${accepted - 1}")))

  states("several threads save and load at once: never an older state after a newer one"): (_, states) =>
    val keys   = 3
    val writes = effort.rounds * 5
    val done   = AtomicInteger()
    atOnce(effort.threads.max(keys + 1)): thread =>
      if thread < keys then
        try
          for i <- 1 to writes do
            val future =
              states.save(s"key $thread", Offset(i % 100), s"$i", if i % 7 == 0 then Level.Disk else Level.OsCache)
            if i % 7 == 0 then
              saved(future)
              assertEquals(found(states, s"key $thread"), Some((i % 100L, s"$i")))
        finally done.incrementAndGet(): Unit
      else
        var last = Vector.fill(keys)(0)
        while done.get < keys do
          for key <- 0 until keys; (offset, state) <- found(states, s"key $key") do
            assertEquals(offset, state.toLong % 100, "a state with the offset of another one")
            assert(state.toInt >= last(key), s"$state after ${last(key)}")
            last = last.updated(key, state.toInt)
    : Unit

  states("a closed log saves and loads none; when it is opened again, they are there"): (log, states) =>
    saved(states.save("a", Offset(100), "kept", Level.Disk))
    saved(states.save("b", Offset(100), "deleted", Level.Disk))
    saved(states.delete("b", Level.Disk))
    val listener = StateContract.Listening()
    for i <- 1 to 50 do states.save("c", Offset(i), s"$i", Level.Memory, listener, i, waits = true)
    within("close")(log.close())
    assertEquals(listener.results, (1 to 50).map(i => (i.toLong, None)).toVector, "what was accepted before")
    assert(result(states.save("a", Offset(100), "late")).isLeft)
    assert(result(states.delete("a")).isLeft)
    assert(states.load[String]("a").isLeft)
    openAgain().foreach: again =>
      try
        assertEquals(found(again.states, "a"), Some((100L, "kept")))
        assertEquals(found(again.states, "b"), None)
        assertEquals(found(again.states, "c"), Some((50L, "50")))
      finally within("close")(again.close())

  states("a log that nobody saved a state in is closed and has none"): (log, states) =>
    assertEquals(found(states, "a"), None)
    saved(states.delete("a"))
    within("close")(log.close())

object StateContract:
  /** A type as a program has it first. */
  private[contract] enum Earlier:
    case Account(owner: String)

  private[contract] object Earlier:
    implicit val codec: Codec[Earlier] = Codec.derived

  /** The same type in a later version of the program. */
  @brine.codec.was("Earlier")
  private[contract] enum Later:
    case Account(owner: String, note: Option[String])

  private[contract] object Later:
    implicit val codec: Codec[Later] = Codec.derived

  /** Notes what it is told. */
  private[contract] final class Listening extends SaveListener:
    private val all           = ConcurrentLinkedQueue[(Long, Option[SnapshotError])]()
    val groups: AtomicInteger = AtomicInteger()

    def results: Vector[(Long, Option[SnapshotError])]    = all.asScala.toVector
    def saved(context: Long): Unit                        = all.add((context, None)): Unit
    def failed(context: Long, error: SnapshotError): Unit = all.add((context, Some(error))): Unit
    override def endOfGroup(): Unit                       = groups.incrementAndGet(): Unit
