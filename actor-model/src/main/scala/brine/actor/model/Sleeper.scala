package brine.actor.model

import brine.actor.model.SleepWords.*

/** A worker, reduced to finding work and sleeping.
  *
  * @param toCome
  *   the work that running some work adds
  * @param spare
  *   whether it ends when it finds nothing to do after the stuck worker has continued
  */
final class Sleeper(number: Int, layout: Layout, words: SleepWords, toCome: WorkToCome, spare: Boolean) extends Process:
  import Sleeper.*

  val name              = s"worker $number"
  private val at        = layout.word(s"$name.at", Look)
  private val searching = layout.word(s"$name.searching")
  private val watches   = layout.word(s"$name.watches")
  private val owes      = layout.word(s"$name.owes")
  private val inVain    = layout.word(s"$name.inVain")
  private val seen      = layout.word(s"$name.seen")
  private val wake      = WakeOne(layout, name, words)
  private val state     = words.states(number)
  private val ring      = words.rings(number)
  private val slot      = words.slots(number)
  private val buffer    = words.buffers(number)

  def mayRest(memory: Memory): Boolean =
    wake.isDone(memory) && (memory(at) == Ended || memory(at) == Park || memory(at) == Endless)

  def canStep(memory: Memory): Boolean =
    if !wake.isDone(memory) then wake.onlyReads(memory) || memory(buffer) == Empty
    else
      memory(at) match
        case Ended | Endless                            => false
        case Return                                     => true // reads and writes nothing that others share
        case LastNap if words.has(Fault.LastLookAtOnce) => true
        case Nap | LastNap                              => memory(state) != Asleep || words.drained(memory)
        case Park                                       => memory(state) != Asleep
        case _                                          => memory(buffer) == Empty

  def step(memory: Memory): String =
    if !wake.isDone(memory) then wake.step(memory)
    else
      memory(at) match
        case Look          => look(memory)
        case EndSearch     => endSearch(memory, LookOn)
        case LookOn        => handOver(memory, Run)
        case Run           => run(memory)
        case Return        => returns(memory)
        case BeginSearch   => beginSearch(memory)
        case Steal         => steal(memory)
        case StealSlot     => stealSlot(memory)
        case Sleep         => fallAsleep(memory)
        case CountSleepers => countSleepers(memory)
        case LeaveSearch   => endSearch(memory, afterCount)
        case Recheck       => becomes(memory, if words.hasWork(memory) then WakeUp else BeginWatch, "look again")(())
        case BeginWatch    => beginWatch(memory)
        case Nap           => nap(memory)
        case EndWatch      => endWatch(memory)
        case LastNap       => lastNap(memory)
        case WakeUp        => wakeUp(memory)
        case CountAwake    => becomes(memory, LeaveWatch, "one sleeper less")(memory.add(words.sleepers, -1))
        case LeaveWatch    => leaveWatch(memory)
        case Park          => woken(memory)
        case Retire        => retire(memory)
        case EndLastSearch => endSearch(memory, LastLook)
        case LastLook      => handOver(memory, Ended)

  private def becomes(memory: Memory, next: Int, what: String)(action: => Unit): String =
    memory(at) = next
    action
    what

  private def look(memory: Memory): String =
    val found = takeFrom(memory, slot) || takeFrom(memory, ring) || takeFrom(memory, words.injected)
    memory(at) =
      if found then if memory(searching) == 1 then EndSearch else if memory(owes) == 1 then LookOn else Run
      else if spare && memory(words.unstuck) == 1 then Retire
      else if memory(searching) == 1 then Steal
      else BeginSearch
    "look for work of its own or from outside"

  private def endSearch(memory: Memory, next: Int): String =
    becomes(memory, next, "end the search"):
      memory(searching) = 0
      memory.add(words.searchers, -1)

  /** Others relied on this search. So another one begins if there is work, or may be in a slot. */
  private def handOver(memory: Memory, next: Int): String =
    val own     = if next == Ended then 0 else 1
    val visible = memory(ring) > 0 || memory(words.injected) > 0
    val slots   = words.slotsToWatch(memory, own) && !words.has(Fault.FoundWithoutHandOver)
    becomes(memory, next, "is there more?"):
      memory(owes) = 0
      memory(inVain) = 0
      if visible || slots then wake.begin(memory)

  private def run(memory: Memory): String =
    words.run(memory)
    if toCome.takeFill(memory) then
      memory(buffer) = SlotFull
      memory(at) = Return
      if !words.has(Fault.FillWithoutWake) then wake.beginForSlot(memory)
      "run, and fill the slot"
    else if toCome.takePush(memory) then
      memory(buffer) = Pushed
      memory(at) = Return
      wake.begin(memory)
      "run, and push"
    else
      memory(at) = Return
      "run"

  private def returns(memory: Memory): String =
    val never = toCome.takeEndless(memory)
    becomes(memory, if never then Endless else Look, if never then "compute forever" else "return"):
      if never then memory.add(words.endless, 1)

  private def beginSearch(memory: Memory): String =
    // Two steps in the runtime, but the second fails if anyone was between them.
    if 2 * memory(words.searchers) < memory(words.members) then
      memory.add(words.searchers, 1)
      memory(searching) = 1
    becomes(memory, if memory(searching) == 1 then Steal else Sleep, "search unless half of all do")(())

  private def steal(memory: Memory): String =
    if takeFrom(memory, words.injected) || words.rings.exists(takeFrom(memory, _)) then memory(at) = EndSearch
    else
      memory(seen) = others(memory).fold(0)(_ + 1)
      memory(at) = if memory(seen) > 0 then StealSlot else Sleep
    "look at the others"

  private def others(memory: Memory): Option[Int] =
    words.slots.indices.find(other => other != number && memory(words.slots(other)) == 1)

  private def stealSlot(memory: Memory): String =
    val victim = words.slots(memory(seen) - 1)
    val taken  = memory.compareAndSet(victim, 1, 0) || words.has(Fault.StealSlotWithoutExchange)
    becomes(memory, if taken then EndSearch else Sleep, "take what is in a slot")(memory(seen) = 0)

  private def fallAsleep(memory: Memory): String =
    becomes(memory, CountSleepers, "fall asleep"):
      memory(owes) = 0
      memory(state) = Asleep

  private def countSleepers(memory: Memory): String =
    val next = if memory(searching) == 1 then LeaveSearch else afterCount
    becomes(memory, next, "one sleeper more")(memory.add(words.sleepers, 1))

  private def afterCount: Int = if words.has(Fault.SleepWithoutRecheck) then Park else Recheck

  private def beginWatch(memory: Memory): String =
    val watch = memory(inVain) == 1 && words.slotsToWatch(memory, own = 0)
    val next  = if watch then Nap else if words.looksAgain then LastNap else Park
    becomes(memory, next, "watch the slots if it was woken in vain, unless someone does"):
      if watch then
        memory(words.watching) = 1
        memory(watches) = 1

  /** The end of a nap. As long as others take turns, it naps again, which is the same state. */
  private def nap(memory: Memory): String =
    val next =
      if memory(state) != Asleep then Park
      else if watchedWork(memory) then WakeUp
      else EndWatch
    becomes(memory, next, "look at the slots")(())

  private def watchedWork(memory: Memory): Boolean =
    others(memory).nonEmpty || (!words.has(Fault.WatchSlotsAlone) && words.hasWork(memory))

  private def endWatch(memory: Memory): String =
    val next =
      if words.has(Fault.EndWatchWithoutLook) then Park
      else LastNap
    becomes(memory, next, "end the watch"):
      memory(watches) = 0
      memory(words.watching) = 0

  private def lastNap(memory: Memory): String =
    val found = watchedWork(memory)
    becomes(memory, if memory(state) == Asleep && found then WakeUp else Park, "a last look")(())

  private def wakeUp(memory: Memory): String =
    val own = memory.compareAndSet(state, Asleep, Awake)
    becomes(memory, if own then CountAwake else Park, "wake up unless woken"):
      if own then
        memory(owes) = 1
        if words.hasOwn then memory(inVain) = 1

  private def leaveWatch(memory: Memory): String =
    becomes(memory, Look, "end the watch, if any"):
      if memory(watches) == 1 then
        memory(watches) = 0
        memory(words.watching) = 0

  private def woken(memory: Memory): String =
    becomes(memory, CountAwake, "continue, woken"):
      memory(searching) = if memory(state) == Woken then 1 else 0
      if words.hasOwn then memory(inVain) = 1
      memory(state) = Awake

  private def retire(memory: Memory): String =
    val next =
      if memory(searching) == 1 && !words.has(Fault.RetireWhileSearching) then EndLastSearch
      else if memory(owes) == 1 then LastLook
      else Ended
    becomes(memory, next, "end")(memory.add(words.members, -1))

  private def takeFrom(memory: Memory, queue: Word): Boolean =
    val some = memory(queue) > 0
    if some then memory.add(queue, -1)
    some

private object Sleeper:
  val Look          = 0
  val EndSearch     = 1
  val LookOn        = 2
  val Run           = 3
  val BeginSearch   = 4
  val Steal         = 5
  val Sleep         = 6
  val CountSleepers = 7
  val LeaveSearch   = 8
  val Recheck       = 9
  val WakeUp        = 10
  val CountAwake    = 11
  val Park          = 12
  val Retire        = 13
  val EndLastSearch = 14
  val LastLook      = 15
  val Ended         = 16
  val Return        = 17
  val Endless       = 18
  val StealSlot     = 19
  val BeginWatch    = 20
  val Nap           = 21
  val EndWatch      = 22
  val LastNap       = 23
  val LeaveWatch    = 24
