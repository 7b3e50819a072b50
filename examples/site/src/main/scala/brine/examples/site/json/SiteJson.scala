package brine.examples.site.json

import brine.examples.site.model.*
import java.time.Instant
import java.util.UUID
import scala.util.Try
import scala.util.control.NonFatal

/** Sites, events and commands as JSON, in the shape of the published study: instants are epoch milliseconds, enums are
  * names, a sum has the name of its case as `type`, an absent position is null.
  *
  * uPickle writes them. It would convert what it reads: a text that has digits to a number, null to zero, a number that
  * is too large to another one. So they are read with [[FromJson]].
  */
object SiteJson extends upickle.AttributeTagged:
  override def tagName: String = "type"

  given Writer[Instant]               = writer[Double].comap[Instant](_.toEpochMilli.toDouble)
  given Writer[UUID]                  = writer[String].comap[UUID](_.toString)
  given Writer[SiteType]              = writer[String].comap[SiteType](_.toString)
  given Writer[SiteFlag]              = writer[String].comap[SiteFlag](_.toString)
  given Writer[PageComponentType]     = writer[String].comap[PageComponentType](_.toString)
  given Writer[Domain]                = macroW
  given Writer[MetaTag]               = macroW
  given Writer[PageComponentPosition] = macroW
  given Writer[PageComponentData]     = macroWAll
  given Writer[PageComponent]         = macroW
  given Writer[Page]                  = macroW
  given Writer[EntryPoint]            = macroWAll
  given Writer[Site]                  = macroW
  given Writer[SiteEvent]             = macroWAll
  given Writer[SiteCommand]           = macroWAll
  given Writer[EventLine]             = macroW

  // As far as JavaScript has dates.
  private val LastMilli = 8_640_000_000_000_000L

  given FromJson[Instant] = FromJson.whole(-LastMilli, LastMilli)(Instant.ofEpochMilli)
  given FromJson[UUID]    = FromJson.simple("a UUID of 36 characters") { case Json.Text(text) =>
    // The JDK also takes shorter texts.
    Try(UUID.fromString(text)).toOption.filter(_.toString.equalsIgnoreCase(text))
  }
  given FromJson[SiteType]              = names(SiteType.values.toVector)
  given FromJson[SiteFlag]              = names(SiteFlag.values.toVector)
  given FromJson[PageComponentType]     = names(PageComponentType.values.toVector)
  given FromJson[Domain]                = FromJson.product
  given FromJson[MetaTag]               = FromJson.product
  given FromJson[PageComponentPosition] = FromJson.product
  given FromJson[PageComponentData]     = FromJson.sum
  given FromJson[PageComponent]         = FromJson.product
  given FromJson[Page]                  = FromJson.product
  given FromJson[EntryPoint]            = FromJson.sum
  given FromJson[Site]                  = FromJson.product
  given FromJson[SiteEvent]             = FromJson.sum
  given FromJson[SiteCommand]           = FromJson.sum
  given FromJson[EventLine]             = FromJson.product
  given FromJson[Posted]                = FromJson.product

  /** A line of a file of events. */
  final case class EventLine(id: UUID, event: SiteEvent, timestamp: Instant)

  /** What is posted to a site.
    *
    * @param basedOn
    *   the version that the sender has seen
    */
  final case class Posted(commands: Vector[SiteCommand], basedOn: Option[Long] = None)

  /** Reads a value.
    *
    * @return
    *   what is wrong and where, in one line, if it cannot be read
    */
  def parse[A](text: String)(using of: FromJson[A]): Either[String, A] =
    try Right(of.read(Json.parse(text), ""))
    catch
      case malformed: FromJson.Malformed      => Left(malformed.getMessage)
      case abort: upickle.core.AbortException => Left(s"${abort.clue} at character ${abort.index + 1}")
      case NonFatal(failed)                   => Left(s"it is not JSON: ${firstLine(failed)}")
      case _: StackOverflowError              => Left("it is nested too deeply")

  private def firstLine(failed: Throwable): String =
    Json.shortened(String.valueOf(failed.getMessage).linesIterator.nextOption().getOrElse("it cannot be parsed"))

  private def names[A](values: Vector[A]): FromJson[A] =
    val byName = values.map(value => value.toString -> value).toMap
    FromJson.simple(s"one of ${values.mkString(", ")}") { case Json.Text(name) => byName.get(name) }
