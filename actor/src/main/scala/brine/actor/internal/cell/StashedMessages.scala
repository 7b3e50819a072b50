package brine.actor.internal.cell

import brine.actor.{Cell, DeadLetterReason, DeadLetters}
import brine.actor.internal.mailbox.BatchNode
import brine.actor.internal.observation.CellObserver
import brine.actor.internal.ref.EnvelopeNode
import java.util.{ArrayList, Objects}

/** The stashed messages of an actor. Owned by that actor.
  *
  * Many actors put most of what comes back aside again, such as one that waits for a reply to each request. So what
  * comes back are the messages in the very array of the stash, and what is put aside again takes the places in it of
  * messages that were handled. Nothing is copied then.
  */
private[brine] final class StashedMessages(capacity: Int):
  private var messages: Array[Any]       = new Array[Any](StashedMessages.Least)
  private var count                      = 0
  private var back: BatchNode            = null // what came back, if it is in the array; its rest is behind `count`
  private var carried: ArrayList[AnyRef] = null // for each message, what the interceptors sent along
  private[internal] var replayed = false // unstashAll was called, and the messages are not back in the mailbox yet

  def size: Int = count

  /** Adds a message; false if there is no room.
    *
    * @param observer
    *   null if the actor has none; then it never has one
    */
  def add(message: Any, observer: CellObserver): Boolean =
    Objects.requireNonNull(message, "message"): Unit
    val room = count < capacity
    if room then
      if back != null && count >= back.from then leaveBatch()
      if count == messages.length then move()
      if observer != null then
        if carried == null then carried = ArrayList(StashedMessages.Least)
        val _ = carried.add(observer.carriedNow)
      messages(count) = message
      count += 1
    room

  /** Keeps the array for itself if all that came back is handled, and moves out of it otherwise. */
  private def leaveBatch(): Unit = if back.from == back.until then back = null else move()

  /** Moves what is stashed to an array of its own, with places left. */
  private def move(): Unit =
    val own = new Array[Any](Math.max(StashedMessages.Least, count + (count >> 1) + 1))
    System.arraycopy(messages, 0, own, 0, count)
    if back != null then
      java.util.Arrays.fill(messages.asInstanceOf[Array[AnyRef]], 0, count, null)
      back = null
    messages = own

  private[internal] def takeEnvelopes(): Array[EnvelopeNode] =
    replayed = false
    val all = new Array[EnvelopeNode](count)
    var i   = 0
    while i < all.length do
      all(i) = EnvelopeNode(messages(i), null, null, carried.get(i), EnvelopeNode.Restored)
      messages(i) = null
      i += 1
    count = 0
    carried = null
    all

  /** All messages, for the mailbox. Null if there are none. */
  private[internal] def takeAll(): BatchNode =
    replayed = false
    if count == 0 then null
    else
      // Others of what came back may still wait in the array. And few messages must not hold a large one.
      if (back != null && back.from < back.until) || messages.length > StashedMessages.Spare + 4 * count then move()
      val all = BatchNode(messages, 0, count)
      back = all
      count = 0
      all

  def bury(cell: Cell[?]): Unit =
    var i = 0
    while i < count do
      DeadLetters.report(cell, messages(i), DeadLetterReason.Stopped)
      messages(i) = null
      i += 1
    count = 0

private[internal] object StashedMessages:
  private final val Least = 4

  /** How many places without a message an array may always have. */
  private final val Spare = 64
