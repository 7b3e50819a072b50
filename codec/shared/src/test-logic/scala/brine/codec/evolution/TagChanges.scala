package brine.codec.evolution

import brine.codec.*
import brine.codec.golden.GoldenTypes.{Key, Key64, OneRecord}

/** Sums whose tag takes no bits, or more than a header has for it. */
object TagChanges extends Changes("Sums of one case, and of more than 64"):
  enum Several derives Codec:
    case First
    case Only(b: Int, a: Boolean)
  enum Few derives Codec:
    case K63, K01
    @fallback case Other2(event: UnknownCase)
  final case class Pressed(before: Boolean, key: Key64, maybe: Option[Key64], after: Boolean) derives Codec
  final case class PressedMore(maybe: Option[Key], after: Boolean, key: Key) derives Codec

  change("A sum of one case gets another one", "Readers first.")(
    read[OneRecord, Several](
      OneRecord.Only(true, 5)   -> Several.Only(5, true),
      OneRecord.Only(false, -1) -> Several.Only(-1, false)
    ),
    read[Several, OneRecord](Several.Only(5, true) -> OneRecord.Only(true, 5))
      .except(Several.First, "a First, a case that OneRecord does not have here")
  )
  change("A sum of 64 cases gets one more")(
    read[Key64, Key](Key64.K05 -> Key.K05, Key64.Other(5, true, false, true) -> Key.Other(5, true)),
    refuse[Key, Key64]("Other.left: it is missing")(Key.K05, Key.Other(5, true))
  )
  change("A sum of 64 cases gets one more, in the fields of a record")(
    read(
      Pressed(true, Key64.K62, None, true)                                      -> PressedMore(None, true, Key.K62),
      Pressed(false, Key64.Other(7, false, true, true), Some(Key64.K00), false) ->
        PressedMore(Some(Key.K00), false, Key.Other(7, false))
    ),
    refuse[PressedMore, Pressed]("maybe.Other.left: it is missing")(PressedMore(None, true, Key.K01))
  )
  change("A sum of 65 cases loses most of them and gets a fallback")(
    read[Key, Few](
      Key.K63             -> Few.K63,
      Key.K01             -> Few.K01,
      Key.K02             -> kept(Key.K02),
      Key.Other(-5, true) -> kept(Key.Other(-5, true))
    ),
    read[Few, Key](
      Few.K63                   -> Key.K63,
      kept(Key.K02)             -> Key.K02,
      kept(Key.Other(-5, true)) -> Key.Other(-5, true)
    )
  )

  private def kept(value: Key): Few =
    Codec.decodeBare[Few](Codec.encodeBare(value), Codec[Key].schema).fold(throw _, identity)
