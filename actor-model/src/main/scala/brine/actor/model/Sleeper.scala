package brine.actor.model

import brine.actor.model.SleepWords.*

/** A worker, reduced to finding work and sleeping.
  *
  * @param pushes
  *   how many times, over all workers, running some work adds more work to the worker's own queue
  * @param spare
  *   whether it ends when it finds nothing to do after the stuck worker has continued
  */
final class Sleeper(number: Int, layout: Layout, words: SleepWords, pushes: Word, spare: Boolean) extends Process:
  import Sleeper.*

  val name              = s"worker $number"
  private val at        = layout.word(s"$name.at", Look)
  private val searching = layout.word(s"$name.searching")
  private val wake      = WakeOne(layout, name, words)
  private val state     = words.states(number)
  private val ring      = words.rings(number)

  def mayRest(memory: Memory): Boolean = wake.isDone(memory) && (memory(at) == Ended || memory(at) == Park)

  def canStep(memory: Memory): Boolean = memory(at) match
    case Ended => !wake.isDone(memory)
    case Park  => !wake.isDone(memory) || memory(state) != Asleep
    case _     => true

  def step(memory: Memory): String =
    if !wake.isDone(memory) then wake.step(memory)
    else
      memory(at) match
        case Look =>
          val found = takeFrom(memory, ring) || takeFrom(memory, words.injected)
          memory(at) =
            if found then if memory(searching) == 1 then EndSearch else Run
            else if spare && memory(words.unstuck) == 1 then Retire
            else if memory(searching) == 1 then Steal
            else BeginSearch
          "look for work of its own or from outside"
        case EndSearch =>
          memory(searching) = 0
          memory.add(words.searchers, -1)
          memory(at) = LookOn
          "end the search, having found work"
        case LookOn =>
          if memory(ring) > 0 || memory(words.injected) > 0 then wake.begin(memory)
          memory(at) = Run
          "is there more?"
        case Run =>
          memory.add(words.done, 1)
          if memory(pushes) > 0 then
            memory.add(pushes, -1)
            memory.add(ring, 1)
            wake.begin(memory)
          memory(at) = Look
          "run"
        case BeginSearch =>
          // Two steps in the runtime, but the second fails if anyone was between them.
          if 2 * memory(words.searchers) < memory(words.members) then
            memory.add(words.searchers, 1)
            memory(searching) = 1
          memory(at) = if memory(searching) == 1 then Steal else Sleep
          "search unless half of all do"
        case Steal =>
          val found = takeFrom(memory, words.injected) || words.rings.exists(takeFrom(memory, _))
          memory(at) = if found then EndSearch else Sleep
          "look at the others"
        case Sleep =>
          memory(state) = Asleep
          memory(at) = CountSleepers
          "fall asleep"
        case CountSleepers =>
          memory.add(words.sleepers, 1)
          memory(at) =
            if memory(searching) == 1 then LeaveSearch
            else if words.has(Fault.SleepWithoutRecheck) then Park
            else Recheck
          "one sleeper more"
        case LeaveSearch =>
          memory(searching) = 0
          memory.add(words.searchers, -1)
          memory(at) = if words.has(Fault.SleepWithoutRecheck) then Park else Recheck
          "end the search, having found nothing"
        case Recheck =>
          memory(at) = if words.hasWork(memory) then WakeUp else Park
          "look for work again"
        case WakeUp =>
          memory(at) = if memory.compareAndSet(state, Asleep, Awake) then CountAwake else Park
          "wake up unless woken"
        case CountAwake =>
          memory.add(words.sleepers, -1)
          memory(at) = Look
          "one sleeper less"
        case Park =>
          memory(searching) = if memory(state) == Woken then 1 else 0
          memory(state) = Awake
          memory(at) = Look
          "go on, woken"
        case Retire =>
          memory.add(words.members, -1)
          memory(at) =
            if memory(searching) == 1 && !words.has(Fault.RetireWhileSearching) then EndLastSearch else Ended
          "end"
        case EndLastSearch =>
          memory(searching) = 0
          memory.add(words.searchers, -1)
          memory(at) = LastLook
          "end the search"
        case LastLook =>
          // Others relied on it to find work, or to look once more before it sleeps.
          if memory(ring) > 0 || memory(words.injected) > 0 then wake.begin(memory)
          memory(at) = Ended
          "is there work?"

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
