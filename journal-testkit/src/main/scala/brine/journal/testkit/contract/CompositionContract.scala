package brine.journal.testkit.contract

import brine.journal.*
import java.util.concurrent.{CompletableFuture, TimeUnit}

/** Random programs: every call beside a model that is a plain list. */
trait CompositionContract extends ContractBase:
  this: munit.FunSuite =>

  test("composition: random programs of all calls give what a list of events gives"):
    for program <- 0 until effort.programs do
      val seed = effort.seed + program
      try ContractProgram(seed, effort.steps, this).run()
      catch case error: Throwable => throw AssertionError(s"with seed $seed: ${error.getMessage}", error)

  /** What a random program needs of the contract. */
  private[contract] def opened(): EventLog                                              = open()
  private[contract] def openedAgain(): Option[EventLog]                                 = openAgain()
  private[contract] def closed(log: EventLog): Unit                                     = within("close")(log.close())
  private[contract] def resultOf(completion: Completion): Either[AppendError, Appended] = done(completion)
  private[contract] def savedOf[A](future: CompletableFuture[A]): A                     =
    future.get(patience.toNanos, TimeUnit.NANOSECONDS)
  private[contract] def endOf(subscription: Subscription): Unit               = ends(subscription)
  private[contract] def becomes(what: => String)(condition: => Boolean): Unit = eventually(what)(condition)
