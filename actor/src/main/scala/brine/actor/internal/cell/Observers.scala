package brine.actor.internal.cell

import brine.actor.{ActorInterceptor, ActorOptions, ActorStart, Cell, Signal, SystemInternals}
import brine.actor.internal.observation.{CellObserver, Interceptors}

/** Handlers of actors that may be observed. For all others each method reads one field more. Used only off the path of
  * plain messages.
  */
private[brine] object Observers:
  def of(cell: Cell[?]): CellObserver =
    val extension = cell.cellExtension
    if extension == null then null else extension.observer

  /** Observes a new cell if its options or its system say so. No other thread knows the cell yet. */
  def attach(cell: Cell[?], options: ActorOptions, system: SystemInternals): Unit =
    val own         = if options == null then ActorInterceptor.ofSystem else options.interceptor
    val interceptor = if own eq ActorInterceptor.ofSystem then system.settings.interceptor else own
    val calls       = Interceptors.of(system, interceptor)
    val metrics     = if system.metricsBook == null then null else system.metricsBook.of(kindOf(cell, options))
    if calls != null || metrics != null then
      val extension = cell.extend()
      extension.observer = CellObserver(cell, extension.queue, calls, metrics, system.settings.metricsEvery)
      if metrics != null then metrics.spawned.increment()

  /** The kind of an actor is its class. A function has none, so its kind is its name. */
  private def kindOf(cell: Cell[?], options: ActorOptions): String =
    if cell.isInstanceOf[BehaviorCell[?]] && options != null && options.name.nonEmpty then options.name
    else cell.behaviorName

  /** Whether [[attach]] has anything to do. */
  def wanted(options: ActorOptions, system: SystemInternals): Boolean =
    system.observesAll ||
      (options != null && (options.interceptor ne ActorInterceptor.ofSystem))

  def invoke(cell: Cell[?], message: Any): Unit =
    val observer = of(cell)
    if observer == null then cell.invoke(message, null)
    else observer.around(message, null)(cell.invoke(message, null))

  def start(cell: Cell[?]): Unit =
    val observer = of(cell)
    if observer == null then cell.startBehavior() else start(cell, observer)

  def restart(cell: Cell[?]): Unit =
    val observer = of(cell)
    if observer == null then cell.restartBehavior()
    else observer.aroundThrowing(ActorStart.Restarted)(cell.restartBehavior())

  def signal(cell: Cell[?], signal: Signal): Unit =
    val observer = of(cell)
    if observer == null then cell.handleSignal(signal) else this.signal(cell, signal, observer)

  // Apart, so that the methods above are short enough to be compiled into their callers.
  private def start(cell: Cell[?], observer: CellObserver): Unit =
    observer.aroundThrowing(ActorStart.Started)(cell.startBehavior())

  private def signal(cell: Cell[?], signal: Signal, observer: CellObserver): Unit =
    observer.aroundThrowing(signal)(cell.handleSignal(signal))
