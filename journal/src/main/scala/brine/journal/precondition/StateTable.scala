package brine.journal.precondition

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicReference

/** The states of all streams, tags or kinds that the journal remembers. If there are too many, it forgets those that
  * were not used since it has last looked at them. Thread-safe.
  *
  * @param most
  *   how many states to remember besides those that are [[needed]]
  * @param expected
  *   number of states to make room for
  */
private[precondition] abstract class StateTable[A <: NamedState](most: Int, eviction: Eviction, expected: Int):
  private val states = ConcurrentHashMap[String, A](math.max(expected, 16))

  // States that came since an eviction, the newest first
  private val arrived = AtomicReference[NamedState]()

  // All others, in the order in which they are looked at. Guarded by the lock of the eviction
  private var first: NamedState | Null = null
  private var last: NamedState | Null  = null
  private val leaving                  = java.util.ArrayDeque[A]()

  /** Whether nobody but a caller that keeps it needs a state. Once it is so, it stays so, unless an append uses it. */
  protected def mayLeave(state: A): Boolean

  /** Called before a state is forgotten, while nobody can keep it. */
  protected def leaves(state: A): Unit

  /** Another number after a state was used. */
  protected def uses(state: A): Int

  /** How many states of the table are needed in any case. */
  protected def needed: Int

  def size: Int = states.size

  /** The state of a name, which may be about to be forgotten; null if none is known. */
  final def get(name: String): A | Null = states.get(name)

  /** Removes a state that was forgotten. */
  final def remove(state: A): Unit = states.remove(state.name, state): Unit

  /** The state of a name. If there is none, forgets another where that is necessary, and makes one; null if that
    * returns null.
    */
  final def add(name: String)(make: => A | Null): A | Null =
    // Not after that: where all others are needed, it would forget the new one.
    if lacks(1) then eviction.run(this, coming = 1): Unit
    put(name)(make)

  /** Does the same, and forgets none. */
  final def put(name: String)(make: => A | Null): A | Null =
    var made: A | Null                                 = null
    val making: java.util.function.Function[String, A] = _ =>
      made = make
      made.asInstanceOf[A]
    val found: A | Null = states.computeIfAbsent(name, making)
    if made != null then arrive(made.nn)
    found

  private def arrive(state: A): Unit =
    state.seen = uses(state)
    var newest = arrived.get
    state.next = newest
    while !arrived.compareAndSet(newest, state) do
      newest = arrived.get
      state.next = newest

  /** Whether there is no room for this number of further states. */
  private[precondition] final def lacks(coming: Int): Boolean = excess(coming) > 0

  private def excess(coming: Int): Long = states.mappingCount + coming - needed - most

  // ---- Forgetting: only under the lock of the eviction --------------------------------------------------------------

  /** Chooses states to forget. Returns whether there are any.
    *
    * @param coming
    *   for how many further states to make room; if for none, it looks at all states, and otherwise at a few more than
    *   it should forget
    */
  private[precondition] final def choose(coming: Int): Boolean =
    takeArrived()
    val isAll   = coming == 0
    val tooMany = if isAll then excess(0) else math.min(excess(coming), StateTable.MostAtOnce)
    val wanted  = tooMany + math.max(1, math.min(most / 64, StateTable.MostAhead)) - 1
    // The second look finds those that were used before the first one.
    var looks = if isAll then 2 * states.mappingCount else 4 * wanted + 8
    while leaving.size < wanted && looks > 0 && first != null do
      looks -= 1
      val state = poll()
      if isChosen(state) then leaving.add(state): Unit else offer(state)
    !leaving.isEmpty

  private def isChosen(state: A): Boolean =
    val now    = uses(state)
    val isIdle = now == state.seen
    state.seen = now
    isIdle && mayLeave(state) && state.beginLeaving()

  /** Forgets the chosen states, unless somebody has kept or used them since. */
  private[precondition] final def forget(): Unit =
    while !leaving.isEmpty do
      val state = leaving.poll()
      if state.endLeaving(leavesNow(state)) then remove(state) else offer(state)

  // Before the state is gone: whoever makes another one of the name must see it.
  private def leavesNow(state: A): Boolean =
    val mayGo = mayLeave(state)
    if mayGo then leaves(state)
    mayGo

  private def takeArrived(): Unit =
    var newest: NamedState | Null = arrived.getAndSet(null)
    var oldest: NamedState | Null = null
    while newest != null do
      val before = newest.next
      newest.next = oldest
      oldest = newest
      newest = before
    while oldest != null do
      val state = oldest
      oldest = state.next
      offer(state)

  private def poll(): A =
    val state = first.nn
    first = state.next
    if first == null then last = null
    state.next = null
    state.asInstanceOf[A]

  private def offer(state: NamedState): Unit =
    state.next = null
    if last == null then first = state else last.nn.next = state
    last = state

private object StateTable:
  /** How many states are forgotten at a time beyond those that are too many. */
  private inline val MostAhead = 256

  /** How many states that are too many are forgotten at once by who adds one, since an append waits for that. */
  private inline val MostAtOnce = 1024L
