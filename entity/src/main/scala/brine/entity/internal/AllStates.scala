package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Entity, EntityError, EntityException}
import brine.journal.{EventLogReader, Offset, ReadAs, ReadError, Record, Stored, StreamDeleted}
import java.util.HashMap
import scala.annotation.tailrec

/** The states of all entities of a type, folded in one pass over the log. Saved states are not used. Blocks while it
  * reads. Owned by one thread.
  *
  * It leaves out the entities that need a look at their stream: those whose events are not all there, were deleted or
  * cannot be folded. Their first command loads them, or says why that fails. An `InterruptedException` of a function of
  * an entity is such a failure: nobody else interrupts the thread.
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
  private implicit val codec: Codec[E] = entity.eventCodec

  private val events = summon[ReadAs[E]]
  private val prefix = entity.stream("x").dropRight(1)
  private val all    = HashMap[String, Folded[S]]()
  private var folded = 0 // of them, those that are not left out
  private var passed = 0

  /** Passes the id and the state of each entity.
    *
    * @throws EntityException
    *   if the log cannot be read
    */
  def foreach(body: (String, LoadedState[S]) => Unit): Unit =
    fold(triesLeft = 3)
    all.forEach: (stream, one) =>
      if !one.isOut then
        pass()
        body(stream.substring(prefix.length), one.loaded)

  @tailrec private def fold(triesLeft: Int): Unit =
    all.clear()
    folded = 0
    read() match
      case Right(()) => ()
      // Retention was faster than this pass: it begins with what is kept.
      case Left(_: ReadError.Gone) if triesLeft > 1 => fold(triesLeft - 1)
      case Left(error)                              =>
        proceeds() // A log that is closed is one of entities that are, and an interrupt is none of the log.
        throw EntityException(EntityError.HistoryUnavailable(s"the entities of ${entity.name}", error))

  // All events and not those of the category: a store may look for these again and again. Not decoded, since one that
  // cannot be decoded would end it.
  private def read(): Either[ReadError, Unit] =
    try log.readAll[Stored](Offset.Begin).foreach(add)
    catch
      case own: EntityException => throw own
      case UserFailure(failed)  => Left(LogFailure.of(log, failed))

  private def add(record: Record[Stored]): Unit =
    pass()
    if record.stream.startsWith(prefix) then
      val known = all.get(record.stream)
      // One whose first event is not there can never be whole.
      val one = if known == null && record.version == 1 && folded < most then begun(record.stream) else known
      if one != null && !one.isOut then
        if record.version != one.version + 1 || record.tags(StreamDeleted.Tag) || !evolves(one, record) then
          all.put(record.stream, out): Unit
          folded -= 1

  private def begun(stream: String): Folded[S] | Null =
    try
      val one = Folded[S](EventFold.nonNull(entity.initial))
      all.put(stream, one): Unit
      folded += 1
      one
    catch case UserFailure(_) => null

  private def evolves(one: Folded[S], record: Record[Stored]): Boolean =
    try
      events.read(record.value.bytes, record.value.schema) match
        case Left(_)      => false
        case Right(event) =>
          one.state = EventFold.nonNull(entity.evolve(one.state, event))
          one.version = record.version
          one.offset = record.offset.sequence
          one.micros = EventFold.microsOf(record.at)
          true
    catch case UserFailure(_) => false

  private val out: Folded[S] = Folded(null.asInstanceOf[S], isOut = true)

  private def pass(): Unit =
    passed += 1
    if (passed & Pause) == 0 then proceeds()

private[internal] object AllStates:
  private inline val Pause = 1023

  /** One entity so far. */
  private final class Folded[S](var state: S, val isOut: Boolean = false):
    var version = 0L
    var offset  = 0L
    var micros  = 0L

    /** Its version counts as saved. [[Preload]] looks for the saved state of those that have many events. */
    def loaded: LoadedState[S] = LoadedState(state, version, offset, micros, saved = version)
