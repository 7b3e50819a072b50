package brine.actor.model

import brine.actor.model.MailboxWords.Handled

/** One actor with its mailbox, its signals and the run queue, and everyone who touches them.
  *
  * The rules:
  *
  *   - There are never two runners. The actor is never queued twice, nor while it runs.
  *   - Every message and every signal is handled or dead exactly once.
  *   - The messages of a producer are handled in their order, and none after a dead one.
  *   - Nobody waits forever. At the end the actor is idle or closed.
  */
final class MailboxModel(scenario: MailboxScenario, faults: Set[Fault] = Set.empty) extends Model:
  val layout: Layout = Layout()

  private val words = MailboxWords(layout, scenario, faults)
  private val spare = words.spare.iterator

  private def send(name: String): SendSignal = SendSignal(layout, name, words, spare.next())

  private val plain = scenario.signals.zipWithIndex.map: (count, number) =>
    Signaller(s"signaller $number", layout, Vector.tabulate(count)(i => send(s"signaller $number.$i")))

  private val stopSignals = Vector.tabulate(scenario.stopSignals)(number => send(s"stop $number"))
  private val stopSenders = stopSignals.zipWithIndex.map: (signal, number) =>
    Signaller(s"stop $number", layout, Vector(signal))

  private val ownerSignals = Vector.tabulate(scenario.owners)(number => send(s"owner $number.stop"))
  private val owners       = ownerSignals.zipWithIndex.map: (signal, number) =>
    Owner(s"owner $number", layout, words, spare.next(), signal)

  // A suspended actor is resumed once its handler has asked for it.
  private val resumes = scenario.suspendAt.toVector.sorted.map((p, i) => words.messages(p)(i) -> send(s"resume $p.$i"))
  private val completion = resumes.map: (message, signal) =>
    val asked = words.fate(message)
    Signaller(s"completion of message $message", layout, Vector(signal), memory => memory(asked) == Handled)

  private val producers = words.messages.zipWithIndex.map: (nodes, number) =>
    Producer(s"producer $number", layout, words, nodes, scenario.chained(number))

  private val workers = Vector.tabulate(scenario.workers): number =>
    val stops = (stopSignals ++ ownerSignals).map(_.signal).toSet
    Worker(s"worker $number", layout, words, scenario.batch, resumes.map(_._2.signal).toSet, stops)

  val processes: IndexedSeq[Process] = producers ++ plain ++ stopSenders ++ owners ++ completion ++ workers

  // A completion that nobody asked for is a signal never sent, not a lost one.
  def checkEnd(memory: Memory): Unit =
    resumes.foreach: (message, signal) =>
      if memory(words.fate(message)) != Handled then words.sealSignal(memory, signal.signal, MailboxWords.Dead)
    words.checkEnd(memory)
