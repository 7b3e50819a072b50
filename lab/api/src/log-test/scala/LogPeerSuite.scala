package brine.lab.peer

import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, TimeUnit}
import scala.collection.mutable

/** Every row of a peer of study `log`: what is appended is there, in order, also after the log was closed. The suite of
  * each peer extends it; it is compiled once for all of them.
  *
  * @param events
  *   rows that have logs of events, with the levels they have
  * @param integers
  *   rows that run the program of 2001
  */
abstract class LogPeerSuite(peer: LogPeer, events: List[(String, List[LogStore.Level])], integers: List[String])
    extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(4, "min")

  private def in[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-log-peer")
    try body(folder)
    finally
      val files = Files.walk(folder)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = file.toFile.delete() })
      finally files.close()

  private def inTime[A](body: => A): A =
    val result        = CompletableFuture[A]
    val run: Runnable = () =>
      val _ =
        try result.complete(body)
        catch case failure: Throwable => result.completeExceptionally(failure)
    val _ = Thread.ofPlatform.daemon.start(run)
    result.get(200, TimeUnit.SECONDS)

  private def payload(index: Int, size: Int): Array[Byte] =
    val bytes = new Array[Byte](size)
    scala.util.Random(index).nextBytes(bytes)
    bytes

  private def read(log: EventLog): List[Seq[Byte]] =
    val found = mutable.ListBuffer[Seq[Byte]]()
    log.read(event => { val _ = found += event.toSeq })
    found.toList

  private def rows = (events.map(_._1) ++ integers).distinct

  /** One store for all of a row's checks: a server is started once. */
  for row <- rows do
    test(s"$row: belongs to the study, says its version and settings"):
      val described = peer.libraries.stream.filter(_.name == row).findFirst.get
      assertEquals(described.studies, Library.LOG)
      assert(described.version.nonEmpty && described.settings.nonEmpty, described)
      assertEquals(peer.unavailable(row), "")

    test(s"$row: what was appended is read, in order, before and after closing"):
      inTime(in { folder =>
        val store = peer.open(row, folder)
        try
          for (name, levels) <- events if name == row; level <- levels do checkEvents(store, level)
          if integers.contains(row) then checkIntegers(store)
          val traits = peer.libraries.stream.filter(_.name == row).findFirst.get.traits
          if traits.contains(LogPeer.STATES) then checkStates(store)
          if traits.contains(LogPeer.QUERIES) then checkQueries(store)
          if traits.contains(LogPeer.SUBSCRIPTIONS) then checkSubscriptions(store)
        finally store.close()
      })

  private def checkEvents(store: LogStore, level: LogStore.Level): Unit =
    val name = s"check${level.ordinal}"
    val all  = List.tabulate(40)(index => payload(index, if index == 39 then 65536 else index * 13 + 1))
    val log  = store.events(name, level)
    for event <- all.take(10) do log.append(event)
    log.appendAll(all.slice(10, 30).toArray)
    val open = AtomicInteger(10)
    if log.isAsynchronous then
      val failed = CompletableFuture[Throwable]
      for event <- all.drop(30) do
        log.appendLater(
          event,
          cause =>
            if cause != null then { val _ = failed.complete(cause) }
            else { val _ = open.decrementAndGet() }
        )
      val until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60)
      while open.get > 0 && !failed.isDone && System.nanoTime() < until do Thread.sleep(1)
      assert(!failed.isDone, failed)
      assertEquals(open.get, 0)
    else log.appendAll(all.drop(30).toArray)
    assertEquals(read(log), all.map(_.toSeq))
    assert(log.largestBatch > 0)
    log.close()
    val again = store.events(name, level)
    assertEquals(read(again), all.map(_.toSeq))
    assert(again.bytes >= 65536, again.bytes)
    again.close()
    val other = store.events(name + "b", level)
    assertEquals(read(other), Nil)
    val callers = (0 until 8).map: caller =>
      Thread.ofPlatform.start(() => for index <- 0 until 5 do other.append(payload(caller * 5 + index, 100)))
    callers.foreach(_.join())
    assertEquals(read(other).toSet, (0 until 40).map(payload(_, 100).toSeq).toSet)
    other.close()

  /** Random saves, against a map. */
  private def checkStates(store: LogStore): Unit =
    val random        = scala.util.Random(3)
    val states        = store.states("states")
    var saved         = Map.empty[String, Seq[Byte]]
    def check(): Unit =
      for key <- (0 to 20).map(at => s"key $at \u00e9") do
        assertEquals(Option(states.load(key)).map(_.toSeq), saved.get(key), key)
    def record() = payload(random.nextInt(), random.nextInt(2000) + 1)
    check()
    for _ <- 0 until 3 do
      val keys    = random.shuffle((0 until 20).toList).take(9).map(at => s"key $at \u00e9")
      val records = keys.map(_ => record())
      states.saveAll(keys.toArray, records.toArray)
      saved ++= keys.zip(records.map(_.toSeq))
      check()
      for _ <- 0 until 10 do
        val (key, one) = (s"key ${random.nextInt(20)} \u00e9", record())
        states.save(key, one)
        saved += key -> one.toSeq
        assertEquals(states.load(key).toSeq, one.toSeq)
      check()
    val callers = (0 until 8).map: caller =>
      Thread.ofPlatform.start(() => for n <- 0 until 5 do states.save(s"caller $caller", payload(caller * 5 + n, 100)))
    callers.foreach(_.join())
    for caller <- 0 until 8 do assertEquals(states.load(s"caller $caller").toSeq, payload(caller * 5 + 4, 100).toSeq)
    states.close()
    store.drop("states")

  /** Random tags, against a list. */
  private def checkQueries(store: LogStore): Unit =
    val random = scala.util.Random(4)
    val events = List.tabulate(500): at =>
      val tags = java.util.Set.of(s"a:${random.nextInt(5)}", s"b:${random.nextInt(7)}")
      TaggedLog.Tagged(payload(at, at + 1), random.nextInt(40) == 0, tags)
    val log                                                           = store.tagged("tagged")
    def has(event: TaggedLog.Tagged, tag: String)                     = event.tags.contains(tag)
    def expected(selected: TaggedLog.Tagged => Boolean)               = events.filter(selected).map(_.event.toSeq)
    def found(read: java.util.function.Consumer[Array[Byte]] => Unit) =
      val all = mutable.ListBuffer[Seq[Byte]]()
      read(event => { val _ = all += event.toSeq })
      all.toList
    for some <- events.grouped(120) do log.appendAll(scala.jdk.CollectionConverters.SeqHasAsJava(some).asJava)
    for one <- 0 until 6 do
      assertEquals(
        found(log.readEither(s"a:$one", _)),
        expected(event => has(event, s"a:$one") || event.isRare),
        one
      )
      for other <- 0 until 8 do
        assertEquals(
          found(log.readBoth(s"a:$one", s"b:$other", _)),
          expected(event => has(event, s"a:$one") && has(event, s"b:$other")),
          s"$one $other"
        )
    log.close()
    store.drop("tagged")

  private def checkSubscriptions(store: LogStore): Unit =
    val all = List.tabulate(3000)(payload(_, 50))
    val log = store.events("subscribed", LogStore.Level.DISK)
    all.grouped(700).foreach(some => log.appendAll(some.toArray))
    for subscribe <- List(log.subscribe, log.subscribeBatches) do
      val found = mutable.ListBuffer[Seq[Byte]]()
      subscribe(all.size, event => { val _ = found += event.toSeq })
      assertEquals(found.toList, all.map(_.toSeq))
    log.close()

  private def checkIntegers(store: LogStore): Unit =
    val log     = store.integers("integers")
    val records = List(List(0), List(0, 1, 1, 2), List(0, 0, 70000, -1, Int.MaxValue), List.tabulate(3000)(i => i / 2))
    for record <- records do log.append(record.map(Integer.valueOf).toArray)
    var found = List.empty[List[Int]]
    log.read().forEach(record => found = found :+ record.toList.map(_.intValue))
    assertEquals(found, records)
    assert(log.bytes > 3000, log.bytes)
    log.close()
