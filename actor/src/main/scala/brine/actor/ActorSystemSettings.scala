package brine.actor

import brine.actor.internal.support.Described
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of a system. There is no configuration file.
  *
  * {{{
  * ActorSystemSettings(name = "service", workers = 2).withSlowHandler(2.seconds) // Scala
  * ActorSystemSettings.defaults().withName("service").withWorkers(2)             // Java
  * }}}
  *
  * @param name
  *   prefix of the names of its threads
  * @param workers
  *   number of threads that run actors, from 1 to 4096; by default one per processor
  * @param batch
  *   how long an actor may run at a time
  * @param mailboxHighWater
  *   number of waiting messages from which the listener is called; above zero
  * @param listener
  *   receives the events of the system; none by default
  * @param daemon
  *   whether the JVM may exit while the system runs; if false, it exits only after [[ActorSystem.shutdown]]
  * @param slowHandler
  *   how long a handler may run before a warning names it; above zero
  * @param spareWorkers
  *   maximum number of threads at a time that stand in for workers whose handlers block or compute for long, for each
  *   pool of workers; from 0 to 32,768. When more are needed, a warning says so, and actors wait
  * @param interruptAfter
  *   how long the handler of a blocking actor may run after the actor was told to stop, before its thread is
  *   interrupted; above zero. A shutdown interrupts after half of its time
  * @param interceptor
  *   sees the messages of all actors; none by default
  * @param metricsEvery
  *   0, the default: nothing is measured; otherwise see [[withMetricsEvery]]
  * @param pools
  *   number of workers of each pool, by its name; see [[withPool]]
  * @throws IllegalArgumentException
  *   if a value is out of range
  * @throws NullPointerException
  *   if a value is null
  */
final case class ActorSystemSettings(
    name: String = "brine",
    workers: Int = Runtime.getRuntime.availableProcessors,
    batch: Batch = Batch.defaults,
    mailboxHighWater: Int = 100000,
    listener: ActorListener = ActorListener.none,
    daemon: Boolean = false,
    slowHandler: Duration = Duration.ofSeconds(1),
    spareWorkers: Int = 1000,
    interruptAfter: Duration = Duration.ofSeconds(5),
    interceptor: ActorInterceptor = ActorInterceptor.none,
    metricsEvery: Int = 0,
    pools: java.util.Map[String, Integer] = java.util.Map.of()
):
  Objects.requireNonNull(name, "name"): Unit
  Objects.requireNonNull(batch, "batch"): Unit
  Objects.requireNonNull(listener, "listener"): Unit
  Objects.requireNonNull(interceptor, "interceptor"): Unit
  if !pools.isEmpty then pools.forEach(ActorSystemSettings.checkPool)
  if interceptor eq ActorInterceptor.ofSystem then
    throw IllegalArgumentException(
      "interceptor is ActorInterceptor.ofSystem, which is for actors: use none, or your own"
    )
  if metricsEvery < 0 then throw IllegalArgumentException(s"metricsEvery is $metricsEvery: it must not be negative")
  if workers < 1 || workers > 4096 then
    throw IllegalArgumentException(s"workers is $workers: it must be from 1 to 4096")
  if batch eq Batch.ofSystem then
    throw IllegalArgumentException("batch is Batch.ofSystem, which is for actors: use Batch.defaults, or a Batch")
  if mailboxHighWater < 1 then
    throw IllegalArgumentException(s"mailboxHighWater is $mailboxHighWater: it must be above zero")
  if !slowHandler.isPositive then throw IllegalArgumentException(s"slowHandler is $slowHandler: it must be above zero")
  if !interruptAfter.isPositive then
    throw IllegalArgumentException(s"interruptAfter is $interruptAfter: it must be above zero")

  if spareWorkers < 0 || spareWorkers > 32768 then
    throw IllegalArgumentException(s"spareWorkers is $spareWorkers: it must be from 0 to 32,768")

  /** The name in texts and in names of threads. */
  private[brine] def shownName: String = Described.inLine(name)

  /** Returns the settings with this [[name]]. */
  def withName(name: String): ActorSystemSettings = copy(name = name)

  /** Returns the settings with this number of [[workers]]. */
  def withWorkers(workers: Int): ActorSystemSettings = copy(workers = workers)

  /** Returns the settings with this [[batch]]. */
  def withBatch(batch: Batch): ActorSystemSettings = copy(batch = batch)

  /** Returns the settings with this number of [[spareWorkers]]. */
  def withSpareWorkers(spareWorkers: Int): ActorSystemSettings = copy(spareWorkers = spareWorkers)

  /** Returns the settings with this [[mailboxHighWater]]. */
  def withMailboxHighWater(mailboxHighWater: Int): ActorSystemSettings = copy(mailboxHighWater = mailboxHighWater)

  /** Returns the settings with this [[listener]]. */
  def withListener(listener: ActorListener): ActorSystemSettings = copy(listener = listener)

  /** Returns the settings with this [[interceptor]]. */
  def withInterceptor(interceptor: ActorInterceptor): ActorSystemSettings = copy(interceptor = interceptor)

  /** Returns the settings with measurements of all actors, for [[ActorSystem.metrics]] and
    * [[ActorListener.onHandled]].
    *
    * Counts are exact. Times are those of about one message in `every`, chosen at random. `./brine lab actors` does not
    * run with measurements: they cost each message a larger node, three counters and, if it is chosen, three readings
    * of the clock.
    *
    * @param every
    *   1 to measure the times of every message; 0 to measure nothing
    */
  def withMetricsEvery(every: Int): ActorSystemSettings = copy(metricsEvery = every)

  /** Returns the settings with one more pool of workers, for actors with [[Dispatcher.pool]] of this name. Its threads
    * start when its first actor is spawned.
    *
    * @param workers
    *   number of threads, from 1 to 4096
    */
  def withPool(name: String, workers: Int): ActorSystemSettings =
    val all = java.util.HashMap[String, Integer](pools)
    all.put(Objects.requireNonNull(name, "name"), workers): Unit
    copy(pools = java.util.Map.copyOf(all))

  /** Returns the settings with these pools, in place of those it has: see [[withPool]]. */
  def withPools(pools: java.util.Map[String, Integer]): ActorSystemSettings =
    copy(pools = java.util.Map.copyOf(pools))

  /** Returns the settings with this [[daemon]]. */
  def withDaemon(daemon: Boolean): ActorSystemSettings = copy(daemon = daemon)

  /** Returns the settings with this [[slowHandler]]. */
  def withSlowHandler(slowHandler: Duration): ActorSystemSettings = copy(slowHandler = slowHandler)

  /** Returns the settings with this [[slowHandler]]. */
  inline def withSlowHandler(slowHandler: FiniteDuration): ActorSystemSettings =
    withSlowHandler(Duration.ofNanos(slowHandler.toNanos))

  /** Returns the settings with this [[interruptAfter]]. */
  def withInterruptAfter(interruptAfter: Duration): ActorSystemSettings = copy(interruptAfter = interruptAfter)

  /** Returns the settings with this [[interruptAfter]]. */
  inline def withInterruptAfter(interruptAfter: FiniteDuration): ActorSystemSettings =
    withInterruptAfter(Duration.ofNanos(interruptAfter.toNanos))

object ActorSystemSettings:
  /** The defaults. */
  val defaults: ActorSystemSettings = ActorSystemSettings()

  private def checkPool(name: String, workers: Integer): Unit =
    if name.isEmpty then throw IllegalArgumentException("the name of a pool is empty")
    if workers < 1 || workers > 4096 then
      throw IllegalArgumentException(
        s"workers of the pool ${Described.inLine(name)} is $workers: it must be from 1 to 4096"
      )
