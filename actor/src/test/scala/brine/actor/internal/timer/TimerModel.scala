package brine.actor.internal.timer

import scala.collection.mutable

/** What a wheel must do, said with a priority queue and unbounded numbers; and the steps tests take with both. */
private[internal] object TimerModel:
  enum Action:
    case Nothing, Fail
    case ArmAnother(delay: Long)
    case CancelOther(index: Int)

  enum Step:
    case Arm(delay: Long, action: Action)
    case Cancel(index: Int)
    case Advance(by: Long)
    case NextDue, NextWake

  /** What happened, as the wheel and the model both tell it. */
  enum Event:
    case Armed(id: Int)
    case Fired(id: Int)
    case Failed(id: Int)
    case Cancelled(id: Int, done: Boolean)
    case Advanced(fired: Int)
    case Counted(size: Int)

  /** What both have in common: entries have numbers, and run their action when they fire. */
  trait Timers:
    val events            = mutable.ArrayBuffer.empty[Event]
    protected val actions = mutable.ArrayBuffer.empty[Action]
    protected def armNumbered(delay: Long): Unit
    protected def cancelNumbered(id: Int): Boolean
    protected def fail(id: Int): Unit

    def arm(delay: Long, action: Action): Unit =
      actions += action
      events += Event.Armed(actions.size - 1)
      armNumbered(delay)

    def cancel(index: Int): Unit =
      if actions.nonEmpty then
        val id = index % actions.size
        events += Event.Cancelled(id, cancelNumbered(id))

    def fired(id: Int): Unit =
      events += Event.Fired(id)
      actions(id) match
        case Action.Nothing            => ()
        case Action.Fail               => fail(id)
        case Action.ArmAnother(delay)  => arm(delay, Action.Nothing)
        case Action.CancelOther(index) => cancel(index)

private[internal] final class TimerModel(tickNanos: Long) extends TimerModel.Timers:
  import TimerModel.*
  var elapsed: BigInt = 0
  private var armed   = 0
  private val ticks   = mutable.Map.empty[Int, BigInt]
  private val queue   = mutable.PriorityQueue.empty[(BigInt, Int, Int)](using Ordering[(BigInt, Int, Int)].reverse)

  /** The tick of the entry armed last, by id. */
  def tickOf(id: Int): BigInt   = ticks(id)
  def isArmed(id: Int): Boolean = ticks.contains(id)
  def earliest: Option[BigInt]  = ticks.values.minOption
  def size: Int                 = ticks.size
  def lastId: Int               = actions.size - 1
  def tick: BigInt              = elapsed / tickNanos

  protected def armNumbered(delay: Long): Unit =
    val id = lastId
    val at = if delay <= 0 then tick else (elapsed + delay + tickNanos - 1) / tickNanos
    ticks(id) = at
    queue += ((at, armed, id))
    armed += 1

  protected def cancelNumbered(id: Int): Boolean = ticks.remove(id).isDefined

  protected def fail(id: Int): Unit = events += Event.Failed(id)

  def advance(by: Long): Unit =
    if by > 0 then elapsed += by
    val due = mutable.ArrayBuffer.empty[Int]
    while queue.headOption.exists(_._1 <= tick) do due += queue.dequeue()._3
    var count = 0
    due.foreach: id =>
      if ticks.remove(id).isDefined then
        count += 1
        fired(id)
    events += Event.Advanced(count)
    events += Event.Counted(size)
