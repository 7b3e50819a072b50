package brine.codec.golden

import brine.codec.Codec
import brine.codec.golden.GoldenTypes.*

import java.time.Instant
import java.util.UUID

object GoldenRecords extends GoldenCases:
  private val id = UUID.fromString("123e4567-e89b-42d3-a456-426614174000")

  bare("empty record")("empty" -> Nothing0())
  bare("point")("1 -1"         -> Point(1, -1))
  bare("fixed")("mixed"        -> Fixed(1, -2, 3, -4, 'я', 5, -6.5, id))
  bare("flags")(
    "all"    -> Flags(true, Some("hi"), true, Some(true), Some(Some(Some(7)))),
    "none"   -> Flags(false, None, false, None, None),
    "mixed"  -> Flags(false, Some("привет"), true, Some(false), Some(Some(None))),
    "halves" -> Flags(true, None, false, None, Some(None))
  )
  bare("sides")(
    "left, left"   -> Sides(Left(5), Some(Left(true))),
    "right, none"  -> Sides(Right("r"), None),
    "right, right" -> Sides(Right(""), Some(Right(())))
  )
  private val eight = Flags8(true, false, true, false, true, false, true, true)
  private val some  = Option(true)
  private val deep  = Option(Option(true))
  bare("bits")(
    "two groups" -> Bits33(
      eight,
      Flags24(
        some,
        None,
        some,
        Some(false),
        some,
        some,
        some,
        None,
        deep,
        None,
        Some(None),
        Some(Some(false)),
        deep,
        Some(Color.Blue),
        Some(Color.Green)
      ),
      true
    )
  )
  bare("chain")("1"             -> Chain(None), "3" -> Chain(Some(Chain(Some(Chain(None))))))
  bare("chain")("128"           -> (2 to 128).foldLeft(Chain(None))((chain, _) => Chain(Some(chain))))
  bare("nested")("three levels" -> Nested("a", List(Nested("b", Nil), Nested("c", List(Nested("d", Nil))))))

  bare("user id")("id"  -> UserId(id))
  bare("active")("true" -> Active(true))
  bare("account")(
    "all"  -> Account(UserId(id), Active(true), Some(Email("a@example.org")), Amount(12345), Some(Some(Color.Blue))),
    "none" -> Account(UserId(id), Active(false), None, Amount(-1), None),
    "half" -> Account(UserId(id), Active(false), None, Amount(0), Some(None))
  )
  bare("list of wrappers")("long" -> List.tabulate(10)(i => Amount(i.toLong)))(using listOfAmounts)
  private lazy val listOfAmounts: Codec[List[Amount]] =
    given Codec[Amount] = Codec.derived
    summon

  bare("balances")("three" -> Balances(List.tabulate(10)(i => Amount(i.toLong)), Set(Amount(5)), Some(Amount(-1))))

  bare("box int")("2" -> Box(1, Some(2), List(3, 4, 5, 6, 7, 8, 9, 10)))(using Codec.derived)
  bare("box boolean")("true" -> Box(true, Some(false), List(true)), "false" -> Box(false, None, Nil))(using
    Codec.derived
  )
  bare("boxes")(
    "mixed" -> Boxes(
      Box(1, None, Nil),
      Box(true, Some(true), List(false)),
      Box(Box("a", None, Nil), Some(Box("b", None, List("c"))), Nil)
    )
  )

  bare("room")("mixed" -> Room(Switch(true), Some(Switch(false)), Celsius(215), List(Switch(true), Switch(false))))
  bare("reading")(
    "some" -> Reading(id, Instant.parse("2024-02-29T12:34:56.789Z"), 21.5, Some("calibrated")),
    "none" -> Reading(id, Instant.parse("2024-02-29T12:34:56Z"), -3, None)
  )
  bare("log")(
    "instants in turn" -> Log(
      Vector.tabulate(3)(i =>
        Reading(id, Instant.parse("2024-02-29T12:34:56.789Z").plusSeconds(i * 60), 21.5 + i, None)
      ),
      true,
      Instant.parse("2024-02-29T12:40:00Z")
    )
  )
