package brine.actor.model

import brine.actor.model.Twin.*
import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}

/** The protocol of the mailbox once more, as short as can be, with a mistake on demand: what the checks must find.
  *
  * With [[TwinFault.None]] it is right, so a check that complains about another one complains about the mistake.
  */
class Twin(fault: TwinFault, batch: Int, suspendAt: Int, stopAt: Int) extends Subject:
  private val tail      = AtomicReference[Link](null)
  private val signals   = AtomicReference[Sign](null)
  private val deaths    = AtomicInteger(0)
  private val scheduled = AtomicInteger(0)
  private val twice     = AtomicInteger(0)

  protected var parked: Int        = 0 // through the handle alone
  private var head: Link           = null
  private var headHandled: Boolean = false
  private var waiting: Boolean     = false
  private var stopping: Boolean    = false

  def dead: Int         = deaths.get
  def doubled: Int      = twice.get
  def isClosed: Boolean = tail.get eq Closed

  private def schedule(): Unit = if scheduled.incrementAndGet() > 1 then twice.incrementAndGet(): Unit

  // Sending
  def send(message: Int): Unit = deliver(Link(message))

  private def deliver(link: Link): Unit =
    val previous = tail.getAndSet(link)
    if previous == null then
      head = link
      schedule()
    else if previous eq Closed then
      val last = tail.getAndSet(Closed)
      bury(link)
      if fault != TwinFault.DrainOwnMessageOnly then buryAfter(link, last)
    else previous.next = link

  private def bury(link: Link): Unit = if link.message > 0 then deaths.incrementAndGet(): Unit

  private def buryAfter(first: Link, last: Link): Unit =
    var link = first
    while link ne last do
      link = link.awaitNext()
      bury(link)

  // Signals
  def resume(): Unit = signal(Sign(stops = false))

  def stop(): Unit =
    val link  = Link(0)
    val taken = fault match
      case TwinFault.OwnWithoutCheck =>
        tail.set(link)
        true
      case _ => tail.compareAndSet(null, link)
    if taken then
      head = link
      close(link)
    else signal(Sign(stops = true))

  private def signal(sign: Sign): Unit =
    if fault == TwinFault.WakeBeforeSignal then deliver(Link(0))
    var previous = signals.get
    while (previous ne ClosedSigns) && { sign.next = previous; !signals.compareAndSet(previous, sign) } do
      previous = signals.get
    if previous == null then
      if fault != TwinFault.WakeBeforeSignal then deliver(Link(0))
      if Parked.compareAndSet(this, 1, 0) then schedule()

  private def takeSignals(): Unit =
    var sign = signals.getAndSet(null)
    while sign != null do
      if sign.stops then stopping = true else waiting = false
      sign = sign.next

  // Running
  def drive(): Unit =
    var due = takeTurn()
    while due do
      run()
      due = takeTurn()

  private def takeTurn(): Boolean = scheduled.get > 0 && scheduled.compareAndSet(1, 0)

  private def run(): Unit =
    var link    = head
    var handled = headHandled
    var left    = batch
    headHandled = false
    var running = true
    while running do
      if signals.get != null then takeSignals()
      if stopping then
        if !handled then bury(link)
        close(link)
        running = false
      else if waiting then running = suspend(link, handled)
      else if !handled then
        handle(link.message)
        handled = true
        left -= 1
      else
        var next = link.next
        if next == null then
          head = null
          if becomeIdle(link) then running = false else next = link.awaitNext()
        if running then
          link = next
          handled = false
          if left <= 0 then
            head = link
            running = false
            schedule()

  private def becomeIdle(link: Link): Boolean = fault match
    case TwinFault.IdleByPlainStore =>
      tail.set(null)
      true
    case _ => tail.compareAndSet(link, null)

  private def handle(message: Int): Unit =
    if message > 0 then
      log = log * 10 + message
      if message == stopAt then stopping = true
      else if message == suspendAt then
        waiting = true
        asked = true

  /** Whether to go on. */
  private def suspend(link: Link, handled: Boolean): Boolean =
    head = link
    headHandled = handled
    fault match
      case TwinFault.ParkWithoutFence => Parked.setOpaque(this, 1)
      case _                          => Parked.setVolatile(this, 1)
    if fault == TwinFault.SuspendWithoutRecheck || signals.get == null || !Parked.compareAndSet(this, 1, 0) then false
    else if fault == TwinFault.GoOnAfterUnpark then true
    else
      schedule()
      false

  private def close(link: Link): Unit =
    buryAfter(link, tail.getAndSet(Closed))
    signals.set(ClosedSigns)

private object Twin:
  /** Message 0 holds none. */
  final class Link(val message: Int):
    @volatile var next: Link = null

    def awaitNext(): Link =
      while next == null do Thread.onSpinWait()
      next

  final class Sign(val stops: Boolean):
    var next: Sign = null

  val Closed      = Link(0)
  val ClosedSigns = Sign(stops = false)

  val Parked: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Twin], MethodHandles.lookup())
      .findVarHandle(classOf[Twin], "parked", classOf[Int])
