package brine.entity.process.internal

import brine.actor.internal.support.Described
import brine.entity.internal.{EntityLog, UserFailure}
import brine.entity.process.TimerChange
import brine.journal.*

/** Finds the open timers of a process: from the last snapshot of them, and the steps of instances after it. Owned by
  * one thread.
  *
  * A snapshot is no more than a shorter way: without one, all steps are read. Of a step no more is decoded than its
  * timers, so types of users do not matter.
  */
private[process] final class TimerStore(process: String, name: String, log: EventLog):
  import TimerStore.*

  private val prefix   = Category(name).toString
  private val due      = ProcessName.dueStream(name)
  private val snapshot = ProcessName.timers(name)

  val timers: OpenTimers = OpenTimers()

  private var upTo    = Offset.Begin
  private var changes = 0

  /** The records up to this offset are in it. */
  def offset: Offset = upTo

  /** Begins with the last snapshot. */
  def load(): Unit =
    log.snapshots.loadParts[SavedTimer, Vector[SavedTimer]](snapshot)(Vector.empty)(_ :+ _) match
      case Right(Some(saved)) =>
        saved.state.foreach: one =>
          timers.add(OpenTimers.Entry(one.instance, one.id, one.number, one.micros, one.announced))
        upTo = saved.offset
      case Right(None) => ()
      case Left(error) =>
        EntityLog.warn(s"the saved timers of $process cannot be used, so all are read: ${error.message}")

  /** The records that have changes of timers, from where it is. */
  def records(): Records[Stored] =
    log.readQueryAfter[Stored](Query.category(name) or Query.stream(due), upTo)

  def apply(record: Record[Stored]): Unit =
    if record.stream == due then record.value.as[DueTimer].foreach(timers.announce(_, record.offset))
    else
      val instance = record.stream.substring(prefix.length)
      if record.tags(StreamDeleted.Tag) then timers.removeAll(instance)
      else
        record.value.as[Changes] match
          case Right(step)       => timers(instance, step.timers, step.ends)
          case Left(undecodable) =>
            EntityLog.warn(
              s"$process cannot read the timers of the record at ${record.offset.sequence}: ${undecodable.getMessage}"
            )
    changes += 1
    lookedAt(record.offset)

  /** Notes that there is nothing else up to an offset. */
  def lookedAt(offset: Offset): Unit = if offset.sequence > upTo.sequence then upTo = offset

  /** Saves the open timers, if that is worth it. */
  def saveIfDue(): Unit = if changes >= math.max(SaveEvery, timers.size) then save()

  /** Saves the open timers, if they have changed. */
  def saveLast(): Unit = if changes > 0 && !log.source.isClosed then save()

  private def save(): Unit =
    changes = 0
    val parts = timers.all.map: entry =>
      SavedTimer(entry.instance, entry.id, entry.number, entry.micros, entry.announcedAt)
    try log.snapshots.saveParts(snapshot, upTo, parts).left.foreach(error => warn(error.message, null))
    catch case UserFailure(failed) => warn(Described.failure(failed), failed)

  private def warn(problem: String, cause: Throwable | Null): Unit =
    EntityLog.warn(s"the timers of $process could not be saved, so its next start takes longer: $problem", cause)

private[process] object TimerStore:
  /** Number of records after which the timers are saved, unless there are more timers. */
  private inline val SaveEvery = 10_000

  /** What a [[brine.entity.process.ProcessStep]] says of timers. */
  private[internal] final case class Changes(timers: Vector[TimerChange], ends: Boolean)
  private[internal] object Changes:
    implicit val codec: brine.codec.Codec[Changes] = brine.codec.Codec.derived
