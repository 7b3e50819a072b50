package brine.pekko.entity.internal

import brine.codec.Codec
import brine.pekko.entity.Meters.{New, Old}
import munit.FunSuite

class ForeignSchemasSuite extends FunSuite:
  private val old   = Old.Entity.commands.codec
  private val later = New.Entity.commands.codec

  private def sent(command: Old.Meter[Any], withSchema: Boolean): Payload.Encoded =
    Payload.Live(command, old.asInstanceOf[Codec[Any]]).encoded(withSchema)

  test("bytes of the same version need no schema"):
    assertEquals(ForeignSchemas().read(sent(Old.Meter.Count(3), withSchema = false), old), Right(Old.Meter.Count(3)))

  test("bytes of another version need the schema once"):
    val schemas = ForeignSchemas()
    assertEquals(schemas.read(sent(Old.Meter.Count(3), withSchema = false), later), Left(ForeignSchemas.SchemaNeeded))
    for withSchema <- Vector(true, false) do
      assertEquals(schemas.read(sent(Old.Meter.Count(3), withSchema), later), Right(New.Meter.Count(3, 1)))

  test("of many large schemas some are remembered, and the last one always"):
    val schemas = ForeignSchemas()
    for number <- 1 to 300 do
      // A schema of some 50 kB that fits the type in no version.
      val name    = s"$number-" + "x" * 50_000
      val foreign = Codec.of[Int](name, 1)((out, value) => out.writeInt(value))(_.readInt())
      val payload = Payload.Live(5, foreign.asInstanceOf[Codec[Any]]).encoded(withSchema = true)
      assert(payload.schema.exists(_.canonical.length > 50_000))
      assert(schemas.read(payload, later).left.exists(_.isInstanceOf[ForeignSchemas.Unreadable]))
      assert(schemas.bytes <= ForeignSchemas.MostBytes && schemas.bytes > 50_000, schemas.bytes)
    assertEquals(schemas.read(sent(Old.Meter.Count(3), withSchema = true), later), Right(New.Meter.Count(3, 1)))
    assertEquals(schemas.read(sent(Old.Meter.Count(3), withSchema = false), later), Right(New.Meter.Count(3, 1)))

  test("bytes that are no value are refused with the reason"):
    val damaged = Payload.Encoded(old.fingerprint, None, Array[Byte](99))
    ForeignSchemas().read(damaged, old) match
      case Left(ForeignSchemas.Unreadable(reason)) => assert(reason.nonEmpty)
      case other                                   => fail(s"$other")

  test("a value that was never sent is the value"):
    assertEquals(
      ForeignSchemas().read(Payload.Live("x", Codec[String].asInstanceOf[Codec[Any]]), Codec[String]),
      Right("x")
    )
