package brine.entity.internal

import brine.actor.ActorSystem
import brine.entity.{Account, Accounts, Entities, EntitiesBase, EntityError, EntityException, EntitySettings, HeldLog}
import brine.journal.testkit.MemoryEventLog
import java.util.concurrent.atomic.AtomicReference
import munit.FunSuite
import scala.concurrent.duration.*
import scala.util.{Failure, Try}

/** Callers on virtual threads wait without a time limit of their own: the system's timers end the wait. Those on other
  * threads wait with one. Both must see the same.
  */
class WaitingRequestSuite extends FunSuite, EntitiesBase:
  private val kinds = List[(String, Runnable => Thread)](
    "a virtual thread"  -> (Thread.ofVirtual.start(_)),
    "a platform thread" -> (Thread.ofPlatform.start(_))
  )

  /** Starts a caller, and returns what its command will give. */
  private def calling(start: Runnable => Thread)(command: => Any): (Thread, AtomicReference[Option[Try[Any]]]) =
    val result = AtomicReference(Option.empty[Try[Any]])
    val thread = start: () =>
      // Not Try alone: an interrupt of the caller is a result here.
      result.set:
        Some(
          try Try(command)
          catch case interrupted: InterruptedException => Failure(interrupted)
        )
    (thread, result)

  for (kind, start) <- kinds do
    for timeout <- List(1, 100, 300) do
      test(s"a command without a reply ends $kind's wait after its timeout of $timeout ms"):
        using(HeldLog(MemoryEventLog()), EntitySettings(timeout = java.time.Duration.ofMillis(timeout))): accounts =>
          val begin       = System.nanoTime
          val (_, result) = calling(start)(accounts("a").ask(Account.Deposit(1)))
          eventually("the command ends")(result.get.nonEmpty)
          result.get match
            case Some(Failure(failed: EntityException)) if failed.error.isInstanceOf[EntityError.TimedOut] => ()
            case other => fail(s"not a timeout: $other")
          assert(System.nanoTime - begin >= timeout * 1_000_000L, "before its time")

    test(s"a reply ends $kind's wait, many times"):
      using(): accounts =>
        val (_, result) = calling(start)((1 to 200).map(_ => accounts("a").ask(Account.Deposit(1))).last)
        eventually("the commands end")(result.get.nonEmpty)
        assertEquals(result.get, Some(Try[Any](200L)))

    test(s"an interrupt ends $kind's wait"):
      val log = HeldLog(MemoryEventLog())
      using(log): accounts =>
        val (thread, result) = calling(start)(accounts("a").ask(Account.Deposit(1)))
        eventually("the command is with the log")(log.calls > 0)
        thread.interrupt()
        eventually("the command ends")(result.get.nonEmpty)
        assert(result.get.exists(_.failed.toOption.exists(_.isInstanceOf[InterruptedException])), result.get)

    test(s"the end of the actor system ends $kind's wait"):
      val log    = HeldLog(MemoryEventLog())
      val system = ActorSystem()
      try
        val accounts    = Entities.open(log, system)(Accounts)
        val (_, result) = calling(start)(accounts("a").ask(Account.Deposit(1)))
        eventually("the command is with the log")(log.calls > 0)
        // The log never answers, so closing the entities uses up its time.
        system.shutdown(300.millis): Unit
        eventually("the command ends")(result.get.nonEmpty)
        result.get match
          case Some(Failure(failed: EntityException)) =>
            assertEquals(failed.error.executed, EntityError.Executed.Unknown)
            assert(clue(failed.getMessage).contains("the actor system has ended"))
          case other => fail(s"not an error of the entity: $other")
      finally
        log.release()
        log.close()
