package brine.codec.fuzz

import brine.codec.{Codec, MessageOptions}

/** Values chosen by the fuzzer's data, encoded and then damaged as the data chooses: such input passes the first
  * checks.
  */
object StructuredTarget extends FuzzTarget:
  val name  = "structured"
  val about = "valid values, written, damaged and read: by their own version and by another"

  // Any bytes choose something; longer ones choose more.
  def seeds: Seq[Array[Byte]] = (1 to 24).map { n =>
    val bytes = new Array[Byte](n * 40)
    scala.util.Random(n).nextBytes(bytes)
    bytes
  }

  private val oldModel = Codec[Versions.Old.Model].schema

  // A newer version cannot keep an unknown case that shares values with the parts it knows.
  private def keepsShared(kind: Versions.Old.Kind): Boolean = kind match
    case Versions.Old.Kind.Gone(_, _, more, links) => links.nonEmpty || more.exists(keepsShared)
    case _                                         => false

  def run(input: Array[Byte]): Unit =
    val data    = Choices(input)
    val options = MessageOptions(dictionary = data.consumeBoolean())
    val value   = Values(data).model()
    val bytes   = Codec.encodeBare(value, options)
    // Both versions must read undamaged bytes.
    val read = Guard.sound("a model", bytes.length)(Codec.decodeBare[Versions.Old.Model](bytes, options))
    Guard.survives("a model", read, options)
    def newer = Codec.decodeBare[Versions.New.Model](bytes, oldModel, options)
    if value.kinds.exists(keepsShared) then Guard.decoded("a newer model", bytes.length)(newer): Unit
    else Guard.survives("a newer model", Guard.sound("a newer model", bytes.length)(newer), options)
    val damaged = Damage(data).of(bytes)
    Guard
      .decoded("a damaged model", damaged.length)(Codec.decodeBare[Versions.Old.Model](damaged, options))
      .foreach(Guard.survives("a damaged model", _, options))
    Guard.evolved[Versions.New.Model]("a damaged old model", oldModel, damaged.length, damaged)
