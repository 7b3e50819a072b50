package brine.lab.peers.avro

import java.time.Instant
import java.util.UUID

import scala.compiletime.{constValue, constValueTuple, summonAll}
import scala.deriving.Mirror

import org.apache.avro.{Schema, SchemaBuilder}

/** A type's schema, and its values as Avro's generic data and back. */
private trait AvroForm[A]:
  def schema: Schema
  def toAvro(value: A): AnyRef
  def fromAvro(data: AnyRef): A

  /** What a field of this type has that is not in the bytes; `null` for none. */
  def default: AnyRef = null

private object AvroForm:
  val namespace = "brine.lab"

  inline given derived[A](using mirror: Mirror.Of[A]): AvroForm[A] =
    val parts = summonAll[Tuple.Map[mirror.MirroredElemTypes, AvroForm]].toArray.map(_.asInstanceOf[AvroForm[Any]])
    inline mirror match
      case product: Mirror.ProductOf[A] =>
        val labels = constValueTuple[mirror.MirroredElemLabels].toArray.map(_.toString)
        RecordForm(constValue[mirror.MirroredLabel], labels, parts, product)
      case sum: Mirror.SumOf[A] => UnionForm(sum, parts)

  /** A form whose values are Avro's own. */
  private final class OwnForm[A](val schema: Schema) extends AvroForm[A]:
    def toAvro(value: A): AnyRef  = value.asInstanceOf[AnyRef]
    def fromAvro(data: AnyRef): A = data.asInstanceOf[A]

  private val builder = SchemaBuilder.builder(namespace)

  given AvroForm[String]  = OwnForm(builder.stringBuilder.prop("avro.java.string", "String").endString)
  given AvroForm[Int]     = OwnForm(builder.intType)
  given AvroForm[Long]    = OwnForm(builder.longType)
  given AvroForm[Boolean] = OwnForm(builder.booleanType)
  given AvroForm[Float]   = OwnForm(builder.floatType)
  given AvroForm[Double]  = OwnForm(builder.doubleType)

  given AvroForm[Instant] with
    val schema: Schema                  = builder.longType
    def toAvro(value: Instant): AnyRef  = Long.box(value.toEpochMilli)
    def fromAvro(data: AnyRef): Instant = Instant.ofEpochMilli(data.asInstanceOf[java.lang.Long])

  given AvroForm[UUID] = UuidForm(builder.fixed("UUID").size(16))

  given [A](using element: AvroForm[A]): AvroForm[Seq[A]]    = SeqForm(element)
  given [A](using element: AvroForm[A]): AvroForm[Option[A]] = OptionForm(element)
