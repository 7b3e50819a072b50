package brine.actor

import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}

/** The result of a shutdown. */
final class ShutdownReport private[brine] (leftOver: Array[String], failed: Array[String], nanos: Long):
  /** The actors that had not stopped in time although all their children had, each with the reason if it is known.
    * Their parents wait for them and are not listed. Empty if all actors stopped.
    */
  def left: List[String] = leftOver.toList

  /** The tasks of [[ActorSystem.onShutdown]] that failed or took too long. */
  def failedTasks: List[String] = failed.toList

  /** How long the shutdown took. */
  def took: FiniteDuration = FiniteDuration(nanos, NANOSECONDS)

  /** Whether all actors have stopped and all tasks are done. */
  def isComplete: Boolean = leftOver.length == 0 && failed.length == 0

  override def toString: String =
    val actors = if leftOver.length == 0 then "" else s"; still running: ${left.mkString(", ")}"
    val tasks  = if failed.length == 0 then "" else s"; failed: ${failedTasks.mkString(", ")}"
    s"shut down in ${nanos / 1000000L} ms$actors$tasks"
