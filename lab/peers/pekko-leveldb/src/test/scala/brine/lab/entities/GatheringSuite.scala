package brine.lab.entities

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, CountDownLatch, Executors, TimeUnit}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import scala.jdk.CollectionConverters.*

import brine.lab.model.entity.{SiteEntityModel, SiteReply, SiteRequest}

final class GatheringSuite extends munit.FunSuite:
  private val model                             = SiteEntityModel()
  private def change(number: Int): SiteRequest  = model.change(number).asInstanceOf[SiteRequest]
  private def reply(version: Long): SiteReply   = SiteReply(isAccepted = true, version, 1, 0)
  private def inPool[A](body: Executor => A): A =
    val pool = Executors.newFixedThreadPool(4)
    try body(work => pool.execute(() => work()))
    finally pool.shutdownNow(): Unit
  private type Executor = (() => Unit) => Unit

  test("of many callers, each request is executed once, in one batch of its entity at a time, and gets its own reply"):
    inPool: execute =>
      val underWay  = ConcurrentHashMap[String, AtomicInteger]()
      val overlaps  = AtomicInteger()
      val executed  = ConcurrentLinkedQueue[(String, SiteRequest)]()
      val versions  = ConcurrentHashMap[String, AtomicInteger]()
      val gathering = Gathering: (id, requests, ended) =>
        if underWay.computeIfAbsent(id, _ => AtomicInteger()).incrementAndGet() > 1 then
          overlaps.incrementAndGet(): Unit
        execute: () =>
          for request <- requests do executed.add(id -> request)
          val replies = requests.map(_ => reply(versions.computeIfAbsent(id, _ => AtomicInteger()).incrementAndGet()))
          underWay.get(id).decrementAndGet(): Unit
          ended.accept(replies, null)
      val (callers, each) = (8, 2000)
      val got             = ConcurrentLinkedQueue[(String, Long)]()
      val left            = CountDownLatch(callers * each)
      val threads         = (0 until callers).map: caller =>
        Thread.ofPlatform.start: () =>
          for number <- 0 until each do
            val id = s"site-${number % 3}"
            gathering.send(
              id,
              change(caller * each + number),
              (reply, failure) =>
                if failure == null then got.add(id -> reply.version): Unit
                left.countDown()
            )
      threads.foreach(_.join())
      assert(left.await(60, TimeUnit.SECONDS), s"${left.getCount} requests without a reply")
      assertEquals(overlaps.get, 0)
      assertEquals(executed.size, callers * each)
      assertEquals(executed.asScala.map(_._2).toSet, (0 until callers * each).map(change).toSet)
      for id <- List("site-0", "site-1", "site-2") do
        val own = got.asScala.collect { case (`id`, version) => version }.toList
        assertEquals(own.sorted, (1L to own.size.toLong).toList, id)

  test("a failure reaches every request of its batch, and later requests are executed"):
    val isFailing = AtomicBoolean(true)
    val begun     = ConcurrentLinkedQueue[() => Unit]()
    val gathering = Gathering: (_, requests, ended) =>
      val _ = begun.add: () =>
        if isFailing.get then ended.accept(null, IllegalStateException("no disk"))
        else ended.accept(requests.map(_ => reply(1)), null)
    val ends                    = ConcurrentLinkedQueue[String]()
    def send(number: Int): Unit =
      gathering.send(
        "site-1",
        change(number),
        (reply, failure) =>
          val end = if failure == null then reply.version.toString else failure.getMessage
          ends.add(s"$number $end"): Unit
      )
    (0 until 3).foreach(send)
    begun.poll().apply() // the first request alone
    assertEquals(ends.asScala.toList, List("0 no disk"))
    begun.poll().apply() // those that waited
    assertEquals(ends.asScala.toList.drop(1), List("1 no disk", "2 no disk"))
    isFailing.set(false)
    send(3)
    begun.poll().apply()
    assertEquals(ends.asScala.toList.drop(3), List("3 1"))
    assertEquals(begun.size, 0)
