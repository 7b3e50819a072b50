package brine.examples.site.json

import brine.examples.site.model.*
import java.time.Instant
import java.util.UUID
import scala.util.control.NonFatal

/** Sites, events and commands as JSON, in the shape of the published study: instants are epoch milliseconds, enums are
  * names, a sum has the name of its case as `type`, an absent position is null. A field that is not known is an error.
  */
object SiteJson extends upickle.AttributeTagged:
  override def tagName: String           = "type"
  override def allowUnknownKeys: Boolean = false

  given ReadWriter[Instant] = readwriter[Double].bimap[Instant](
    time => time.toEpochMilli.toDouble,
    millis => Instant.ofEpochMilli(whole(millis))
  )

  given ReadWriter[UUID] = readwriter[String].bimap[UUID](
    _.toString,
    text =>
      val id = UUID.fromString(text)
      // The JDK also takes shorter texts.
      require(id.toString.equalsIgnoreCase(text), s"'$text' is not a UUID")
      id
  )

  given ReadWriter[SiteType]              = names(SiteType.values.toVector)
  given ReadWriter[SiteFlag]              = names(SiteFlag.values.toVector)
  given ReadWriter[PageComponentType]     = names(PageComponentType.values.toVector)
  given ReadWriter[Domain]                = macroRW
  given ReadWriter[MetaTag]               = macroRW
  given ReadWriter[PageComponentPosition] = macroRW
  given ReadWriter[PageComponentData]     = macroRWAll
  given ReadWriter[PageComponent]         = macroRW
  given ReadWriter[Page]                  = macroRW
  given ReadWriter[EntryPoint]            = macroRWAll
  given ReadWriter[Site]                  = macroRW
  given ReadWriter[SiteEvent]             = macroRWAll
  given ReadWriter[SiteCommand]           = macroRWAll

  /** A line of a file of events. */
  final case class EventLine(id: UUID, event: SiteEvent, timestamp: Instant)
  given ReadWriter[EventLine] = macroRW

  /** What is posted to a site.
    *
    * @param basedOn
    *   the version that the sender has seen
    */
  final case class Posted(commands: Vector[SiteCommand], basedOn: Option[Long] = None)
  given ReadWriter[Posted] = macroRW

  /** Reads a value.
    *
    * @return
    *   what is wrong, in one line, if it cannot be read
    */
  def parse[A: Reader](text: String): Either[String, A] =
    try Right(read[A](text))
    catch
      case NonFatal(failed)      => Left(explained(failed))
      case _: StackOverflowError => Left("it is nested too deeply")

  private def explained(failed: Throwable): String = failed match
    case traced: upickle.core.TraceVisitor.TraceException if traced.getCause != null =>
      s"${explained(traced.getCause)}, in ${traced.getMessage}"
    case abort: upickle.core.AbortException => s"${abort.clue} at character ${abort.index + 1}"
    case other => String.valueOf(other.getMessage).linesIterator.nextOption().getOrElse("not valid").take(300)

  private def names[A](values: Vector[A]): ReadWriter[A] =
    val byName = values.map(value => value.toString -> value).toMap
    readwriter[String].bimap[A](
      _.toString,
      name => byName.getOrElse(name, throw upickle.core.Abort(s"'$name' is none of ${values.mkString(", ")}"))
    )

  private def whole(number: Double): Long =
    require(number == math.rint(number) && math.abs(number) < 8.64e15, s"$number is not a time in milliseconds")
    number.toLong
