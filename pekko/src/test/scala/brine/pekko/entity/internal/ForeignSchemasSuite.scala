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
