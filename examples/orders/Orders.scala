package brine.examples.orders

import brine.codec.*
import java.time.{Instant, LocalDate}

opaque type Sku = String
object Sku:
  def apply(text: String): Sku = text
  given Codec[Sku]             = Codec[String]

enum Payment derives Codec:
  case Cash
  case Card(lastDigits: Int, expires: LocalDate)

final case class Line(sku: Sku, quantity: Int, cents: Long) derives Codec

sealed trait Event derives Codec
final case class Placed(id: Long, at: Instant, lines: List[Line]) extends Event
final case class Paid(id: Long, at: Instant, payment: Payment)    extends Event
final case class Cancelled(id: Long, reason: Option[String])      extends Event

/** Encodes events of several kinds into one buffer, and decodes them one after the other. */
object Orders:
  def main(arguments: Array[String]): Unit =
    val start  = Instant.parse("2026-11-20T09:00:00Z")
    val events = List[Event](
      Placed(1, start, List(Line(Sku("apple"), 12, 480), Line(Sku("pear"), 3, 195))),
      Paid(1, start.plusSeconds(42), Payment.Card(4711, LocalDate.of(2029, 3, 31))),
      Placed(2, start.plusSeconds(60), Nil),
      Paid(2, start.plusSeconds(61), Payment.Cash),
      Cancelled(2, Some("nothing ordered"))
    )

    val out = Out()
    events.foreach(event => Codec[Event].write(out, event))

    val in   = In(out.toArray)
    val read = List.fill(events.size)(Codec[Event].read(in))
    in.expectEnd()
    read.foreach(println)
    println(s"the same again: ${read == events}")
