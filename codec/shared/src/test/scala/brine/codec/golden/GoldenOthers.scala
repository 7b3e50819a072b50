package brine.codec.golden

import brine.codec.golden.GoldenMoreTypes.*
import brine.codec.golden.GoldenTypes.{Address, Color, Point}
import brine.codec.{Codec, Shared}

import java.time.Instant
import java.util.UUID
import scala.collection.immutable.ListMap

/** What the page states and no other case shows. */
object GoldenOthers extends GoldenCases:
  private val start = Instant.parse("2020-01-01T00:00:00Z")

  // --- cases of other versions ---------------------------------------------------------------

  private def unknown(event: Later.Event): Event =
    Codec.decodeBare[Event](Codec.encodeBare(event), Codec[Later.Event].schema).fold(error => throw error, identity)

  private val opened = unknown(Later.Event.Opened("door", true))
  private val moved  = unknown(
    Later.Event.Moved(
      Point(1, 2),
      Some(Point(3, 4)),
      List.tabulate(20)(i => s"tag ${i % 2}"),
      ListMap.from((0 until 17).map(i => s"key $i" -> Color.fromOrdinal(i % 3))),
      Shared(UUID(1, 2)),
      start.plusSeconds(3)
    )
  )
  bare[Event]("unknown case")("known"              -> Event.Closed, "opened" -> opened, "moved" -> moved)
  dictionary[List[Event]]("unknown cases")("twice" -> List(opened, Event.Closed, opened))
  schema[Event]("unknown case")

  // --- columns -------------------------------------------------------------------------------

  private def eight(i: Int)     = Eight(i, i + 1, i + 2, i + 3, 5, -i, i * 1000, i % 2)
  private def sixtyFour(i: Int) =
    SixtyFour(eight(i), eight(i + 1), eight(i + 2), eight(i + 3), eight(5), eight(-i), eight(i * 1000), eight(i % 2))
  private val mixedNumbers = List(0, -1, 1000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  bare("columns of 64")("16"      -> List.tabulate(16)(sixtyFour))
  bare("columns of 65")("16"      -> List.tabulate(16)(i => SixtyFive(sixtyFour(i), i)))
  bare("columns of numbers")("16" -> mixedNumbers.map(n => (n, n.toLong, n.toDouble)))
  bare("columns of thirds")("16"  -> List.tabulate(16)(i => (i / 3.0, i / 3f, i % 2 == 0)))
  bare("columns of few")("16" -> List.tabulate(16)(i => (Option.when(i < 7)(i * 1.5), Option.when(i < 8)(i), false)))
  bare("columns of ids")("20" -> ListMap.from((0 until 20).map(i => Serial(i * 1000L) -> i)))
  bare("list double one by one")("sixteen" -> mixedNumbers.map(_.toDouble))
  bare("list tuple 0")("20"                -> List.fill(20)(EmptyTuple))
  bare("list of wrappers and tuples")("20" -> List.tabulate(20)(i => (Serial(i), i % 2 == 0)))

  // --- time and text ---------------------------------------------------------------------

  private val last  = Instant.parse("2262-04-11T23:47:15Z")
  bare("instants counted in 64 bits")("not"  -> List(last, last.plusSeconds(1).plusNanos(1), last.plusSeconds(2)))
  bare("instants counted in 64 bits")("just" -> List(last, last.plusNanos(999999999), last.plusSeconds(1)))
  dictionary("list string")("63 and 64"      -> List.fill(2)(List("x" * 63, "x" * 64)).flatten)

  // --- marks ---------------------------------------------------------------------------------

  private val address = Address("Long Street 1", "Springfield", start.plusSeconds(9))
  private val point   = Shared(Point(1, 2))

  dictionary("marked empty")("3" -> List.fill(3)(Mark()))
  dictionary("marked length")(
    "4,096" -> List.fill(2)(Note("x" * 4092, 1)),
    "4,097" -> List.fill(2)(Note("x" * 4093, 1))
  )
  dictionary("marked far")("130"     -> ((0 until 130).map(Note("n", _)) ++ List(Note("n", 0), Note("n", 0))).toList)
  dictionary("marked reach")("2,049" -> ((0 to 2048).map(Note("n", _)) ++ List(Note("n", 1), Note("n", 0))).toList)
  dictionary("visits")(
    "of its own" -> (start.plusSeconds(1), Visit(start.plusSeconds(2), point), start.plusSeconds(2), point, point)
  )
  bare("visits")(
    "of its own" -> (start.plusSeconds(1), Visit(start.plusSeconds(2), point), start.plusSeconds(2), point, point)
  )
  dictionary("gifts")("two" -> List.fill(2)(Gift(address, Home(address), 1)))
  schema[Gift]("gift")

  // --- schemas and containers ------------------------------------------------------------------

  schema[(Garden.Tree, Forest.Tree)]("equal trees")
  schema[(Forest.Leaf, Garden.Tree, Option[Forest.Tree])]("equal trees, met within")
  fingerprint[(Garden.Tree, Forest.Tree)]("equal trees")

  private val messages =
    List(Message(1), Message("one"), Message("one"), Message(2), Message(address), Message(address), Message(start))
  mixed("of several types", 1 << 16)("runs"     -> messages)
  mixed("of several types in blocks", 8)("runs" -> messages)
