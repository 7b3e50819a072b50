package brine.entity.internal

import brine.actor.ActorSystem
import brine.journal.StoreThread
import java.util.concurrent.CompletableFuture
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}
import scala.util.{Failure, Try}

class MayWaitSuite extends FunSuite:
  private def refused(outcome: Try[Unit], parts: String*)(using munit.Location): Unit = outcome match
    case Failure(failed: IllegalStateException) =>
      parts.foreach(part => assert(failed.getMessage.contains(part), failed.getMessage))
    case other => fail(s"$other")

  test("workers and threads of a store must not wait, and the message says what to do"):
    val system = ActorSystem()
    try
      val worker = Future(MayWait.require("askAsync")("asking"))(using system.executionContext)
      refused(Await.ready(worker, 20.seconds).value.get, "asking waits", "use askAsync")
    finally system.shutdown(): Unit
    val outcome = CompletableFuture[Try[Unit]]()
    StoreThread(() => outcome.complete(Try(MayWait.require("askAsync")("asking"))): Unit, "store").start()
    refused(outcome.get, "asking waits for the log")

  test("other threads may, and make no text"):
    MayWait.require("askAsync")(fail("a text"))
