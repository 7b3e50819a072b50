package brine.actor.model

/** Sends its signals one after the other, once it may. */
final class Signaller(
    val name: String,
    layout: Layout,
    signals: IndexedSeq[SendSignal],
    mayBegin: Memory => Boolean = _ => true
) extends Process:
  private val begun = layout.word(s"$name.begun")

  def mayRest(memory: Memory): Boolean =
    signals.forall(_.isDone(memory)) && (memory(begun) == signals.size || !mayBegin(memory))

  def canStep(memory: Memory): Boolean =
    signals.exists(_.canStep(memory)) ||
      memory(begun) < signals.size && signals.forall(_.isDone(memory)) && mayBegin(memory)

  def step(memory: Memory): String =
    signals.find(!_.isDone(memory)) match
      case Some(underWay) => underWay.step(memory)
      case None           =>
        val signal = signals(memory(begun))
        memory.add(begun, 1)
        signal.begin(memory)
        signal.step(memory)
