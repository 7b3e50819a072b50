package brine.lab.peers.akka.programs

import com.typesafe.config.{Config, ConfigFactory}

/** What the systems are started with.
  *
  * @param forSleepers
  *   the dispatcher of actors that sleep
  * @param threads
  *   how many of them it runs at a time
  */
final case class Dispatchers(config: Config, forSleepers: String, threads: Int)

object Dispatchers {
  private val sleepers = "lab-sleepers"

  /** The defaults, with logging and the hook on the JVM's end switched off. */
  def default(prefix: String): Dispatchers = {
    val quiet = s"""
      $prefix.loglevel = OFF
      $prefix.stdout-loglevel = OFF
      $prefix.log-dead-letters = off
      $prefix.log-dead-letters-during-shutdown = off
      $prefix.jvm-shutdown-hooks = off
    """
    val config  = ConfigFactory.parseString(quiet).withFallback(ConfigFactory.load())
    val default = s"$prefix.actor.default-dispatcher"
    val pool    = config.getConfig(s"$default.fork-join-executor")
    val wanted  = math.ceil(Runtime.getRuntime.availableProcessors * pool.getDouble("parallelism-factor")).toInt
    Dispatchers(config, default, wanted.max(pool.getInt("parallelism-min")).min(pool.getInt("parallelism-max")))
  }

  def threadPool(prefix: String, threads: Int): Dispatchers = {
    val executor = s"executor = thread-pool-executor, thread-pool-executor.fixed-pool-size = $threads"
    sleepersOn(default(prefix), executor, threads)
  }

  def virtualThreads(prefix: String): Dispatchers =
    sleepersOn(default(prefix), "executor = virtual-thread-executor", Int.MaxValue)

  private def sleepersOn(default: Dispatchers, executor: String, threads: Int): Dispatchers = {
    val own = ConfigFactory.parseString(s"$sleepers { type = Dispatcher, throughput = 1, $executor }")
    Dispatchers(own.withFallback(default.config), sleepers, threads)
  }
}
