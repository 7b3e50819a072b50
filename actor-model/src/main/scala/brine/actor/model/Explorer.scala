package brine.actor.model

import scala.collection.mutable.ArrayBuffer

/** Visits every state that a model can reach, by every interleaving of the atomic steps of its processes.
  *
  * It works breadth first, so it finds the shortest list of steps that breaks a rule. It keeps and compares whole
  * states: equal hashes never merge two states. Use an explorer once, on one thread. It takes about 150 bytes per
  * state.
  *
  * @param maximumStates
  *   maximum number of states. More throw an exception, because an exploration that stops in the middle proves nothing
  */
final class Explorer(model: Model, maximumStates: Int = 4_000_000):
  private val processes = model.processes
  private val states    = ArrayBuffer.empty[Memory]
  private var table     = Array.fill(1 << 16)(-1)
  // Of each state: its hash, the state before it, and the process that made the step. At least one entry each for
  // every state that the table has room for.
  private var hashes     = new Array[Int](table.length / 2)
  private var parents    = new Array[Int](table.length / 2)
  private var steppers   = new Array[Byte](table.length / 2)
  private var ends       = 0
  private var transition = 0L

  def explore(): Exploration =
    add(model.layout.memory, -1, -1)
    var state  = 0
    var broken = Option.empty[Exploration.Broken]
    while broken.isEmpty && state < states.size do
      broken = expand(state)
      state += 1
    broken.getOrElse(Exploration.Holds(states.size, transition, ends))

  /** Adds the states one step away, unless a rule is broken on the way there. */
  private def expand(state: Int): Option[Exploration.Broken] =
    val memory  = states(state)
    var moved   = false
    var broken  = Option.empty[Exploration.Broken]
    var process = 0
    while broken.isEmpty && process < processes.size do
      if processes(process).canStep(memory) then
        moved = true
        transition += 1
        val next = memory.copy
        try
          processes(process).step(next): Unit
          add(next, state, process)
        catch case failure: Process.Broken => broken = Some(Exploration.Broken(failure.rule, trace(state, process)))
      process += 1
    if broken.isEmpty && !moved then broken = end(state)
    broken

  private def end(state: Int): Option[Exploration.Broken] =
    ends += 1
    val memory = states(state).copy // the check may use it for its sums
    try
      processes.find(!_.mayRest(memory)).foreach(stuck => Process.fail(s"${stuck.name} waits for ever"))
      model.checkEnd(memory)
      None
    catch case failure: Process.Broken => Some(Exploration.Broken(failure.rule, trace(state, -1)))

  private def add(memory: Memory, parent: Int, process: Int): Unit =
    if states.size * 2 >= table.length then grow()
    val hash = Explorer.hash(memory)
    val slot = find(memory, hash)
    if table(slot) < 0 then
      val number = states.size
      if number >= maximumStates then throw IllegalStateException(s"more than $maximumStates states")
      table(slot) = number
      states += memory
      hashes(number) = hash
      parents(number) = parent
      steppers(number) = process.toByte

  private def find(memory: Memory, hash: Int): Int =
    val mask = table.length - 1
    var slot = hash & mask
    while table(slot) >= 0 && !isSame(table(slot), memory, hash) do slot = (slot + 1) & mask
    slot

  // The hashes alone distinguish most states, without a look at their bytes.
  private def isSame(state: Int, memory: Memory, hash: Int): Boolean =
    hashes(state) == hash && java.util.Arrays.equals(states(state).bytes, memory.bytes)

  private def grow(): Unit =
    table = Array.fill(table.length * 2)(-1)
    val mask  = table.length - 1
    var state = 0
    while state < states.size do
      var slot = hashes(state) & mask
      while table(slot) >= 0 do slot = (slot + 1) & mask
      table(slot) = state
      state += 1
    hashes = java.util.Arrays.copyOf(hashes, table.length / 2)
    parents = java.util.Arrays.copyOf(parents, table.length / 2)
    steppers = java.util.Arrays.copyOf(steppers, table.length / 2)

  /** The steps from the start to a state, and the step after it that broke a rule. Found by taking the steps again. */
  private def trace(state: Int, last: Int): List[String] =
    val path   = List.unfold(state)(at => Option.when(at > 0)(steppers(at).toInt -> parents(at))).reverse
    val memory = model.layout.memory
    (if last >= 0 then path :+ last else path).map: process =>
      val said =
        try processes(process).step(memory)
        catch case failure: Process.Broken => failure.rule
      s"${processes(process).name}: $said   [${model.layout.show(memory)}]"

private object Explorer:
  private def hash(memory: Memory): Int =
    val hash = java.util.Arrays.hashCode(memory.bytes) * 0x9e3779b9
    hash ^ hash >>> 15
