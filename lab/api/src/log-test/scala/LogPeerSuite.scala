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

  private def checkIntegers(store: LogStore): Unit =
    val log     = store.integers("integers")
    val records = List(List(0), List(0, 1, 1, 2), List(0, 0, 70000, -1, Int.MaxValue), List.tabulate(3000)(i => i / 2))
    for record <- records do log.append(record.map(Integer.valueOf).toArray)
    var found = List.empty[List[Int]]
    log.read().forEach(record => found = found :+ record.toList.map(_.intValue))
    assertEquals(found, records)
    assert(log.bytes > 3000, log.bytes)
    log.close()
