package brine.entity.effect.internal

import brine.entity.effect.*
import brine.entity.internal.{EntityLog, FailureText, SelectedRecords}
import brine.journal.{EventLog, Offset, ReadError, Record, Records}
import java.util.ArrayDeque

/** Reads the events that have effects: those that were open at the start, and then those that come. Puts
  * them into lanes, and stores now and then what was executed. For one thread.
  *
  * @param open
  *   offsets of records that the last run has not executed
  */
private[internal] final class Following[E](
    definition: Effects[E],
    log: EventLog,
    store: EffectStore,
    open: Vector[Long],
    source: SelectedRecords[E],
    lanes: Lanes[E],
    execution: Execution[E],
    saves: Saves,
    stopping: Stopping,
    condition: Condition,
    settings: EffectsSettings
):
  import Following.*

  private val name        = definition.toString
  private var unread      = open
  private var checkedAt   = System.nanoTime
  private var logFailures = 0

  // Records that wait until it is stored what was set aside before them, oldest first, with their lanes.
  private val held     = ArrayDeque[(String, Record[E])]()
  private var mustSave = false

  /** Follows the log until the end, which may be its own because of an error. */
  def run(): Unit =
    try
      attempting(reopen())
      while !stopping.isBegun do attempting(follow())
    catch
      case Ended(error)      => condition.endWith(error)
      case failed: Throwable => condition.endWith(EffectsError.Broken(name, failed))
    finally forgetInterrupt() // The last save follows.

  // Nobody interrupts this thread but the codecs and functions of users that it calls. The log would end a wait for it.
  private def forgetInterrupt(): Unit = Thread.interrupted(): Unit

  private def attempting(body: => Unit): Unit =
    try body
    catch
      case Unavailable(error) =>
        logFailures += 1
        condition.note(s"the log failed: ${error.message}", logFailures)
        if logFailures == 1 then EntityLog.warn(error.message, EffectsException(error).getCause)
        stopping.pause(settings.backoff, logFailures)

  private def orThrow[A](result: Either[EffectsError, A]): A = result match
    case Right(value)                                 => value
    case Left(error @ EffectsError.Unavailable(_, _)) => throw Unavailable(error)
    case Left(error)                                  => throw Ended(error)

  private def read[A](body: => Either[ReadError, A]): A = orThrow(store.caught(body).left.map(store.failed))

  /** Reads the records that the last run has not executed. */
  private def reopen(): Unit =
    while unread.nonEmpty && !stopping.isBegun do
      val offset = Offset(unread.head)
      read(source.at(offset)) match
        case Some(Right(record)) => add(record)
        case Some(Left(cause))   => setUndecodableAside(offset, cause)
        case None                =>
          condition.warnOfMissing(offset)
          lanes.drop(offset)
      unread = unread.tail
    release()
    if unread.isEmpty then lanes.opened()

  /** Reads what comes. */
  private def follow(): Unit =
    reopen() // what is left of it
    var records = read(Right(recordsAfter(Offset(lanes.lookedUpTo))))
    try
      while !stopping.isBegun do
        forgetInterrupt()
        orThrow(saves.saveIfDue())
        val room = settings.maxPending - lanes.pending
        if room <= 0 then lanes.awaitRoom(settings.maxPending, WaitNanos)
        else
          store.caught(records.nextBatch(math.min(room, Records.MostOfBatch))) match
            case Right(batch) if batch.nonEmpty =>
              forgetInterrupt()
              orThrow(store.requireOwn())
              batch.foreach(add)
              release()
            case Right(_)                                           => waitAfter(records.offset)
            case Left(ReadError.Undecodable(offset, stream, cause)) =>
              if EffectStore.isOwn(stream) then lanes.lookedAt(offset)
              else setUndecodableAside(offset, cause)
              records.close()
              records = read(Right(recordsAfter(offset)))
            case Left(error) => orThrow(Left(store.failed(error)))
          logFailures = 0
    finally records.close()

  private def recordsAfter(offset: Offset): Records[E] =
    source.from(
      if offset != Offset.Begin then Offset(offset.sequence + 1)
      else
        definition.begin match
          case EffectsBegin.After(Offset.Begin) => Offset.Begin
          case _                                => Offset(1)
    )

  private def waitAfter(offset: Offset): Unit =
    lanes.lookedAt(offset)
    if System.nanoTime - checkedAt > CheckNanos then
      checkedAt = System.nanoTime
      orThrow(store.requireOwn())
    if log.source.isClosed then
      // What was appended before the log was closed is read.
      if log.source.visible.sequence <= offset.sequence then throw Ended(EffectsError.Closed(name))
    else
      try log.source.awaitBeyond(offset, WaitNanos): Unit
      catch case _: InterruptedException => ()

  private def add(record: Record[E]): Unit =
    if EffectStore.isOwn(record.stream) then lanes.lookedAt(record.offset)
    else
      definition.route.laneOf(record) match
        case Left(cause)      => setUndecodableAside(record.offset, cause)
        case Right(None)      => lanes.pass(record.offset)
        case Right(Some(key)) =>
          if mustSave then
            lanes.hold(record.offset)
            held.add(key -> record): Unit
          else enter(key, record)

  /** Lets the records continue that wait until it is stored what was set aside: one save for all of a batch. */
  private def release(): Unit =
    if !held.isEmpty then
      forgetInterrupt()
      orThrow(saves.save())
      mustSave = false
      while !held.isEmpty do
        val (key, record) = held.peek()
        enter(key, record)
        held.poll(): Unit

  private def enter(key: String, record: Record[E]): Unit =
    lanes.add(key, record) match
      case Right(Some(lane)) => execution.start(lane)
      case Right(None)       => ()
      case Left(noRoom)      => throw Ended(noRoom.error(name))

  // Trying again cannot help.
  private def setUndecodableAside(offset: Offset, cause: Throwable): Unit =
    val (stream, tags) = read(Right(source.placeAt(offset))).getOrElse(("", Set.empty[String]))
    val reason         = Condition.clipped(FailureText.of(cause))
    val one            = SetAsideEffect(source.keyOf(stream, tags), offset, reason)
    lanes.putAside(one).left.foreach(noRoom => throw Ended(noRoom.error(name)))
    mustSave = definition.route.storesAsideFirst
    condition.warnOfAside(one.key, offset, one.reason, cause)

private[internal] object Following:
  // How long it takes to notice the end, and that something must be stored.
  private inline val WaitNanos = 50_000_000L

  // How long it takes an idle runner to notice another one.
  private inline val CheckNanos = 500_000_000L

  private final class Ended(val error: EffectsError) extends RuntimeException(null, null, false, false)
  private object Ended:
    def unapply(ended: Ended): Some[EffectsError] = Some(ended.error)

  private final class Unavailable(val error: EffectsError) extends RuntimeException(null, null, false, false)
  private object Unavailable:
    def unapply(unavailable: Unavailable): Some[EffectsError] = Some(unavailable.error)
