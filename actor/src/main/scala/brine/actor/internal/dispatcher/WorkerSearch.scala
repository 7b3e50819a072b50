package brine.actor.internal.dispatcher

import brine.actor.Cell
import java.util.concurrent.ThreadLocalRandom

/** How a worker with nothing to do finds work of others. Owned by its worker.
  *
  * It spins for some microseconds and looks at the queues. It also looks at the slots: what has been in a slot while
  * its worker took no turn is there because that worker computes, so it is taken. Actors that reply to each other leave
  * the slot much sooner, and stay together.
  *
  * Nothing found, it counts as asleep, waits for some microseconds more, and looks a last time at slots and queues. No
  * fence is between filling a slot, or adding to a queue, and reading who sleeps, because that is on the path of every
  * message. Those stores are visible at the last look. If it has completed a future since it last slept, it yields its
  * processor while it waits, because a thread that waited for the future may be ready to run; rarely, once that has
  * taken long.
  *
  * A worker that was woken and has found nothing watches before it sleeps, one of each pool: as long as others are
  * awake and take turns, it looks again after 50, 100 and 200 microseconds, and then every 400. Meanwhile a worker that
  * fills its slot wakes nobody, so chains of short messages do not pay for waking. Here the last look comes a nap after
  * the watch has ended.
  *
  * Whoever leaves a search or a watch with work hands over: others may have relied on it. `SleepModel` in `actor-model`
  * explores all of this.
  */
private[internal] final class WorkerSearch(worker: Worker):
  import WorkerSearch.*

  private val pool      = worker.pool
  private var searching = false
  private var watching  = false
  private var owes      = false // whether it must hand over when it finds work
  private var more      = false // whether there was more than it took
  private var inVain    = false // whether it has found nothing since it was woken

  private var victim: Worker   = null // whose slot it looks at
  private var waiting: Cell[?] = null // what was in that slot
  private var turns            = 0    // and the turn of the victim at that time
  private var looks            = 0

  private var spinning = 0 // how often it still spins and does not yield
  private var penalty  = 0 // how often after the next long yield, about

  /** Whether its worker has completed a future that a thread may wait for, since it last fell asleep. */
  var hasReplied: Boolean = false

  /** How often it has yielded before it slept. For tests. */
  @volatile var yields: Int = 0

  // -------------------------------------------------------------------------------------------
  // Searching
  // -------------------------------------------------------------------------------------------

  /** Begins a search that another thread has counted, or none; ends the watch. */
  def begin(counted: Boolean): Unit =
    searching = counted
    inVain = true
    if watching then
      watching = false
      owes = true
      pool.endWatch()

  /** Ends the search when the worker has fallen asleep. */
  def end(): Unit =
    owes = false
    if searching then
      searching = false
      pool.endSearch()

  /** The worker has woken itself up, so it does not count as searching; still others may rely on it. */
  def owe(): Unit = owes = true

  /** Searches for a while, unless half of the workers do. Null if it finds nothing. */
  def look(): Cell[?] =
    if !searching && pool.beginSearch() then searching = true
    var found: Cell[?] = null
    if searching then
      var round = 0
      while round < Rounds && found == null do
        found = steal()
        if found == null then found = stealSlot()
        if found == null then pause()
        round += 1
      forgetVictim()
    if found != null then foundWork()
    found

  private[internal] def steal(): Cell[?] =
    val workers = pool.workers
    val start   = ThreadLocalRandom.current().nextInt(workers.length)
    var found   = pool.takeInjected(start)
    var i       = 0
    while i < workers.length && found == null do
      val other = workers((start + i) % workers.length)
      if other ne worker then
        found = other.queue.stealInto(worker.queue)
        more = found != null && other.queue.nonEmpty
      i += 1
    found

  /** Takes what is in a slot if it was there at the last looks, too. */
  private def stealSlot(): Cell[?] =
    var found: Cell[?] = null
    if stillWaits then
      looks += 1
      if looks >= Looks then
        if victim.takeRunNext(waiting) then
          found = waiting
          more = true
        forgetVictim()
    else findVictim()
    found

  private def stillWaits: Boolean = victim != null && victim.turns == turns && (victim.slot eq waiting)

  /** Finds a worker with something in its slot. */
  private def findVictim(): Unit =
    forgetVictim()
    val workers = pool.workers
    val start   = ThreadLocalRandom.current().nextInt(workers.length)
    var i       = 0
    while i < workers.length && victim == null do
      val other = workers((start + i) % workers.length)
      if other ne worker then
        turns = other.turns
        waiting = other.slot
        if waiting != null then victim = other
      i += 1

  private def forgetVictim(): Unit =
    victim = null
    waiting = null
    looks = 0

  private def pause(): Unit =
    var i = 0
    while i < Spins do
      Thread.onSpinWait()
      i += 1

  /** Ends the search, and wakes the next worker if there may be more to find. */
  def foundWork(): Unit =
    if searching then
      searching = false
      owes = true
      pool.endSearch()
    if owes then
      owes = false
      inVain = false
      pool.handOver(more || worker.queue.nonEmpty)
      more = false

  // -------------------------------------------------------------------------------------------
  // Watching
  // -------------------------------------------------------------------------------------------

  /** Called by a worker that counts as asleep: looks at the others before it really sleeps. */
  def watch(): Unit = if inVain && pool.beginWatch() then watchInNaps() else settle()

  /** Waits until earlier stores of the others are visible, and looks a last time. */
  private def settle(): Unit =
    if !hasReplied then linger(yielding = false): Unit
    else
      hasReplied = false
      if spinning > 0 then
        spinning -= 1
        linger(yielding = false): Unit
      else
        yields += 1
        val took = linger(yielding = true)
        penalty = if took > LongYieldNanos then Math.min(2 * penalty + 1, MostPenalty) else penalty / 2
        spinning = penalty
    if worker.isAsleep && pool.othersAwake(0) then lookAgain()

  /** Waits for some microseconds, unless woken. Returns how long that took. */
  private def linger(yielding: Boolean): Long =
    val begun = System.nanoTime()
    var took  = 0L
    while worker.isAsleep && took < SettleNanos do
      if yielding then Thread.`yield`() else pause()
      took = System.nanoTime() - begun
    took

  /** Looks at the others from time to time. */
  private def watchInNaps(): Unit =
    watching = true
    var nanos    = NapNanos
    var taken    = pool.turns
    var isLively = true // as long as others take turns: one that only computes or blocks needs no watch
    while isLively && worker.isAsleep && pool.othersAwake(0) do
      worker.nap(nanos)
      lookAgain()
      if nanos < LongestNapNanos then nanos *= 2
      else
        val before = taken
        taken = pool.turns
        isLively = taken != before
    if worker.isAsleep then
      watching = false
      pool.endWatch()
      worker.nap(NapNanos)
      lookAgain()

  private def lookAgain(): Unit =
    findVictim()
    if victim != null then pause()
    if stillWaits || pool.hasWork then worker.wakeUp()
    forgetVictim()

private[internal] object WorkerSearch:
  private final val Rounds = 4
  private final val Spins  = 32

  /** At how many looks in a row something must be in a slot. */
  private final val Looks = 2

  /** A yield of this length was to a program that computes. To get the processor back from it takes milliseconds, so
    * the worker rarely yields then.
    */
  private final val LongYieldNanos = 100000L
  private final val MostPenalty    = 1023

  /** How long a last look waits. A store buffer is empty long before. */
  private final val SettleNanos = 4000L

  private final val NapNanos        = 50000L
  private final val LongestNapNanos = 400000L
