package brine.actor.model

import brine.actor.model.MailboxWords.*

/** Stops the actor: takes it if it is idle, as a scheduled worker would own it; otherwise sends it a stop signal. */
final class Owner(
    val name: String,
    layout: Layout,
    words: MailboxWords,
    node: Int,
    stop: SendSignal
) extends Process:
  import Owner.*

  private val at    = layout.word(s"$name.at", Take)
  private val close = Close(layout, name, words)

  def mayRest(memory: Memory): Boolean = memory(at) == Signalling && stop.isDone(memory)

  def canStep(memory: Memory): Boolean = memory(at) match
    case Take       => true
    case Closing    => close.canStep(memory)
    case Signalling => stop.canStep(memory)

  def step(memory: Memory): String = memory(at) match
    case Take =>
      val taken =
        if words.has(Fault.OwnWithoutCheck) then
          memory.exchange(words.tail, node)
          true
        else memory.compareAndSet(words.tail, Idle, node)
      if taken then
        words.beginRun(memory)
        words.handle(memory, node)
        close.begin(memory, node)
        memory(at) = Closing
      else
        stop.begin(memory)
        memory(at) = Signalling
      "take the actor if it is idle"
    case Closing =>
      val said = close.step(memory)
      if close.isDone(memory) then
        words.sealSignal(memory, stop.signal, Dead) // never sent
        memory(at) = Signalling
      said
    case Signalling => stop.step(memory)

private object Owner:
  val Take       = 1
  val Closing    = 2
  val Signalling = 3
