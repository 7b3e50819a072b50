package brine.entity

import brine.actor.ActorSystem
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

/** What tests of running entities share. */
trait EntitiesBase:
  this: FunSuite =>

  /** Opens accounts over a log, and closes all of it afterwards. */
  protected def using[A](
      log: EventLog = MemoryEventLog(),
      settings: EntitySettings = EntitySettings.defaults,
      entity: AccountEntity = Accounts
  )(body: Entities[Account] => A): A =
    try running(log, settings, entity)(body)
    finally log.close()

  /** Opens accounts over a log that stays open. */
  protected def running[A](
      log: EventLog,
      settings: EntitySettings = EntitySettings.defaults,
      entity: AccountEntity = Accounts
  )(body: Entities[Account] => A): A =
    val system = ActorSystem()
    try
      val accounts = Entities.open(log, system, settings)(entity)
      try body(accounts)
      finally
        // Or closing would wait for ever after a failure.
        log match
          case held: HeldLog         => held.release()
          case refusing: RefusingLog => refusing.release()
          case _                     => ()
        accounts.close()
    finally system.shutdown(): Unit

  /** The error of a command that fails. */
  protected def error(body: => Any)(using munit.Location): EntityError = intercept[EntityException](body).error

  protected def await[A](future: Future[A]): A = Await.result(future, 20.seconds)

  /** Waits for what must become true. */
  protected def eventually(what: => String)(holds: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + 20_000_000_000L
    while !holds do
      if System.nanoTime > until then fail(s"$what: not after 20 seconds")
      Thread.sleep(1)
