package brine.lab.sql

import brine.codec.{Codec, In, Out}
import brine.lab.model.{ModelClasses, SiteEvent}

/** Events as the rows have them. They are written by the codec of this project, the smallest and fastest of study
  * `site`, so that the row shows what the database does.
  */
private object SiteEventBytes:
  private given codec: Codec[SiteEvent] = Codec.derived

  private val numbers: Map[Class[?], Int] =
    val all = ModelClasses.all
    List.range(0, all.size).map(index => (all.get(index): Class[?]) -> index).toMap

  /** The number of the event's type. */
  def number(event: SiteEvent): Int = numbers(event.getClass)

  def of(event: SiteEvent): Array[Byte] =
    val out = Out()
    codec.write(out, event)
    out.toArray

  def event(bytes: Array[Byte]): SiteEvent =
    val in    = In(bytes)
    val event = codec.read(in)
    in.expectEnd()
    event
