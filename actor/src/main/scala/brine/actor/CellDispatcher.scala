package brine.actor

/** Runs the actors that have something to do. Each kind of dispatcher chooses the threads.
  *
  * @param started
  *   null, except for the object that stands for a dispatcher in actors that have not started: there it is that
  *   dispatcher, which they have afterwards
  */
private[brine] abstract class CellDispatcher(
    val system: SystemInternals,
    val batch: Batch,
    private[brine] val started: CellDispatcher = null
):
  /** The object that stands for it in actors that have not started, which so need no node for their start. Null if it
    * has none, and they have a [[brine.actor.internal.mailbox.StartNode]].
    */
  private[brine] def starting: CellDispatcher = null

  /** Takes over a cell that was idle or suspended. If it throws, it has not taken the cell: then the caller keeps it,
    * and undoes the send. So what fails after that must be kept from the caller, such as the wake of a worker.
    */
  def schedule(cell: Cell[?]): Unit

  /** Queues a cell whose batch is used up behind the others. If it throws, it has not taken the cell. */
  def reschedule(cell: Cell[?]): Unit

  /** Whether this thread runs a handler of the actor, as far as a cheap check can tell. */
  def runsHere(cell: Cell[?]): Boolean = true

  /** Called when an actor has been told to stop, which may have to wait for its handler. */
  def stopRequested(cell: Cell[?]): Unit = ()

  /** Whether an idle actor may be stopped on the thread that stops it. False if its code may block. */
  def stopsInline: Boolean
