package brine.codec.fuzz

import brine.codec.testkit.RichModel
import brine.codec.testkit.RichModel.{Event, Page, Tree}
import brine.codec.{Codec, MessageOptions}

/** The models of the testkit and of this module, decoded bare, with a dictionary, standalone and within stricter
  * limits.
  */
object RichTarget extends FuzzTarget:
  val name  = "rich"
  val about = "bare, dictionary and standalone messages of rich models"

  def seeds: Seq[Array[Byte]] =
    val pages  = List(RichModel.page, RichModel.small)
    val models = Models.old
    for
      options <- List(MessageOptions.defaults, MessageOptions.withDictionary)
      seed    <- pages.map(Codec.encodeBare(_, options)) ++ pages.map(Codec.encode(_, options)) ++
        RichModel.events.map(Codec.encodeBare(_, options)) ++ models.map(Codec.encodeBare(_, options))
    yield seed

  def run(input: Array[Byte]): Unit =
    read[Page]("a page", input)
    Guard.bare[Event]("an event", input)
    Guard.bare[Tree[String]]("a tree", input)
    read[Versions.Old.Model]("a model", input)

  private def read[A](what: String, input: Array[Byte])(using codec: Codec[A]): Unit =
    Guard.bare[A](what, input)
    Guard.decoded(s"$what, standalone", input.length)(Codec.decode[A](input)): Unit
    val header = Models.bigEndian(codec.fingerprint)
    for marker <- List(0xb5, 0xb6) do
      val message = marker.toByte +: (header ++ input)
      Guard.decoded(s"$what, standalone", message.length)(Codec.decode[A](message)): Unit
