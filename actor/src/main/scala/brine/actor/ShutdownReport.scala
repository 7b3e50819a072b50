package brine.actor

import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}

/** What became of a shutdown. */
final class ShutdownReport private[brine] (leftOver: Array[String], failed: Array[String], nanos: Long):
  /** The actors that had not ended when the time was over though their children had, and why as far as that is known; those above them
    * wait for them. None when all went well.
    */
  def left: List[String] = leftOver.toList

  /** The tasks of [[ActorSystem.onShutdown]] that failed or took too long. */
  def failedTasks: List[String] = failed.toList

  def took: FiniteDuration = FiniteDuration(nanos, NANOSECONDS)

  /** Whether all actors have ended and all tasks are done. */
  def isComplete: Boolean = leftOver.length == 0 && failed.length == 0

  override def toString: String =
    val actors = if leftOver.length == 0 then "" else s"; still running: ${left.mkString(", ")}"
    val tasks  = if failed.length == 0 then "" else s"; failed: ${failedTasks.mkString(", ")}"
    s"shut down in ${nanos / 1000000L} ms$actors$tasks"

/** When a task of [[ActorSystem.onShutdown]] runs. The phases come in this order, each once the one before is over. */
enum ShutdownPhase:
  /** Before any actor is stopped: no new work is let in. */
  case BeforeActors

  /** Once all actors have ended, or their time is over. */
  case AfterActors
