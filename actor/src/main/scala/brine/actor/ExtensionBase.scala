package brine.actor

import java.lang.invoke.{MethodHandles, VarHandle}

/** What the owner of an actor must do before its next message. */
private[brine] object Mode:
  final val Running     = 0
  final val Waiting     = 1 // until a continuation or the end of a backoff arrives
  final val Stopping    = 2
  final val Terminating = 3 // until the last child has stopped
  final val Restarting  = 4
  final val Replaying   = 5 // running, but puts stashed messages back first

/** What a [[Cell]] itself reads of the state that not every actor has: `brine.actor.internal.cell.Extension` adds the
  * rest. Owned by the owner of the cell, except for the parking word.
  */
private[brine] abstract class ExtensionBase:
  /** 1 if the owner has suspended the cell. Whoever sets it back to 0 schedules the cell. */
  private[actor] var parked: Int = 0

  private[brine] var mode: Int            = Mode.Running
  private[brine] var headHandled: Boolean = false

  /** Whether another instance handles the messages, or each is noted for a receive timeout. */
  private[brine] var diverts: Boolean = false

  private[brine] final def park(): Unit      = ExtensionBase.Parked.setVolatile(this, 1)
  private[brine] final def unpark(): Boolean = ExtensionBase.Parked.compareAndSet(this, 1, 0)
  private[brine] final def isParked: Boolean = parked == 1

  /** The reference of the actor for everybody; null if it is the cell. */
  private[brine] def publicRef: ActorRef[?]

  /** Delivers what could not be delivered of a bounded mailbox, for lack of memory. */
  private[brine] def deliverOwed(): Unit

  /** A message that was counted as sent waits no more, and is not handled. */
  private[brine] def uncount(): Unit

  /** Whether the actor is told when it has had no message for a while, and so notes each one. */
  private[brine] def hasReceiveTimeout: Boolean
  private[brine] def touchReceiveTimeout(): Unit

  // For a class actor that may restart: the cell keeps its place, and a new instance handles its messages.
  private[brine] def factory: () => Actor[?]
  private[brine] def delegate: Actor[?]
  private[brine] def host: Cell[?]

  /** Makes `fresh` handle the messages of `cell`. */
  private[brine] def delegateTo(fresh: Actor[?], cell: Cell[?]): Unit

private object ExtensionBase:
  private val lookup            = MethodHandles.privateLookupIn(classOf[ExtensionBase], MethodHandles.lookup())
  private val Parked: VarHandle =
    lookup.findVarHandle(classOf[ExtensionBase], "parked", classOf[Int]).withInvokeExactBehavior()
