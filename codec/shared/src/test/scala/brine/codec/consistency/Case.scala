package brine.codec.consistency

import brine.codec.Schema.{Definition, Type}
import brine.codec.{dict, fallback, Codec, Shared, UnknownCase}

import scala.util.Random

/** A record of [[Everything]] with random values. */
final class Case[A](val name: String, codec: => Codec[A], val sample: Sample[A]):
  given Codec[A] = codec

  def values(count: Int): List[A] =
    val random = Random(name.hashCode)
    List.fill(count)(sample(random))

  /** The names of the record's fields. */
  def fields: Vector[String] =
    val schema = summon[Codec[A]].schema
    schema.root match
      case Type.Named(index) =>
        schema.definitions(index) match
          case Definition.Record(_, fields) => fields.map(_.name)
          case sum                          => throw IllegalArgumentException(s"$sum is not a record")
      case other => throw IllegalArgumentException(s"$other is not a record")

object Case:
  import Everything.*

  private inline def record[A](name: String)(using sample: Sample[A]): Case[A] = Case(name, Codec.derived[A], sample)

  val all: List[Case[?]] = List(
    record[Primitives]("primitives"),
    record[Boxes]("boxes of Java"),
    record[Times]("times"),
    record[Structures[Int, String]]("structures of numbers and texts"),
    record[Structures[Boolean, Color]]("structures of bits"),
    record[Structures[Spot, List[Int]]]("structures of records and lists"),
    record[Sequences[Int]]("sequences of integers"),
    record[Sequences[java.lang.Integer]]("sequences of boxes"),
    record[Sequences[Boolean]]("sequences of booleans"),
    record[Sequences[Double]]("sequences of decimals"),
    record[Sequences[String]]("sequences of texts"),
    record[Sequences[Spot]]("sequences of records"),
    record[Sequences[Option[Color]]]("sequences of options"),
    record[Sequences[(Int, Boolean)]]("sequences of pairs"),
    record[Arrays]("arrays"),
    record[Sets[Int]]("sets of integers"),
    record[Sets[String]]("sets of texts"),
    record[Maps[Int, String]]("maps from integers to texts"),
    record[Maps[String, Spot]]("maps from texts to records"),
    record[Maps[Int, Boolean]]("maps from integers to booleans"),
    record[Maps[String, List[Int]]]("maps from texts to lists")
  )

  // What stands around a value, in several versions.

  final case class Before[A](all: A, number: Int) derives Codec
  object Added:
    final case class Before[A](first: Option[String], all: A, number: Long, last: Option[A]) derives Codec
  object Dropped:
    final case class Before(number: Int, more: Option[Int]) derives Codec

  enum Event[A] derives Codec:
    case Known(number: Int)
    case Later(number: Int, all: A, text: String)
  object Older:
    enum Event derives Codec:
      case Known(number: Int)
      @fallback case Unknown(event: UnknownCase)

  /** What stands between the messages of a mixed container; both kinds of references. */
  final case class Other(@dict text: String, shared: Shared[String]) derives Codec
