package brine.codec.exports

import brine.codec.Schema as BrineSchema
import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter, GenericRecord}
import org.apache.avro.io.{DecoderFactory, EncoderFactory}
import org.apache.avro.{Conversions, LogicalTypes, Schema}

import java.io.ByteArrayOutputStream
import java.math.BigDecimal
import java.nio.ByteBuffer
import scala.jdk.CollectionConverters.*

/** Avro's own parser reads what is exported, and values go through the schemas. */
class AvroReadsSuite extends munit.FunSuite, Exported:
  import ExportModel.*

  private def parsed(schema: BrineSchema): Schema =
    val text = exported(AvroSchema.of(schema, "com.example"))
    try new Schema.Parser().parse(text)
    catch case error: Exception => fail(s"${error.getMessage}\n$text", error)

  private def back(value: AnyRef, schema: Schema): AnyRef =
    val bytes   = ByteArrayOutputStream()
    val encoder = EncoderFactory.get.binaryEncoder(bytes, null)
    GenericDatumWriter[AnyRef](schema).write(value, encoder)
    encoder.flush()
    GenericDatumReader[AnyRef](schema).read(null, DecoderFactory.get.binaryDecoder(bytes.toByteArray, null))

  test("the kinds that have logical types have them"):
    val kinds   = parsed(schema[Kinds])
    val logical =
      kinds.getFields.asScala.map(field => field.name -> field.schema.getLogicalType).filter(_._2 != null).toMap
    assertEquals(
      logical,
      Map(
        "bigInt"        -> LogicalTypes.decimal(2466, 0),
        "bigDecimal"    -> LogicalTypes.bigDecimal(),
        "uuid"          -> LogicalTypes.uuid(),
        "instant"       -> LogicalTypes.timestampNanos(),
        "localDate"     -> LogicalTypes.date(),
        "localDateTime" -> LogicalTypes.localTimestampNanos()
      )
    )

  test("recursion is by name"):
    val order = parsed(schema[Order])
    assertEquals(order.getField("parent").schema.getTypes.get(1), order)
    val plus = parsed(schema[Expr]).getTypes.get(1)
    assertEquals(plus.getField("left").schema.getTypes.get(1), plus)

  test("values go through"):
    val order  = parsed(schema[Order])
    val line   = order.getField("lines").schema.getElementType
    val level  = order.getField("level").schema
    val cash   = order.getField("payment").schema.getTypes.get(2)
    val price  = line.getField("price").schema
    val value  = GenericData.Record(order)
    val ofLine = GenericData.Record(line)
    ofLine.put("sku", "S-1")
    ofLine.put("count", 3)
    ofLine.put("price", Conversions.BigDecimalConversion().toBytes(BigDecimal("12.50"), price, price.getLogicalType))
    value.put("id", 7L)
    value.put("level", GenericData.EnumSymbol(level, "Warning"))
    value.put("lines", java.util.List.of(ofLine))
    value.put("payment", GenericData.Record(cash))
    value.put("labels", java.util.Map.of("a", GenericData.EnumSymbol(level, "Info")))
    value.put("receipt", ByteBuffer.wrap(Array[Byte](1, 2)))
    val parent = GenericData.Record(value, true)
    value.put("parent", parent)
    val read = back(value, order).asInstanceOf[GenericRecord]
    assertEquals(read.toString, value.toString)
    assertEquals(read.get("payment").asInstanceOf[GenericRecord].getSchema.getFullName, "com.example.Payment.Cash")

  test("each side of an Either stays on its side"):
    val either = parsed(schema[Shapes]).getField("either").schema
    for side <- 0 to 1 do
      val value = GenericData.Record(either.getTypes.get(side))
      value.put("value", "text")
      assertEquals(back(value, either).asInstanceOf[GenericRecord].getSchema, either.getTypes.get(side))

  test("an Option of an Option keeps both"):
    val twice = parsed(schema[Odd]).getField("twice").schema
    val some  = GenericData.Record(twice.getTypes.get(1))
    assertEquals(back(some, twice).asInstanceOf[GenericRecord].get("value"), null)
    assertEquals(back(null, twice), null)

  test("whatever the names, Avro reads the schema, or it is refused"):
    val schemas = RandomSchemas.sample(1500, odd = true)
    val read    = schemas.count: schema =>
      AvroSchema.of(schema, "com.example") match
        case Right(_)    => parsed(schema) != null
        case Left(error) => !error.reason.contains("no references")
    assert(read > 700, s"$read of ${schemas.size}")
