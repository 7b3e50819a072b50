package brine.actor.internal.cell

import brine.actor.{Cell, DeadLetterReason, DeadLetters}
import brine.actor.internal.mailbox.BatchNode
import brine.actor.internal.observation.CellObserver
import brine.actor.internal.ref.EnvelopeNode
import java.util.ArrayList

/** The stashed messages of an actor. Owned by that actor. */
private[brine] final class StashedMessages(capacity: Int):
  private val messages                   = java.util.ArrayDeque[Any](4)
  private var carried: ArrayList[AnyRef] = null // for each message, what the interceptors sent along
  private[internal] var replayed = false // unstashAll was called, and the messages are not back in the mailbox yet

  def size: Int = messages.size

  /** Adds a message; false if there is no room.
    *
    * @param observer
    *   null if the actor has none; then it never has one
    */
  def add(message: Any, observer: CellObserver): Boolean =
    val room = messages.size < capacity
    if room then
      messages.addLast(message)
      if observer != null then
        if carried == null then carried = ArrayList(4)
        val _ = carried.add(observer.carriedNow)
    room

  private[internal] def takeEnvelopes(): Array[EnvelopeNode] =
    replayed = false
    val all = new Array[EnvelopeNode](messages.size)
    var i   = 0
    while i < all.length do
      all(i) = EnvelopeNode(messages.pollFirst(), null, null, carried.get(i), EnvelopeNode.Restored)
      i += 1
    carried = null
    all

  private[internal] def takeAll(): BatchNode =
    replayed = false
    val all = messages.toArray.asInstanceOf[Array[Any]]
    messages.clear()
    if all.isEmpty then null else BatchNode(all, 0, all.length)

  def bury(cell: Cell[?]): Unit =
    messages.forEach(message => DeadLetters.report(cell, message, DeadLetterReason.Stopped))
    messages.clear()
