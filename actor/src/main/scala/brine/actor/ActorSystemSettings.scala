package brine.actor

import scala.concurrent.duration.*

/** How a system is set up; there is no configuration file.
  *
  * @param name
  *   part of the names of its threads
  * @param workers
  *   the threads that run actors; by default one a processor
  * @param batch
  *   how long an actor may run at a time
  * @param slowHandler
  *   after which time a handler that is still running is named in a warning
  * @param mailboxHighWater
  *   how many waiting messages the listener is told of
  * @param daemon
  *   whether the JVM may end while the system runs; false: it ends after [[ActorSystem.shutdown]]
  */
final case class ActorSystemSettings(
    name: String = "brine",
    workers: Int = Runtime.getRuntime.availableProcessors,
    batch: Batch = Batch.default,
    slowHandler: FiniteDuration = 1.second,
    mailboxHighWater: Int = 100000,
    listener: Option[ActorListener] = None,
    daemon: Boolean = false
):
  require(workers >= 1 && workers <= 4096, s"workers is $workers: it must be from 1 to 4096")
  require(slowHandler > Duration.Zero, s"slowHandler is $slowHandler: it must be above zero")
  require(mailboxHighWater >= 1, s"mailboxHighWater is $mailboxHighWater: it must be above zero")
