package brine.codec.testkit

import brine.codec.testkit.RichModel.*
import brine.codec.{Codec, DecodeError, In}

/** All laws for a model with one of everything. */
class RichModelSuite extends CodecSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  override def effort: Effort = Effort(mutations = brine.effort.Effort.mutations)

  checkCodec[Page](page, small)
  checkCodec[Event](events*)
  checkCodec[Tree[String]](page.outline)

  test("halves of two messages are a value or refused"):
    val messages = Codec.encodeBare(page) :: Codec.encodeBare(small) :: events.map(event =>
      Codec.encodeBare(small.copy(events = List(event)))
    )
    val halves = for one <- messages; other <- messages; bytes <- Mutations.crossed(one, other, 1).take(200) yield bytes
    val values = halves.count: bytes =>
      try
        Codec[Page].read(In(bytes)): Unit
        true
      catch case _: (DecodeError | IllegalArgumentException) => false
    assert(
      values > 0 && values < halves.size,
      s"$values of ${halves.size} were values: the halves are not what they should be"
    )
