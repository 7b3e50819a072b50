package brine.codec.golden

import brine.codec.Shared
import brine.codec.golden.GoldenTypes.*

import java.time.Instant

object GoldenReferences extends GoldenCases:
  private val text  = Shared("text")
  private val point = Shared(Point(1, -1))

  bare("shared")("one"        -> text)
  bare("list shared")("twice" -> List(point, Shared(Point(1, -1)), point), "200" -> List.fill(200)(point))
  bare("shared of several types")(
    "same point" -> Sharing(point, Some(point), text),
    "none"       -> Sharing(point, None, text)
  )
  bare("shared cycle")(
    "one" -> Shared.of[Person](self => Person("Ann", List(self))),
    "two" -> Shared.of[Person](ann => Person("Ann", List(Shared.of[Person](bob => Person("Bob", List(ann, bob))))))
  )

  // Values of a column may be shared: here, those in a map. The first three become shared within the column.
  private val points       = List.tabulate(3)(i => Shared(Point(i, -i)))
  private def team(i: Int) = Team(i, Map.from((0 to i % 3).map(k => k -> points(k))), Option.when(i % 2 == 0)(i))

  bare("columns with a map of shared")("20"       -> List.tabulate(20)(team))
  dictionary("columns with a map of shared")("20" -> List.tabulate(20)(team))

  private def order(i: Int) =
    Order(i, Address(s"Street ${i % 3}", "City", Instant.ofEpochSecond(1700000000L + i % 3)), None, Currency.Yen, i % 2)
  private val orders = List.tabulate(20)(order)

  bare("marked")("20"                -> orders)
  dictionary("marked")("20"          -> orders, "far" -> (List.tabulate(150)(order) ++ orders))
  dictionary("marked addresses")("4" -> List(0, 1, 0, 3).map(order(_).to))
  container("marked", 100000)("20"   -> orders)
  container("shared", 100000)("3"    -> List.fill(3)(text))
  schema[Sharing]("Sharing")
  schema[Order]("Order")
  schema[Shared[Person]]("Shared Person")
