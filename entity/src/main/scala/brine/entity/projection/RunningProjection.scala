package brine.entity.projection

import brine.entity.internal.MayWait
import brine.entity.projection.internal.Runner
import brine.journal.Offset
import java.time.Duration
import scala.concurrent.duration.FiniteDuration

/** A projection that is running: [[SqlProjection]] or [[FoldProjection]]. It has a thread of its own, and ends when it
  * is closed, when its log is, or with an error that [[status]] says. Thread-safe.
  *
  * Methods that wait must not be called on a worker of an actor system or on a thread of a store, nor in the function
  * of the projection.
  */
abstract class RunningProjection private[projection] (definition: Projection[?]) extends AutoCloseable:
  private[projection] def runner: Runner[?]

  /** What it is doing. */
  def status: ProjectionStatus = runner.status

  /** Every record up to this offset is in the projection, or set aside. */
  final def position: Offset = status.position

  /** The records that are set aside, by offset. */
  def setAside: Vector[SetAside] = runner.setAside

  /** Waits until every record up to an offset is in the projection or set aside.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @throws ProjectionException
    *   with [[ProjectionError.Behind]] if it is not in time; if the projection has ended, the error says why
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def await(offset: Offset, within: Duration): Unit =
    requireMayWait("waiting for")
    runner.await(offset, within).foreach(error => throw ProjectionException(error))

  /** The same with a duration of Scala's. */
  inline def await(offset: Offset, within: FiniteDuration): Unit = await(offset, Duration.ofNanos(within.toNanos))

  /** Applies the records of a key that are set aside, in order, each in a transaction of its own. Later records of the
    * key are applied as they come then. Returns how many it has applied. If one fails, it and those after it stay set
    * aside. If the projection is closed meanwhile, those that are left stay set aside, and the result is
    * [[ProjectionError.Closed]]. Waits for the batch that is being applied. While the database fails, the result is
    * [[ProjectionError.Unavailable]] after the next attempt.
    *
    * Until it ends, no other records are applied: a transaction for each record may take a while if there are many.
    *
    * Other keys are further ahead meanwhile. If the function of the projection needs the order between keys, start a
    * new version instead.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be applied all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def replay(key: String): Either[ProjectionError, Int] =
    requireMayWait("replaying records of")
    runner.replay(key)

  /** Forgets the records of a key that are set aside, without applying them. Later records of the key are applied as
    * they come. Returns how many were forgotten.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be forgotten all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def discard(key: String): Either[ProjectionError, Int] =
    requireMayWait("discarding records of")
    runner.discard(key)

  /** Ends it after the transaction that is being executed, and waits for that: also if the function or the database
    * does not return. Closing again does nothing. In the function of the projection it does not wait.
    *
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def close(): Unit =
    requireMayWait("closing")
    runner.close()

  private def requireMayWait(what: String): Unit = MayWait.require("a virtual thread")(s"$what $this")

  override def toString: String = definition.toString
