package brine.codec.fuzz

import brine.codec.{dict, fallback, Codec, Shared, UnknownCase}

/** Types whose values can cost more than their bytes: by references, keys and schemas. */
object CostModel:
  /** How often keys were hashed or compared. Used by one thread at a time. */
  var work: Long = 0L

  /** A key that counts its work, and whose hash codes are easily equal. */
  final class Key(val of: Int):
    override def hashCode: Int =
      work += 1
      of & 0xff
    override def equals(other: Any): Boolean =
      work += 1
      other match
        case that: Key => that.of == of
        case _         => false
  object Key:
    given Codec[Key] = Codec.of[Key]("cost.Key", 1)((out, key) => out.writeInt(key.of))(in => new Key(in.readInt()))

  /** The same, with parts that are known. */
  final case class Cell(group: Byte, number: Int) derives Codec:
    override def hashCode: Int =
      work += 1
      group & 3
    override def equals(other: Any): Boolean =
      work += 1
      other match
        case that: Cell => that.group == group && that.number == number
        case _          => false

  @dict final case class Heavy(keys: List[Key]) derives Codec
  final case class Box(value: Int, name: Option[String]) derives Codec
  final case class Node(left: Option[Shared[Node]], right: Option[Shared[Node]], keys: List[Key]) derives Codec
  final case class Plain(left: Option[Plain], right: Option[Plain], keys: List[Key]) derives Codec
  enum Event derives Codec:
    case Known(a: Int)
    case Boxed(box: Box, more: List[Box])
    @fallback case Other(event: UnknownCase)
