package brine.lab.peers.avro

import java.nio.ByteBuffer
import java.util.{ArrayList, List as JList, UUID}

import scala.deriving.Mirror
import scala.jdk.CollectionConverters.*

import org.apache.avro.{Schema, SchemaBuilder}
import org.apache.avro.generic.{GenericData, GenericRecord}

private final class RecordForm[A](
    name: String,
    labels: Array[String],
    fields: Array[AvroForm[Any]],
    mirror: Mirror.ProductOf[A]
) extends AvroForm[A]:
  val schema: Schema =
    val all = labels.zip(fields).map((label, form) => Schema.Field(label, form.schema, null, form.default))
    Schema.createRecord(name, null, AvroForm.namespace, false, all.toList.asJava)

  def toAvro(value: A): AnyRef =
    val product = value.asInstanceOf[Product]
    val record  = GenericData.Record(schema)
    var index   = 0
    while index < fields.length do
      record.put(index, fields(index).toAvro(product.productElement(index)))
      index += 1
    record

  def fromAvro(data: AnyRef): A =
    val record = data.asInstanceOf[GenericRecord]
    val values = new Array[AnyRef](fields.length)
    var index  = 0
    while index < fields.length do
      values(index) = fields(index).fromAvro(record.get(index)).asInstanceOf[AnyRef]
      index += 1
    mirror.fromProduct(Tuple.fromArray(values))

/** The names of their records distinguish the branches of a union. */
private final class UnionForm[A](mirror: Mirror.SumOf[A], cases: Array[AvroForm[Any]]) extends AvroForm[A]:
  val schema: Schema = Schema.createUnion(cases.map(_.schema)*)

  private val byName = cases.map(form => form.schema.getFullName -> form).toMap

  def toAvro(value: A): AnyRef  = cases(mirror.ordinal(value)).toAvro(value)
  def fromAvro(data: AnyRef): A =
    byName(data.asInstanceOf[GenericRecord].getSchema.getFullName).fromAvro(data).asInstanceOf[A]

private final class EnumForm[A <: Enum[A]](name: String, values: Array[A]) extends AvroForm[A]:
  val schema: Schema = SchemaBuilder.enumeration(name).namespace(AvroForm.namespace).symbols(values.map(_.name)*)

  private val symbols = values.map(value => GenericData.EnumSymbol(schema, value.name))

  def toAvro(value: A): AnyRef  = symbols(value.ordinal)
  def fromAvro(data: AnyRef): A = values(schema.getEnumOrdinal(data.toString))

private final class UuidForm(val schema: Schema) extends AvroForm[UUID]:
  def toAvro(value: UUID): AnyRef =
    val bytes = ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits)
    GenericData.Fixed(schema, bytes.array)

  def fromAvro(data: AnyRef): UUID =
    val bytes = ByteBuffer.wrap(data.asInstanceOf[GenericData.Fixed].bytes)
    UUID(bytes.getLong, bytes.getLong)

private final class SeqForm[A](element: AvroForm[A]) extends AvroForm[Seq[A]]:
  val schema: Schema = Schema.createArray(element.schema)

  def toAvro(values: Seq[A]): AnyRef =
    val list = ArrayList[AnyRef](values.size)
    values.foreach(value => list.add(element.toAvro(value)))
    list

  def fromAvro(data: AnyRef): Seq[A] =
    val list    = data.asInstanceOf[JList[AnyRef]]
    val builder = List.newBuilder[A]
    var index   = 0
    while index < list.size do
      builder += element.fromAvro(list.get(index))
      index += 1
    builder.result()

private final class OptionForm[A](element: AvroForm[A]) extends AvroForm[Option[A]]:
  val schema: Schema = Schema.createUnion(Schema.create(Schema.Type.NULL), element.schema)

  override def default: AnyRef = Schema.Field.NULL_DEFAULT_VALUE

  def toAvro(value: Option[A]): AnyRef  = value.fold(null)(element.toAvro)
  def fromAvro(data: AnyRef): Option[A] = if data == null then None else Some(element.fromAvro(data))
