package brine.consumers

import brine.codec.Codec
import java.time.Instant
import java.util.UUID

/** A value of every kind that the compiler derives codecs for: their bytes must not depend on the compiler. */
final case class Shipment(
    id: UUID,
    sent: Instant,
    parcels: Vector[Parcel],
    route: Route,
    notes: Map[String, Option[String]],
    price: Price,
    insured: Either[String, BigDecimal]
) derives Codec

final case class Price(cents: Long) extends AnyVal

enum Size:
  case Small, Large
  case Custom(width: Int, height: Int, depth: Int)

sealed trait Parcel
final case class Goods(size: Size, weights: List[Double]) extends Parcel
final case class Letter(pages: (Int, Boolean))            extends Parcel
case object Empty                                         extends Parcel

/** Recursive and generic. */
final case class Tree[A](value: A, branches: List[Tree[A]])

final case class Route(stops: Tree[String])

object Shipment:
  val example: Shipment = Shipment(
    UUID.fromString("9b2f6e1c-4d0a-4f57-8a3e-2f1d7c5b9e60"),
    Instant.parse("2026-11-20T08:30:00Z"),
    Vector(Goods(Size.Custom(1, 20, 300), List(0.5, 21.25)), Letter((7, true)), Empty, Goods(Size.Small, Nil)),
    Route(Tree("Bremen", List(Tree("Oslo", Nil), Tree("Ribe", List(Tree("Vejle", Nil)))))),
    Map("gate" -> Some("north"), "hour" -> None),
    Price(1999),
    Right(BigDecimal("12.345"))
  )
