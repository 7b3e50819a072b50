package brine.actor.model

import brine.actor.model.MailboxWords.*

/** Sends one signal: pushes it. If the list was empty, also sends a wake, and unparks and schedules a parked actor. */
final class SendSignal(layout: Layout, name: String, words: MailboxWords, wake: Int):
  import SendSignal.*

  val signal: Int = words.signal()

  private val at   = layout.word(s"$name.at")
  private val seen = layout.word(s"$name.seen")
  private val send = Send(layout, s"$name.wake", words)

  def begin(memory: Memory): Unit = memory(at) = if words.has(Fault.WakeBeforeSignal) then Wake else Read

  def isDone(memory: Memory): Boolean = memory(at) == Done

  def canStep(memory: Memory): Boolean = memory(at) match
    case Done                           => false
    case Waking if !send.isDone(memory) => send.canStep(memory)
    case _                              => true

  def step(memory: Memory): String = memory(at) match
    case Read =>
      memory(seen) = memory(words.signals)
      if memory(seen) == Closed then
        words.sealSignal(memory, signal, Dead)
        finish(memory)
      else
        memory(words.signalNext(signal)) = memory(seen)
        memory(at) = Push
      "read the signals"
    case Push =>
      if !memory.compareAndSet(words.signals, memory(seen), signal) then memory(at) = Read
      else if words.has(Fault.WakeBeforeSignal) then memory(at) = Unpark
      else if memory(seen) == 0 then memory(at) = Wake
      else finish(memory)
      memory(seen) = 0
      s"push signal $signal"
    case Wake =>
      send.begin(memory, wake, wake)
      memory(at) = Waking
      step(memory)
    case Waking =>
      val said = send.step(memory)
      if send.isDone(memory) then memory(at) = if words.has(Fault.WakeBeforeSignal) then Read else Unpark
      s"wake: $said"
    case Unpark =>
      val parked =
        if words.has(Fault.UnparkByPlainRead) then memory(words.parked) == 1
        else memory.compareAndSet(words.parked, 1, 0)
      if parked then memory(at) = Schedule else finish(memory)
      "unpark"
    case Schedule =>
      words.schedule(memory)
      finish(memory)
      "schedule"

  private def finish(memory: Memory): Unit =
    memory(at) = Done
    memory(seen) = 0

private object SendSignal:
  val Done     = 0
  val Read     = 1
  val Push     = 2
  val Wake     = 3
  val Waking   = 4
  val Unpark   = 5
  val Schedule = 6
