package brine.pekko.projection.internal

import brine.entity.projection.{ProjectionError, SlicedProjection}
import java.util.concurrent.ConcurrentHashMap
import org.apache.pekko.actor.typed.ActorRef

/** Whether slices may run on this node: once it is known that it uses the same database and log as the others.
  * Thread-safe.
  */
private[pekko] final class NodeGate(projection: SlicedProjection[?]):
  private val slices = ConcurrentHashMap.newKeySet[ActorRef[SliceMessage]]()

  @volatile private var isOpened = false

  @volatile private var refusal: Option[ProjectionError] = None

  /** What slices wait for, in words. */
  @volatile var waitsFor: String = "the database has not answered its node yet"

  /** Whether slices may run. */
  def isOpen: Boolean = isOpened && refusal.isEmpty

  /** Why none may run any more. */
  def refused: Option[ProjectionError] = refusal

  /** Tells a slice from now on when it may run, and when it may no more. It looks at [[isOpen]] after that. */
  def add(slice: ActorRef[SliceMessage]): Unit = slices.add(slice): Unit

  def remove(slice: ActorRef[SliceMessage]): Unit = slices.remove(slice): Unit

  def open(): Unit =
    isOpened = true
    slices.forEach(_ ! SliceMessage.Restart)

  /** Closes it until the program is started again. */
  def refuse(error: ProjectionError): Unit =
    refusal = Some(error)
    projection.refuse(error)
    slices.forEach(_ ! SliceMessage.Refused)
