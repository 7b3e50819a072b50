package brine.actor.internal

import java.lang.invoke.{MethodHandles, VarHandle}

/** A link of a mailbox: one message and what follows it.
  *
  * Owned by the sender until it is linked, then by whoever runs the receiver. 24 bytes: the message is what a sender pays for.
  * Subclasses carry what is rarer than one message of a plain `tell`.
  */
private[brine] class Node(val message: Any):
  private[internal] var following: Node = null

  /** What was sent after this, or null while nothing was, or while the next sender is between its two steps. */
  final def next: Node = Node.Next.getAcquire(this).asInstanceOf[Node]

  final def linkNext(node: Node): Unit = Node.Next.setRelease(this, node)

  /** Handled nodes let go of their successors: a node that a collection made old would keep all that came later alive. */
  final def unlink(): Unit = following = null

  /** The successor, which another thread is about to link. */
  final def awaitNext(): Node =
    var node  = next
    var spins = 0
    while node == null do
      spins += 1
      if (spins & 1023) == 0 then Thread.`yield`() else Thread.onSpinWait()
      node = next
    node

  /** How many messages this node holds that are not handled yet. */
  def count: Int = 1

private[brine] object Node:
  private val Next: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Node], MethodHandles.lookup())
      .findVarHandle(classOf[Node], "following", classOf[Node])
      .withInvokeExactBehavior()

  /** The tail of a mailbox that takes nothing any more. Never linked to anything. */
  val Closed: Node = Node(null)

/** Makes the receiver look at its signals; holds no message. */
private[brine] final class WakeNode extends Node(null):
  override def count: Int = 0

/** The first node of every actor. */
private[brine] final class StartNode extends Node(null):
  override def count: Int = 0

/** What the owner of an idle actor puts into its mailbox while it stops it. */
private[brine] final class OwnerNode extends Node(null):
  override def count: Int = 0

/** A message whose sender waits for the reply, which fails when the message cannot be handled. */
private[brine] final class AskNode(message: Any, val reply: AskReply[?]) extends Node(message)

/** Announces one element of the receiver's bounded queue. */
private[brine] final class QueuedNode extends Node(null)

/** A timer that is due; its message counts only if the timer was not cancelled or started anew since. */
private[brine] final class DueNode(val timer: ActorTimer) extends Node(null)

/** The time of a [[ReceiveTimeout]] may be over. */
private[brine] final class SilenceNode(val timeout: ReceiveTimeout) extends Node(null)

/** Up to 64 messages of one sender, linked in at once. `from` moves as they are handled. */
private[brine] final class BatchNode(val messages: Array[Any], var from: Int, val until: Int) extends Node(null):
  override def count: Int = until - from
