package brine.entity.boundary

import brine.codec.{Codec, Schemas}
import brine.entity.boundary.internal.Folded
import brine.journal.Names
import java.util.Objects

/** The events that decisions append: into which stream each goes, and with which tags.
  *
  * {{{
  * object Campus extends BoundaryEvents[CampusEvent]("campus"):
  *   def stream(event: CampusEvent): String = s"course-${event.course}"
  *   def tags(event: CampusEvent): Set[String] = event match
  *     case Planned(course, _)      => Set(s"course:$course")
  *     case Joined(course, student) => Set(s"course:$course", s"student:$student")
  * }}}
  *
  * An event must have every tag by which the views of its decision select events like it. Without that tag, two
  * decisions at the same time do not notice each other.
  *
  * Functions are pure, and run on the threads of the callers.
  *
  * @tparam E
  *   the events
  * @param name
  *   name of the boundary, in messages and in the stream of the replies to decisions with a key. Change it and these
  *   replies are not found
  * @throws IllegalArgumentException
  *   if the name is empty, too long or not Unicode text
  */
abstract class BoundaryEvents[E](val name: String)(using val codec: Codec[E])(using val schemas: Schemas):
  require(name.nonEmpty, "the name of a boundary is empty")

  /** The stream of the replies to decisions with a key. */
  private[boundary] final val replyStream: String = s"${BoundaryEvents.Reserved}decisions-$name"
  Names.require("stream", replyStream)

  /** Name of the stream that an event goes to. Names that begin with `brine.` are reserved. */
  def stream(event: E): String

  /** The tags of an event. Those events of one decision that go to the same stream must have the same tags. The tag
    * [[brine.journal.StreamDeleted.Tag]] is reserved.
    */
  def tags(event: E): Set[String]

  /** The value of a view after these events, oldest first, as a log would give it: for tests of decisions, without a
    * log. Each event is sent through the codec.
    *
    * {{{
    * val known = Campus.valueOf(places(7) and load(9))(Planned(7, 1), Joined(7, 8))
    * assert(enrol(7, 9)(known)(using at).reply == Left("the course is full"))
    * }}}
    */
  final def valueOf[S](view: View[E, S])(events: E*): S =
    Objects.requireNonNull(view, "view"): Unit
    val folded = events.foldLeft(Folded.initial(view)): (before, event) =>
      val bytes = Codec.encodeBare(event)
      val kind  = codec.schema.cases.name(bytes)
      val own   = view.parts.map(_.query.matches(stream(event), tags(event), kind))
      before.after(view, own, Codec.decodeBare[E](bytes, codec.schema).fold(throw _, identity))
    view.value(folded.values)

  override def toString: String = s"the boundary '$name'"

private[boundary] object BoundaryEvents:
  /** How names of streams begin that belong to this library. */
  final val Reserved = "brine."
