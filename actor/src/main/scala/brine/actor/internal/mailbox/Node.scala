package brine.actor.internal.mailbox

import java.lang.invoke.{MethodHandles, VarHandle}

/** A link of a mailbox: one message and a reference to the next node.
  *
  * The sender owns it until it is linked, then the owner of the receiver does. It takes 24 bytes, which is what a
  * sender pays for a message. Subclasses carry everything but the single message of a plain `tell`.
  */
private[brine] class Node(val message: Any):
  private[actor] var following: Node = null

  /** The next node; null if nothing was sent after this one, or if the next sender is between its two steps. */
  final def next: Node = Node.Next.getAcquire(this).asInstanceOf[Node]

  final def linkNext(node: Node): Unit = Node.Next.setRelease(this, node)

  /** Clears the link of a handled node. Otherwise a node in the old generation would keep all later nodes alive. */
  final def unlink(): Unit = following = null

  /** Waits for the next node, which another thread is about to link. */
  final def awaitNext(): Node =
    var node  = next
    var spins = 0
    while node == null do
      spins += 1
      if (spins & 1023) == 0 then Thread.`yield`() else Thread.onSpinWait()
      node = next
    node

  /** The number of messages in this node that are not handled yet. */
  def count: Int = 1

private[brine] object Node:
  private val Next: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Node], MethodHandles.lookup())
      .findVarHandle(classOf[Node], "following", classOf[Node])
      .withInvokeExactBehavior()

  /** The tail of a closed mailbox. Nothing is ever linked to it. */
  val Closed: Node = Node(null)

  // The JVM links calls of handles at their first use, which takes stack: a sender must not run out of it in between.
  Closed.linkNext(null)
  Closed.next: Unit

  /** The first node of an actor that has not started. Nothing is ever linked to it: the first message takes its place
    * at the head of the mailbox.
    */
  val Start: Node = StartNode()

/** Makes the receiver check its signals; holds no message. */
private[brine] final class WakeNode extends Node(null):
  override def count: Int = 0

/** The start of an actor that something precedes, such as a signal; see [[Node.Start]]. */
private[brine] final class StartNode extends Node(null):
  override def count: Int = 0

/** The node that the owner of an idle actor puts into its mailbox while it stops it. */
private[brine] final class OwnerNode extends Node(null):
  override def count: Int = 0

  /** Whether it can serve for another actor, now that the mailbox it was in is closed: nobody has linked a node to it,
    * nor ever will.
    */
  private[actor] def isFree: Boolean = next == null

/** The result of a future, and the function of the receiver that makes its message from it. */
private[brine] final class PipedNode(val result: scala.util.Try[Any], val make: scala.util.Try[Any] => Any)
    extends Node(null)

/** A token for one element of the receiver's bounded queue. */
private[brine] final class QueuedNode extends Node(null)

/** Up to 64 messages of one sender, linked in at once. `from` moves as they are handled. */
private[brine] final class BatchNode(val messages: Array[Any], var from: Int, val until: Int) extends Node(null):
  override def count: Int = until - from
