package brine.entity.internal

import brine.codec.{Codec, EncodeError}
import brine.entity.{EntityError, EntityException}
import brine.journal.{AppendBatch, Appended, ExpectedVersion, Names, Offset}
import java.time.{Duration, Instant}
import scala.collection.immutable.VectorBuilder

/** One of the entities that decide together: its state as it is lent, and what was decided since. For one thread.
  *
  * @tparam E
  *   its events
  * @tparam S
  *   its state
  */
private[entity] final class Participant[C[+_], E, S](val runtime: EntityRuntime[C, E, S], val id: String):
  private implicit val codec: Codec[E] = runtime.entity.eventCodec

  val stream: String = runtime.entity.stream(id)

  private var request: JoinRequest | Null    = null
  private var lent: LentState | Null         = null
  private var returned: EntityMessage | Null = null

  // What was decided
  private var state: S    = null.asInstanceOf[S]
  private var payloads    = VectorBuilder[Array[Byte]]()
  private var tags        = Set.empty[String]
  private var decidedAt   = 0L
  private var count       = 0
  private var firstRecord = 0

  /** Whether it was asked something. */
  private var asked = false

  def described: String = runtime.described(id)

  /** Number of its new events. */
  def events: Int = count

  /** Whether it was asked, and has no new events: what was decided follows from its state nevertheless. */
  def isReadOnly: Boolean = asked && count == 0

  /** Version and time of its last durable event. */
  def version: Long = lent.nn.version
  def micros: Long  = lent.nn.micros

  /** Offset of its last durable event. */
  private var before = Offset.Begin
  def offset: Offset = before

  /** Makes the request, which has a permit. */
  def prepare(timeout: Duration): Unit =
    returned = null
    lent = null
    asked = false
    request = JoinRequest(runtime, id, timeout)

  /** Waits until the entity is lent, at most until a time of `System.nanoTime`. */
  def borrow(until: Long): Unit =
    lent = request.nn.borrow(until)
    before = request.nn.offset
    discard()

  /** Forgets what was decided, but not that it was asked: what the function does next may follow from the replies. */
  def discard(): Unit =
    state = lent.nn.state.asInstanceOf[S]
    payloads = VectorBuilder()
    tags = Set.empty
    count = 0
    decidedAt = 0

  /** Decides on a command, on the state that earlier decisions lead to. Returns the reply. If that fails, the state is
    * as before.
    */
  def decide(command: Any, time: Instant): Any =
    var in = "decide"
    try
      asked = true
      val decision = runtime.entity.decide(state, command.asInstanceOf[C[Any]])(using runtime.host.at(time))
      val events   = decision.events
      in = "evolve"
      var after = state
      events.foreach(event => after = EventFold.nonNull(runtime.entity.evolve(after, event)))
      in = "a codec or tags"
      val encoded = events.map(Codec.encodeBare(_))
      val named   = if events.isEmpty then tags else tags ++ runtime.encoder.tagsOf(events)
      named.foreach(Names.require("tag", _))
      // From here on nothing fails.
      payloads.addAll(encoded)
      tags = named
      state = after
      count += encoded.size
      if encoded.nonEmpty then decidedAt = EventFold.microsOf(time)
      decision.reply
    catch
      case failed: EncodeError =>
        throw EntityException(EntityError.Unencodable(described, runtime.nameOf(command), failed))
      case UserFailure(failed) =>
        throw EntityException(EntityError.Failed(described, runtime.nameOf(command), in, failed))

  /** Adds the new events, of which there are some. */
  def addTo(batch: AppendBatch): Unit =
    firstRecord = batch.events
    batch.to(stream, ExpectedVersion(version), tags): Unit
    payloads.result().foreach(batch.addStored(codec.schema, _): Unit)

  /** The new events are durable. */
  def appended(as: Appended): Unit = if count > 0 then
    val last  = as.first.sequence + firstRecord + count - 1
    val until = math.max(math.max(micros, decidedAt), EventFold.microsOf(as.at))
    returned = EntityMessage.Returned(state, version + count, last, until)

  /** It is not known what is durable. */
  def isUnknown(): Unit = returned = EntityMessage.ReturnedUnknown

  /** Nothing was appended. */
  def isUnchanged(): Unit = returned = null

  /** Gives the entity back, if it was lent, and the permit. */
  def giveBack(): Unit =
    val made = request
    if made != null then made.giveBack(returned)
    request = null
