package brine.actor

import scala.concurrent.duration.FiniteDuration

/** How a system is set up; there is no configuration file.
  *
  * @param name
  *   part of the names of its threads
  * @param workers
  *   the threads that run actors; by default one a processor
  * @param batch
  *   how long an actor may run at a time
  * @param mailboxHighWater
  *   how many waiting messages the listener is told of
  * @param listener
  *   who is told of what happens; nobody by default
  * @param daemon
  *   whether the JVM may end while the system runs; false: it ends after [[ActorSystem.shutdown]]
  */
final case class ActorSystemSettings(
    name: String = "brine",
    workers: Int = Runtime.getRuntime.availableProcessors,
    batch: Batch = Batch.default,
    mailboxHighWater: Int = 100000,
    listener: ActorListener = ActorListener.none,
    daemon: Boolean = false,
    private[brine] val slowHandlerNanos: Long = 1000000000L
):
  if workers < 1 || workers > 4096 then
    throw IllegalArgumentException(s"workers is $workers: it must be from 1 to 4096")
  if mailboxHighWater < 1 then
    throw IllegalArgumentException(s"mailboxHighWater is $mailboxHighWater: it must be above zero")
  if slowHandlerNanos <= 0 then
    throw IllegalArgumentException(s"a handler cannot be slow after $slowHandlerNanos ns: the time must be above zero")

  /** After which time a handler that is still running is named in a warning; a second by default. */
  def withSlowHandler(age: FiniteDuration): ActorSystemSettings = copy(slowHandlerNanos = age.toNanos)
