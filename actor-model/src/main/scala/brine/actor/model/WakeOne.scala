package brine.actor.model

import brine.actor.model.SleepWords.*

/** Wakes a worker for new work that it can find, unless all are awake or one searches already. For work in a slot, one
  * that watches the slots is enough, too.
  */
final class WakeOne(layout: Layout, name: String, words: SleepWords):
  import WakeOne.*

  private val at     = layout.word(s"$name.wake.at")
  private val member = layout.word(s"$name.wake.member")

  def begin(memory: Memory): Unit        = memory(at) = ReadSleepers
  def beginForSlot(memory: Memory): Unit = memory(at) = SleepersOfSlot
  def isDone(memory: Memory): Boolean    = memory(at) == Done

  /** Whether the next step only reads, so that it does not wait for earlier stores. */
  def onlyReads(memory: Memory): Boolean = memory(at) match
    case ReadSleepers | SleepersOfSlot | ReadWatching | ReadSearchers | Recheck => true
    case _                                                                      => false

  def step(memory: Memory): String = memory(at) match
    case SleepersOfSlot =>
      memory(at) = if memory(words.sleepers) > 0 then ReadWatching else Done
      "does anyone sleep?"
    case ReadWatching =>
      memory(at) = if memory(words.watching) > 0 then Done else ReadSearchers
      "does anyone watch?"
    case ReadSearchers =>
      memory(at) = if memory(words.searchers) > 0 then Done else BeginSearch
      "does anyone search?"
    case ReadSleepers =>
      memory(at) = if memory(words.sleepers) > 0 then BeginSearch else Done
      "does anyone sleep?"
    case BeginSearch =>
      memory(at) = if memory.compareAndSet(words.searchers, 0, 1) then Wake else Done
      "search unless someone does"
    case Wake =>
      if memory.compareAndSet(words.states(memory(member)), Asleep, Woken) then
        memory(member) = 0
        memory(at) = Done
      else if memory(member) + 1 < words.states.size then memory.add(member, 1)
      else
        memory(member) = 0
        memory(at) = EndSearch
      "wake a worker if it sleeps"
    case EndSearch =>
      memory.add(words.searchers, -1)
      memory(at) = if words.has(Fault.WakeWithoutRecheck) then Done else Recheck
      "end the search"
    case Recheck =>
      // Who came meanwhile has left it to this search, which has found nobody asleep.
      val found = words.hasWork(memory) || words.slotsToWatch(memory, own = 0)
      memory(at) = if found then ReadSleepers else Done
      "look for work again"

private object WakeOne:
  val Done           = 0
  val ReadSleepers   = 1
  val BeginSearch    = 2
  val Wake           = 3
  val EndSearch      = 4
  val Recheck        = 5
  val SleepersOfSlot = 6
  val ReadWatching   = 7
  val ReadSearchers  = 8
