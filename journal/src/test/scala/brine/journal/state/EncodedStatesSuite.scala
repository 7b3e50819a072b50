package brine.journal.state

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import java.io.IOException
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap, CountDownLatch, TimeUnit}

/** What a store that fails does to those who save and load. */
class EncodedStatesSuite extends munit.FunSuite:
  private class Kept extends EncodedStates("kept"):
    val states                                                  = ConcurrentHashMap[String, EncodedState]()
    @volatile var writing: () => Unit                           = () => ()
    @volatile var reading: () => Unit                           = () => ()
    @volatile var closed: () => Option[Exception]               = () => None
    @volatile var groups                                        = Vector.empty[Int]
    @volatile var refused                                       = Set.empty[String]
    @volatile var divides: Exception => Boolean                 = _ => false
    protected def reach: Offset                                 = Offset(10)
    protected def refusal: Option[Exception]                    = closed()
    protected def write(changes: IndexedSeq[StateChange]): Unit =
      writing()
      groups :+= changes.size
      if changes.exists(change => refused(change.key)) then throw broken
      changes.foreach: change =>
        change.state match
          case Some(state) => states.put(change.key, state): Unit
          case None        => states.remove(change.key): Unit
    protected def get(key: String): Option[EncodedState] =
      reading()
      Option(states.get(key))
    protected override def isOfOneChange(failure: Exception): Boolean = divides(failure)
    def close(): Unit                                                 = finish()

  private def done(future: CompletableFuture[Either[SnapshotError, Unit]]) = future.get(2, TimeUnit.MINUTES)

  private def hasFailed(result: Either[SnapshotError, Any], with_ : Exception): Unit = result match
    case Left(SnapshotError.Failed("kept", error)) => assertEquals(error, with_)
    case other                                     => fail(s"$other")

  private val broken = IOException("on purpose")

  test("what a store throws is an error, and the next call works"):
    val store = Kept()
    store.writing = () => throw broken
    hasFailed(done(store.save("a", Offset(1), "a")), broken)
    hasFailed(done(store.delete("a")), broken)
    store.writing = () => ()
    assertEquals(done(store.save("a", Offset(1), "a")), Right(()))
    store.reading = () => throw broken
    hasFailed(store.load[String]("a"), broken)
    store.reading = () => ()
    assertEquals(store.load[String]("a"), Right(Some(SavedState(Offset(1), "a", hasSameSchema = true))))
    store.close()

  test("an error of the virtual machine is one of the calls, and closing does not wait for them"):
    val store = Kept()
    val error = NoClassDefFoundError("on purpose")
    store.writing = () => throw error
    for future <- Seq(store.save("a", Offset(1), "a"), store.delete("a")) do
      done(future) match
        case Left(SnapshotError.Failed("kept", failed)) => assertEquals(failed.getCause, error)
        case other                                      => fail(s"$other")
    store.writing = () => ()
    assertEquals(done(store.save("a", Offset(1), "a")), Right(()))
    CompletableFuture.runAsync(() => store.close()).get(2, TimeUnit.MINUTES): Unit

  test("listeners that are equal, or whose equality fails, are told each by itself"):
    val store = Kept()
    class Equal(number: Int, ended: ConcurrentHashMap[Int, String]) extends SaveListener:
      def saved(context: Long): Unit                        = ()
      def failed(context: Long, error: SnapshotError): Unit = ()
      override def endOfGroup(): Unit                       = ended.put(number, "ended"): Unit
      override def equals(other: Any): Boolean              = true
      override def hashCode: Int = if number == 3 then throw IllegalStateException("hash") else 1
    val ended     = ConcurrentHashMap[Int, String]()
    val listeners = (1 to 3).map(Equal(_, ended))
    // All in one group
    val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
    store.writing = () =>
      entered.countDown()
      leave.await()
    val first = store.save("first", Offset(1), "first")
    entered.await()
    for listener <- listeners do store.save("a", Offset(1), "a", Level.Disk, listener, 0, waits = true)
    leave.countDown()
    assertEquals(done(first), Right(()))
    CompletableFuture.runAsync(() => store.close()).get(2, TimeUnit.MINUTES): Unit
    assertEquals(ended.size, 3)

  test("a state that a store has got ahead of its log is none"):
    val store = Kept()
    assertEquals(done(store.save("a", Offset(10), "a")), Right(()))
    val state = store.states.get("a")
    store.states.put("a", EncodedState(Offset(11), state.schema, state.bytes)): Unit
    assertEquals(store.load[String]("a"), Right(None))
    store.close()

  private class Ending extends Kept:
    @volatile var begins: () => Unit                     = () => ()
    override private[journal] def begin(write: Runnable) =
      begins()
      super.begin(write)

  test("a caller whose stack ends within a save keeps no room, and what it left is written when the store closes"):
    object EndOfStack extends StackOverflowError
    def ends(): Nothing              = throw EndOfStack
    def hasEnded(body: => Any): Unit = assert(
      try
        body: Unit
        false
      catch case EndOfStack => true
    )
    val store = Ending()
    // While it begins to write.
    store.begins = () => ends()
    hasEnded(store.save("a", Offset(1), "a"))
    store.begins = () => ()
    // While it asks again whether the store is closed, with room. It does so once before.
    var asked = 0
    store.closed = () =>
      asked += 1
      if asked == 2 then ends() else None
    hasEnded(store.save("b", Offset(1), "b"))
    assertEquals(asked, 2)
    store.closed = () => None
    CompletableFuture.runAsync(() => store.close()).get(2, TimeUnit.MINUTES): Unit
    assert(store.states.containsKey("a"))
    assert(!store.states.containsKey("b"))

  test("what waits while the store writes is written together"):
    val store            = Kept()
    val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
    store.writing = () =>
      entered.countDown()
      leave.await()
    val first = store.save("first", Offset(1), "first")
    entered.await()
    val others = (1 to 100).map(i => store.save(s"$i", Offset(1), s"$i"))
    leave.countDown()
    (first +: others).foreach(future => assertEquals(done(future), Right(())))
    assertEquals(store.groups, Vector(1, 100))
    store.close()

  /** Saves states under these keys as one group. Returns the results. */
  private def together(store: Kept, keys: Vector[String]): Vector[Either[SnapshotError, Unit]] =
    val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
    store.writing = () =>
      entered.countDown()
      leave.await()
    val first = store.save("first", Offset(1), "first")
    entered.await()
    val others = keys.zipWithIndex.map((key, i) => store.save(key, Offset(1), s"$i"))
    store.writing = () => ()
    leave.countDown()
    assertEquals(done(first), Right(()))
    others.map(done)

  test("one that the store does not take does not fail the others of its group, if the store says so"):
    val random = scala.util.Random(7)
    for round <- 1 to 100 do
      val keys  = Vector.fill(1 + random.nextInt(40))(s"k${random.nextInt(60)}")
      val store = Kept()
      store.refused = (1 to random.nextInt(4)).map(_ => s"k${random.nextInt(60)}").toSet
      store.divides = failure => failure eq broken
      val results = together(store, keys)
      for (key, result) <- keys.zip(results) do
        if store.refused(key) then hasFailed(result, broken) else assertEquals(result, Right(()), s"$key in $round")
      // The last one of each key counts.
      for (key, i) <- keys.zipWithIndex.toMap.removedAll(store.refused) do
        assertEquals(store.load[String](key).map(_.map(_.state)), Right(Some(s"$i")), s"$key in $round")
      for key <- store.refused do assertEquals(store.load[String](key), Right(None))
      val most = keys.count(store.refused) * 2 * (32 - Integer.numberOfLeadingZeros(keys.size))
      assert(store.groups.size <= 2 + most, s"${store.groups} for ${keys.size} in $round")
      store.close()

  test("if the store does not say so, or does not say anything, all fail, after one try"):
    for divides <- Vector[Exception => Boolean](_ => false, _ => throw IllegalStateException("no answer")) do
      val store = Kept()
      store.refused = Set("b")
      store.divides = divides
      together(store, Vector("a", "b", "c")).foreach(hasFailed(_, broken))
      assertEquals(store.groups, Vector(1, 3))
      assertEquals(done(store.save("a", Offset(1), "a")), Right(()))
      store.close()

  test("a lack of memory for a group may be one of a part of it"):
    val store = Kept()
    store.divides = failure => failure.getCause.isInstanceOf[OutOfMemoryError]
    val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
    store.writing = () =>
      entered.countDown()
      leave.await()
    val first = store.save("first", Offset(1), "first")
    entered.await()
    val others = (1 to 4).map(i => store.save(s"$i", Offset(1), s"$i"))
    val left   = java.util.concurrent.atomic.AtomicInteger(1)
    store.writing = () => if left.getAndDecrement() > 0 then throw OutOfMemoryError("on purpose")
    leave.countDown()
    (first +: others).foreach(future => assertEquals(done(future), Right(())))
    store.close()

  test("closing waits for what was accepted, and refuses the rest"):
    val store            = Kept()
    val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
    store.writing = () =>
      entered.countDown()
      leave.await()
    val first = store.save("first", Offset(1), "first")
    entered.await()
    val second = store.save("second", Offset(1), "second")
    store.closed = () => Some(broken)
    val closing = CompletableFuture.runAsync(() => store.close())
    hasFailed(done(store.save("third", Offset(1), "third")), broken)
    hasFailed(store.load[String]("first"), broken)
    assert(!closing.isDone)
    leave.countDown()
    closing.get(2, TimeUnit.MINUTES): Unit
    assert(first.isDone || done(first).isRight)
    assertEquals(done(second), Right(()))
    assertEquals(store.states.size, 2)

  test("a listener must not close the store, for which closing would wait"):
    val store  = Kept()
    val thrown = CompletableFuture[Throwable]()
    val closer = new SaveListener:
      def saved(context: Long): Unit =
        try store.close()
        catch case error: Throwable => thrown.complete(error): Unit
      def failed(context: Long, error: SnapshotError): Unit = ()
    store.save("a", Offset(1), "a", Level.Disk, closer, 1, waits = true)
    assert(thrown.get(2, TimeUnit.MINUTES).isInstanceOf[IllegalStateException])
    store.close()
