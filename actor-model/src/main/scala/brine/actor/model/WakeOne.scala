package brine.actor.model

import brine.actor.model.SleepWords.*

/** Wakes a worker for new work that it can find, unless all are awake or one searches already. */
final class WakeOne(layout: Layout, name: String, words: SleepWords):
  import WakeOne.*

  private val at     = layout.word(s"$name.wake.at")
  private val member = layout.word(s"$name.wake.member")

  def begin(memory: Memory): Unit     = memory(at) = ReadSleepers
  def isDone(memory: Memory): Boolean = memory(at) == Done

  def step(memory: Memory): String = memory(at) match
    case ReadSleepers =>
      memory(at) = if memory(words.sleepers) > 0 then BeginSearch else Done
      "does anyone sleep?"
    case BeginSearch =>
      memory(at) = if memory.compareAndSet(words.searchers, 0, 1) then Wake else Done
      "search unless someone does"
    case Wake =>
      if memory.compareAndSet(words.states(memory(member)), Asleep, Woken) then
        memory(member) = 0
        memory(at) = CountSleepers
      else if memory(member) + 1 < words.states.size then memory.add(member, 1)
      else
        memory(member) = 0
        memory(at) = EndSearch
      "wake a worker if it sleeps"
    case CountSleepers =>
      memory.add(words.sleepers, -1)
      memory(at) = Done
      "one sleeper less"
    case EndSearch =>
      memory.add(words.searchers, -1)
      memory(at) = if words.has(Fault.WakeWithoutRecheck) then Done else Recheck
      "end the search"
    case Recheck =>
      // Who came meanwhile has left it to this search, which has found nobody asleep.
      memory(at) = if words.hasWork(memory) then ReadSleepers else Done
      "look for work again"

private object WakeOne:
  val Done          = 0
  val ReadSleepers  = 1
  val BeginSearch   = 2
  val Wake          = 3
  val CountSleepers = 4
  val EndSearch     = 5
  val Recheck       = 6
