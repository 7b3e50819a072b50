package brine.actor

import scala.concurrent.duration.FiniteDuration

/** What became of a shutdown.
  *
  * @param left
  *   the actors that had not ended when the time was over though their children had, and why as far as that is known; those above them
  *   wait for them. None when all went well
  * @param failedTasks
  *   the tasks of [[ActorSystem.onShutdown]] that failed or took too long
  */
final case class ShutdownReport(left: List[String], failedTasks: List[String], took: FiniteDuration):
  def isComplete: Boolean = left.isEmpty && failedTasks.isEmpty

  override def toString: String =
    if isComplete then s"shut down in ${took.toMillis} ms"
    else
      val actors = if left.isEmpty then "" else s"; still running: ${left.mkString(", ")}"
      val tasks  = if failedTasks.isEmpty then "" else s"; failed: ${failedTasks.mkString(", ")}"
      s"shut down in ${took.toMillis} ms$actors$tasks"

/** When a task of [[ActorSystem.onShutdown]] runs. The phases come in this order, each once the one before is over. */
enum ShutdownPhase:
  /** Before any actor is stopped: no new work is let in. */
  case BeforeActors

  /** Once all actors have ended, or their time is over. */
  case AfterActors
