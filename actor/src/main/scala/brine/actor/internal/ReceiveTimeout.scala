package brine.actor.internal

/** Sends an actor a message when it has had none for a while. The timer runs on while messages come; when it is due, the actor looks at
  * when the last was handled, and arms it for the rest. So a message costs one look at the clock, and no timer.
  *
  * All but [[fire]] is called by the actor's owner.
  */
private[brine] final class ReceiveTimeout(val cell: Cell[?], val message: Any, nanos: Long) extends TimerEntry:
  @volatile private var cancelled = false
  private var lastNanos           = 0L // when a message was last handled

  def start(): Unit =
    touch()
    system.arm(this, nanos)

  def cancel(): Unit =
    cancelled = true
    val _ = system.disarm(this)

  /** A message was handled. */
  def touch(): Unit = lastNanos = system.nanoTime

  private[brine] def fire(): Unit = if !cancelled then cell.deliver(SilenceNode(this))

  def isCancelled: Boolean = cancelled

  /** What [[takeDelivery]] would say, for those who only look. */
  def isOver(more: Boolean): Boolean = !cancelled && !more && nanos - (system.nanoTime - lastNanos) <= 0

  /** In the actor: whether the time is over.
    *
    * @param more
    *   whether messages wait behind
    */
  def takeDelivery(more: Boolean): Boolean =
    if cancelled then false
    else
      if more then touch()
      val left = nanos - (system.nanoTime - lastNanos)
      if left > 0 then system.arm(this, left)
      left <= 0

  /** Its message was handled, which may have ended it. */
  def delivered(): Unit = if !cancelled then start()

  private def system: SystemInternals = cell.cellDispatcher.system
