package brine.entity.boundary.internal

import brine.codec.{Codec, EncodeError}
import brine.entity.boundary.{BoundaryError, BoundaryEvents, BoundaryException}
import brine.entity.internal.UserFailure
import brine.journal.{AppendBatch, EncodedAppend, ExpectedVersion, StreamDeleted}
import java.util.{LinkedHashMap, Objects}

/** Makes the append of a decision: each event into the stream that [[BoundaryEvents]] names. Thread-safe. */
private[internal] final class DecisionBatch[E](events: BoundaryEvents[E], described: String):
  import DecisionBatch.Target
  private implicit val codec: Codec[E] = events.codec

  /** Adds the events of a decision to a batch.
    *
    * @throws BoundaryException
    *   if they cannot be appended together
    */
  def add(to: AppendBatch, decided: Vector[E]): Unit =
    // One place is for the reply.
    if decided.size >= EncodedAppend.MostEvents then
      throw BoundaryException(BoundaryError.TooLarge(described, s"it has ${decided.size} events"))
    val targets = LinkedHashMap[String, Target[E]]()
    checked("BoundaryEvents.stream or tags")(decided.foreach(place(targets, _)))
    targets.forEach: (stream, target) =>
      checked("BoundaryEvents.stream or tags")(to.to(stream, ExpectedVersion.Any, target.tags))
      val all = target.events.result()
      checked("the codec of the events")(all.foreach(to.add(_)))

  private def place(targets: LinkedHashMap[String, Target[E]], event: E): Unit =
    val stream = Objects.requireNonNull(events.stream(event), "the stream of an event")
    val tags   = Objects.requireNonNull(events.tags(event), "the tags of an event")
    require(
      !stream.startsWith(BoundaryEvents.Reserved),
      s"the stream '$stream' begins with '${BoundaryEvents.Reserved}', which is reserved"
    )
    require(
      !tags.contains(StreamDeleted.Tag),
      s"the tag '${StreamDeleted.Tag}' of an event in the stream '$stream' is reserved for deletions: name another one"
    )
    val target = targets.computeIfAbsent(stream, _ => Target(tags))
    require(
      target.tags == tags,
      s"the events of one decision in the stream '$stream' have different tags, ${text(target.tags)} and " +
        s"${text(tags)}: give them streams of their own, or the same tags"
    )
    target.events += event

  private def text(tags: Set[String]): String = tags.toVector.sorted.mkString("(", ", ", ")")

  /** Calls functions of the program, and says which one has failed. */
  def checked(in: String)(body: => Any): Unit =
    try body: Unit
    catch
      case failed: EncodeError => throw BoundaryException(BoundaryError.Unencodable(described, failed))
      case UserFailure(failed) => throw BoundaryException(BoundaryError.Failed(described, in, failed))

private[internal] object DecisionBatch:
  private final class Target[E](val tags: Set[String]):
    val events = Vector.newBuilder[E]
