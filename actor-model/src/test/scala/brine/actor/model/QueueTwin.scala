package brine.actor.model

import java.lang.invoke.{MethodHandles, VarHandle}

/** A mistake in the small twin of the run queue. */
enum QueueFault extends java.lang.Enum[QueueFault]:
  case None

  /** The owner takes the last entry without the exchange that thieves take theirs by. */
  case LastWithoutExchange

  /** Thieves take an entry by a plain write of the head. */
  case StealWithoutExchange

  /** Thieves may see the owner's claim late: a mistake of memory order, which no interleaving shows. */
  case PopWithoutFence

/** The deque of Chase and Lev once more, as short as can be, with room for eight and a mistake on demand. */
class QueueTwin(fault: QueueFault) extends QueueSubject:
  import QueueTwin.*

  // Through the handles alone.
  protected var head: Int = 0
  protected var tail: Int = 0

  private val ring = new Array[Int](8)

  private def headNow: Int = Head.getVolatile(this)
  private def tailNow: Int = Tail.getVolatile(this)

  def push(entry: Int): Unit =
    val at = tailNow
    ring(at & 7) = QueueSubject.digit(entry)
    Tail.setRelease(this, at + 1)

  def pop(): Int =
    val at = tailNow - 1
    if fault == QueueFault.PopWithoutFence then Tail.setOpaque(this, at) else Tail.setVolatile(this, at)
    val from   = if fault == QueueFault.PopWithoutFence then Head.getOpaque(this): Int else headNow
    var result = 0
    if at - from > 0 then result = ring(at & 7)
    else
      if at == from && (fault == QueueFault.LastWithoutExchange || moveHead(from)) then result = ring(at & 7)
      Tail.setRelease(this, at + 1)
      if fault == QueueFault.LastWithoutExchange && at == from then Head.setVolatile(this, from + 1)
    result

  def steal(thief: Int): Int =
    var result = 0
    var done   = false
    while !done do
      val from = headNow
      if tailNow - from <= 0 then done = true
      else
        val entry = ring(from & 7)
        if moveHead(from) then
          result = entry
          done = true
    result

  private def moveHead(from: Int): Boolean =
    if fault == QueueFault.StealWithoutExchange then
      Head.setVolatile(this, from + 1)
      true
    else Head.compareAndSet(this, from, from + 1)

private object QueueTwin:
  private val lookup = MethodHandles.privateLookupIn(classOf[QueueTwin], MethodHandles.lookup())

  val Head: VarHandle = lookup.findVarHandle(classOf[QueueTwin], "head", classOf[Int])
  val Tail: VarHandle = lookup.findVarHandle(classOf[QueueTwin], "tail", classOf[Int])
