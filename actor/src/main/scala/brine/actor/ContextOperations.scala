package brine.actor

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.util.Try

/** The work behind [[ActorContext]], which says what each operation does. */
private[brine] abstract class ContextOperations:
  // Children. Null options are the defaults.
  def spawn[N](parent: Cell[?], behavior: Behavior[N], options: ActorOptions): ActorRef[N]
  def spawn[N](parent: Cell[?], make: () => Actor[N], options: ActorOptions): ActorRef[N]

  /** Spawns a child that never restarts. */
  def adopt[N](parent: Cell[?], child: Cell[N]): ActorRef[N]

  /** Whether a child with default options may restart: because of its siblings. */
  def mayRestart(parent: Cell[?]): Boolean
  def children(cell: Cell[?]): List[ActorRef[?]]
  def stop(cell: Cell[?], ref: ActorRef[?]): Unit
  def gracefulStop(cell: Cell[?], ref: ActorRef[?], timeout: FiniteDuration): Future[Unit]
  def stopSelf(cell: Cell[?]): Unit

  // Watching
  def watch(cell: Cell[?], ref: ActorRef[?]): Unit
  def watchWith(cell: Cell[?], ref: ActorRef[?], message: Any): Unit
  def unwatch(cell: Cell[?], ref: ActorRef[?]): Unit

  // Timers
  def startTimer(cell: Cell[?], key: Any, message: Any, delay: FiniteDuration): Unit
  def startTimerWithFixedDelay(cell: Cell[?], key: Any, message: Any, delay: FiniteDuration): Unit
  def startTimerAtFixedRate(cell: Cell[?], key: Any, message: Any, interval: FiniteDuration): Unit
  def cancelTimer(cell: Cell[?], key: Any): Boolean
  def isTimerActive(cell: Cell[?], key: Any): Boolean
  def setReceiveTimeout(cell: Cell[?], duration: FiniteDuration, message: Any): Unit
  def cancelReceiveTimeout(cell: Cell[?]): Unit

  // Stash
  def stash(cell: Cell[?], message: Any): Unit
  def unstashAll(cell: Cell[?]): Unit
  def stashSize(cell: Cell[?]): Int

  // Futures
  def suspendUntil[A](cell: Cell[?], future: Future[A], continuation: Try[A] => Any): Unit
  def pipeToSelf[A](cell: Cell[?], future: Future[A], message: Try[A] => Any): Unit
