package brine.actor.internal.cell

import brine.actor.{ActorRef, Cell}
import brine.actor.internal.mailbox.Node
import java.util.IdentityHashMap

/** The messages of `context.watchWith`, by watched actor. Owned by the actor that watches. */
private[brine] final class WatchMessages:
  private val byRef = IdentityHashMap[ActorRef[?], WatchMessage](4)

  def put(ref: ActorRef[?], message: Any): Unit =
    val _ = byRef.put(ref, WatchMessage(ref, message))

  private def remove(ref: ActorRef[?]): Unit =
    val entry = byRef.remove(ref)
    if entry != null then entry.isCancelled = true

private[brine] object WatchMessages:
  /** Forgets the message for an actor. It is not delivered any more, even if it waits in the mailbox already. */
  def cancel(extension: Extension, ref: ActorRef[?]): Unit =
    if extension != null && extension.watchMessages != null then extension.watchMessages.remove(ref)

  /** Puts the message for an actor that has stopped into the mailbox. False if there is no message for it.
    *
    * The message goes behind all others: signals come while an actor is suspended, when it takes no messages.
    */
  def deliver(cell: Cell[?], extension: Extension, ref: ActorRef[?]): Boolean =
    val messages = extension.watchMessages
    val entry    = if messages == null then null else messages.byRef.get(ref)
    if entry != null then cell.post(WatchedNode(entry))
    entry != null

  /** Whether the message is still wanted. Called on its arrival. */
  def take(cell: Cell[?], entry: WatchMessage): Boolean =
    val wanted = !entry.isCancelled
    if wanted then cancel(cell.cellExtension, entry.ref)
    wanted

/** What an actor receives when `ref` stops. */
private[brine] final class WatchMessage(val ref: ActorRef[?], val message: Any):
  var isCancelled: Boolean = false

/** A message of `context.watchWith` whose actor has stopped. */
private[brine] final class WatchedNode(val entry: WatchMessage) extends Node(entry.message)
