package brine.actor.model

/** The words that the workers of one pool share: the waiting work, who sleeps and how many search.
  *
  * @param size
  *   number of workers at first
  */
final class SleepWords(layout: Layout, size: Int, work: Int, val faults: Set[Fault]):
  /** Work from outside, and in the queue of each worker. */
  val injected: Word          = layout.word("injected")
  val rings: IndexedSeq[Word] = layout.words("ring", size)

  val sleepers: Word           = layout.word("sleepers")
  val searchers: Word          = layout.word("searchers")
  val states: IndexedSeq[Word] = layout.words("state", size)

  /** Workers that have not ended. */
  val members: Word = layout.word("members", size)

  /** Whether the stuck worker, for which the spare ones stand in, has continued. */
  val unstuck: Word = layout.word("unstuck")

  val done: Word = layout.word("done")

  def has(fault: Fault): Boolean = faults(fault)

  def hasWork(memory: Memory): Boolean = memory(injected) > 0 || rings.exists(memory(_) > 0)

  def checkEnd(memory: Memory): Unit =
    Process.require(memory(done) == work, "work waits while all sleep")
    Process.require(memory(searchers) == 0, "someone who is gone counts as searching")
    Process.require(memory(sleepers) == memory(members), "the sleepers are miscounted")

private[model] object SleepWords:
  val Awake  = 0
  val Asleep = 1
  val Woken  = 2
