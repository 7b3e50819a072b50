package brine.actor.model

/** The words that the workers of one pool share: the waiting work, who sleeps and how many search.
  *
  * A worker's stores to its queue and to its slot pass through a store buffer, as on every processor: others see them
  * later than the worker's next loads.
  *
  * @param size
  *   number of workers at first
  * @param hasOwn
  *   whether any work goes to a slot or to a worker's queue; if not, nobody watches, which keeps the number of states
  *   small
  */
final class SleepWords(layout: Layout, size: Int, val work: Int, val hasOwn: Boolean, val faults: Set[Fault]):
  import SleepWords.*

  /** Work from outside, in the queue of each worker, and in its slot. */
  val injected: Word          = layout.word("injected")
  val rings: IndexedSeq[Word] = layout.words("ring", size)
  val slots: IndexedSeq[Word] = layout.words("slot", size)

  /** The store of each worker that others do not see yet. */
  val buffers: IndexedSeq[Word] = layout.words("buffer", size)

  val sleepers: Word           = layout.word("sleepers")
  val searchers: Word          = layout.word("searchers")
  val states: IndexedSeq[Word] = layout.words("state", size)

  /** Whether a worker watches the slots of the others. */
  val watching: Word = layout.word("watching")

  /** Workers that have not ended. */
  val members: Word = layout.word("members", size)

  /** Workers in a handler that does not return. */
  val endless: Word = layout.word("endless")

  /** Whether the stuck worker, for which the spare ones stand in, has continued. */
  val unstuck: Word = layout.word("unstuck")

  val done: Word = layout.word("done")

  def has(fault: Fault): Boolean = faults(fault)

  /** Whether a worker that does not watch looks once more before it sleeps. */
  def looksAgain: Boolean = hasOwn && !has(Fault.SleepWithoutLastLook)

  def hasWork(memory: Memory): Boolean = memory(injected) > 0 || rings.exists(memory(_) > 0)

  /** Whether nobody watches the slots although any worker is awake but `own`. */
  def slotsToWatch(memory: Memory, own: Int): Boolean =
    hasOwn && memory(watching) == 0 && memory(members) - memory(sleepers) > own

  /** Whether every store is visible. A nap outlasts a store buffer. */
  def drained(memory: Memory): Boolean = buffers.forall(memory(_) == Empty)

  def run(memory: Memory): Unit =
    memory.add(done, 1)
    Process.require(memory(done) <= work, "work is run twice")

  def checkEnd(memory: Memory): Unit =
    Process.require(memory(done) == work, "work waits while all sleep")
    Process.require(memory(searchers) == 0, "someone who is gone counts as searching")
    Process.require(memory(watching) == 0, "someone who is gone counts as watching")
    Process.require(memory(sleepers) == memory(members) - memory(endless), "the sleepers are miscounted")

private[model] object SleepWords:
  val Awake  = 0
  val Asleep = 1
  val Woken  = 2

  /** What is in a store buffer. */
  val Empty    = 0
  val SlotFull = 1
  val Pushed   = 2
