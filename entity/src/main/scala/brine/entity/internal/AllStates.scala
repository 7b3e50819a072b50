package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Entity, EntityError, EntityException}
import brine.journal.{EventLogReader, Offset, Query, ReadError, Record, StreamDeleted}
import java.util.HashMap
import scala.annotation.tailrec

/** The states of all entities of a type, folded in one pass over the log. Saved states are not used. Blocks while it
  * reads. Owned by one thread.
  *
  * It leaves out the entities that need a look at their stream: those whose events are not all there, were deleted or
  * cannot be folded. Their first command loads them, or says why that fails.
  *
  * @param most
  *   number of entities; those that come later in the log are left out
  * @param proceeds
  *   is called from time to time, and throws to end it
  */
private[internal] final class AllStates[E, S](
    entity: Entity[?, E, S],
    log: EventLogReader,
    most: Int,
    proceeds: () => Unit
):
  import AllStates.*
  private implicit val events: Codec[E] = entity.eventCodec

  private val query  = Query.category(entity.name)
  private val prefix = entity.stream("x").length - 1
  private val all    = HashMap[String, Folded[S]]()
  private var passed = 0

  /** Passes the id and the state of each entity.
    *
    * @throws EntityException
    *   if the log cannot be read
    */
  def foreach(body: (String, LoadedState[S]) => Unit): Unit =
    fold(triesLeft = 3)
    all.forEach: (stream, folded) =>
      if !folded.isOut then
        pass()
        body(stream.substring(prefix), folded.loaded(entity.saves.events))

  @tailrec private def fold(triesLeft: Int): Unit =
    all.clear()
    read(Offset.Begin) match
      case None => ()
      // Retention was faster than this pass: it begins with what is kept.
      case Some(_: ReadError.Gone) if triesLeft > 1 => fold(triesLeft - 1)
      case Some(error)                              => throw unreadable(error)

  private def read(from: Offset): Option[ReadError] =
    try
      readEvents(from) match
        case None =>
          log.readTagged[StreamDeleted](StreamDeleted.Tag).foreach(record => leaveOut(record.stream)).left.toOption
        case error => error
    catch
      case own: EntityException              => throw own
      case interrupted: InterruptedException => throw interrupted
      case UserFailure(failed)               => throw unreadable(LogFailure.of(log, failed))

  @tailrec private def readEvents(from: Offset): Option[ReadError] =
    log.readQuery[E](query, from).foreach(add) match
      case Left(ReadError.Undecodable(at, stream, _)) =>
        leaveOut(stream)
        readEvents(Offset(at.sequence + 1))
      case Left(error) => Some(error)
      case Right(())   => None

  private def add(record: Record[E]): Unit =
    pass()
    val known  = all.get(record.stream)
    val folded = if known == null && all.size < most then begun(record.stream) else known
    if folded != null && !folded.isOut then
      if record.version != folded.version + 1 then folded.isOut = true
      else evolve(folded, record)

  private def begun(stream: String): Folded[S] =
    val folded = Folded[S]()
    try folded.state = EventFold.nonNull(entity.initial)
    catch
      case interrupted: InterruptedException => throw interrupted
      case UserFailure(_)                    => folded.isOut = true
    all.put(stream, folded): Unit
    folded

  private def evolve(folded: Folded[S], record: Record[E]): Unit =
    try
      folded.state = EventFold.nonNull(entity.evolve(folded.state, record.value))
      folded.version = record.version
      folded.offset = record.offset.sequence
      folded.micros = EventFold.microsOf(record.at)
    catch
      case interrupted: InterruptedException => throw interrupted
      case UserFailure(_)                    => folded.isOut = true

  private def leaveOut(stream: String): Unit =
    val folded = all.get(stream)
    if folded != null then folded.isOut = true
    else if all.size < most then
      // An event before this one could not be read, so those after it are no whole.
      val out = Folded[S]()
      out.isOut = true
      all.put(stream, out): Unit

  private def pass(): Unit =
    passed += 1
    if (passed & Pause) == 0 then proceeds()

  private def unreadable(error: ReadError) =
    EntityException(EntityError.HistoryUnavailable(s"the entities of ${entity.name}", error))

private[internal] object AllStates:
  private inline val Pause = 1023

  /** One entity so far. */
  private final class Folded[S]:
    var state: S       = null.asInstanceOf[S]
    var version        = 0L
    var offset         = 0L
    var micros         = 0L
    var isOut: Boolean = false

    /** @param saveEvery
      *   events after which states are saved. That of the last such event counts as saved: else all entities would save
      *   theirs with their next command
      */
    def loaded(saveEvery: Int): LoadedState[S] =
      LoadedState(state, version, offset, micros, if saveEvery > 0 then version - version % saveEvery else 0)
