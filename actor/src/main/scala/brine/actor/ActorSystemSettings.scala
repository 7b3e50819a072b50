package brine.actor

import scala.concurrent.duration.FiniteDuration

/** Settings of a system. There is no configuration file.
  *
  * @param name
  *   prefix of the names of its threads
  * @param workers
  *   number of threads that run actors, from 1 to 4096; by default one per processor
  * @param batch
  *   how long an actor may run at a time
  * @param mailboxHighWater
  *   number of waiting messages from which the listener is called
  * @param listener
  *   receives the events of the system; none by default
  * @param daemon
  *   whether the JVM may exit while the system runs; if false, it exits only after [[ActorSystem.shutdown]]
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
    throw IllegalArgumentException(s"withSlowHandler was given $slowHandlerNanos ns: the time must be above zero")

  /** Sets how long a handler may run before a warning names it; 1 second by default. */
  def withSlowHandler(age: FiniteDuration): ActorSystemSettings = copy(slowHandlerNanos = age.toNanos)
