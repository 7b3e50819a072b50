package brine.entity.testkit

import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import java.time.Instant
import scala.collection.mutable

/** A log whose appends complete in steps of a simulation, oldest first. Between the call and that step an append is
  * accepted and not durable: a power cut in between may lose it. For the thread of the simulation.
  *
  * @param log
  *   where the events are
  * @param steps
  *   runs something as a step
  * @param faults
  *   decides what fails
  */
private[testkit] final class StepLog(log: EventLog, steps: Steps, faults: LogFaults) extends EventLog:
  private val waiting = mutable.Queue[StepLog.Pending]()
  private var isOn    = true
  private var number  = 0

  val states: StepStates = StepStates(log.states, steps, faults)

  /** Ends it, as a power cut does. Returns the appends that were accepted and are not durable. */
  def switchOff(): Vector[EncodedAppend] =
    isOn = false
    states.switchOff()
    waiting.iterator.map(_.append).toVector

  def name: String                                       = "of the simulation"
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def close(): Unit                                      = ()

  // ---- Appending ----------------------------------------------------------------------------------------------------

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    number += 1
    val pending = StepLog.Pending(number, append, listener, context, faults.ofAppend(s"append $number", !waits))
    pending.fault match
      case Some(LogFault.Full) =>
        faults.delaysAppend()
        listener.rejected(context, AppendError.Full)
      case _ =>
        waiting += pending
        steps.note(s"the log accepts append $number: ${StepLog.text(append)}")
        steps.later(() => if isOn then completeOldest())

  private def completeOldest(): Unit =
    val next = waiting.dequeue()
    next.fault match
      case Some(LogFault.Refused) => reject(next, AppendError.ReadOnly("the simulation says so"))
      case Some(LogFault.Missing) => reject(next, AppendError.OutcomeUnknown(Offset(1), Offset(1)))
      case Some(LogFault.Silent)  =>
        val done = Handover.append(log, next.append)
        if done.error == null then reject(next, AppendError.OutcomeUnknown(done.first, done.last)) else tell(next, done)
      case Some(LogFault.Foreign) =>
        faults.anotherWriter(next.append)
        faults.delaysAppend()
        tell(next, Handover.append(log, next.append))
      case Some(LogFault.Broken) =>
        faults.break()
        tell(next, Handover.append(log, next.append))
      case _ => tell(next, Handover.append(log, next.append))

  private def tell(pending: StepLog.Pending, done: Handover.Appended): Unit =
    val error = done.error
    if error == null then steps.note(s"append ${pending.number} is durable, at ${done.last.sequence}")
    else
      steps.note(s"append ${pending.number} is refused: ${StepLog.text(error)}")
      faults.refused(error)
    done.tell(pending.listener, pending.context)

  private def reject(pending: StepLog.Pending, error: AppendError): Unit =
    steps.note(s"append ${pending.number} fails: ${StepLog.text(error)}")
    faults.happened()
    pending.listener.rejected(pending.context, error)

  // ---- Reading ------------------------------------------------------------------------------------------------------

  val source: EventSource = new EventSource:
    private val source = log.source

    def events(filter: Filter.Basic, from: Offset): EventCursor =
      faults.beforeRead("events")
      source.events(filter, from)

    def stream(name: String, from: Long): EventCursor =
      faults.beforeRead(name)
      source.stream(name, from)

    override def matching(query: Query, from: Offset): EventCursor = source.matching(query, from)
    override def deletedUpTo(stream: String): Long                 = source.deletedUpTo(stream)
    def visible: Offset                                            = source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean          = source.awaitBeyond(offset, nanos)
    def isClosed: Boolean                                          = source.isClosed

private[testkit] object StepLog:
  private final class Pending(
      val number: Int,
      val append: EncodedAppend,
      val listener: AppendListener,
      val context: Long,
      val fault: Option[LogFault]
  )

  private def text(append: EncodedAppend): String =
    append.parts.iterator.map(part => s"${part.payloads.size} of ${part.stream}").mkString(", ")

  // Messages of a journal name its folder, and those of a log in memory an identity that is another in each run.
  private def text(error: AppendError): String = error.getClass.getSimpleName match
    case ""   => error.toString
    case name => name
