package brine.actor.internal.dispatcher

import brine.actor.{ActorSystemSettings, Dispatcher}
import brine.actor.internal.support.Described
import java.util.HashMap

/** The pools of a system: the first, and those started for their first actor. Thread-safe. */
private[internal] final class WorkerPools(settings: ActorSystemSettings, listener: PoolListener):
  val first: WorkerPool         = WorkerPool(settings.shownName, settings.workers, newestFirst = false, listener)
  @volatile private var members = WorkerPools.only(first)
  private var byKind: HashMap[Any, WorkerPool] = null  // guarded by this
  private var ended                            = false // guarded by this

  def all: Array[WorkerPool] = members

  /** The pool of a dispatcher with workers.
    *
    * @throws IllegalArgumentException
    *   if the settings have no pool of that name
    */
  def of(dispatcher: Dispatcher): WorkerPool =
    if dispatcher eq Dispatcher.Default then first
    else
      synchronized:
        if byKind == null then byKind = HashMap()
        val known = byKind.get(dispatcher)
        if known != null then known else start(dispatcher)

  private def start(dispatcher: Dispatcher): WorkerPool =
    val newestFirst   = dispatcher eq Dispatcher.NewestFirst
    val size: Integer = if newestFirst then settings.workers else settings.pools.get(dispatcher.name)
    if size == null then
      throw IllegalArgumentException(
        s"the system ${settings.shownName} has no pool ${Described.inLine(dispatcher.name)}; " +
          s"its pools: ${Described.inLine(settings.pools.keySet.toString)}. " +
          "Add it with ActorSystemSettings.withPool"
      )
    val name = s"${settings.shownName}-${if newestFirst then "newest" else Described.inLine(dispatcher.name)}"
    val pool = WorkerPool(name, size, newestFirst, listener)
    pool.start()
    // After the end no thread would run its actors: a stopped pool stops them at once.
    if ended then pool.stop()
    else
      pool.launch() // before anyone uses it: there may be no threads for it
      members = members :+ pool
    byKind.put(dispatcher, pool): Unit
    pool

  /** Ends the threads. Pools asked for later have none. */
  def stop(): Unit =
    synchronized:
      ended = true
    val pools = members
    var i     = 0
    while i < pools.length do
      pools(i).stop()
      i += 1

private[internal] object WorkerPools:
  private def only(pool: WorkerPool): Array[WorkerPool] =
    val array = new Array[WorkerPool](1)
    array(0) = pool
    array
