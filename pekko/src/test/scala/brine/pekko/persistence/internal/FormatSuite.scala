package brine.pekko.persistence.internal

import brine.codec.{Codec, Schema, Schemas}
import java.util.{HexFormat, UUID}

/** What is stored is read for ever: from 0.1.0 on, these bytes with these schemas never change. If a type changes, its
  * new bytes stand beside the old ones, which are still read.
  */
class FormatSuite extends munit.FunSuite:
  private val value = SerializedValue(4, "manifest", Array[Byte](1, 2, -3))

  private val eventSchema =
    "010201ca50656b6b6f4576656e7402c75772697474656e06c77061796c6f6164454601c76164617074657209c677726974657209c974696d65" +
      "7374616d7005c4746167734209c86d6574616461746140454601c852656a65637465640000cf53657269616c697a656456616c756503ca73" +
      "657269616c697a657204c86d616e696665737409c5627974657342024600"
  private val stateSchema =
    "010300d050657273697374656e6365537461746502c964656c65746564546f05c9736e617073686f747342460100cd536e617073686f74456e" +
      "74727907ca73657175656e63654e7205c974696d657374616d7005c4646174610cca73657269616c697a657204c86d616e696665737409c5" +
      "706172747304c86d657461646174614045460200cf53657269616c697a656456616c756503ca73657269616c697a657204c86d616e696665" +
      "737409c5627974657342024600"

  test("events"):
    val written = PekkoEvent.Written(value, "adapter", "writer", 1764273600123L, Vector("a", "b"), Some(value))
    val bytes   =
      "0208c86d616e6966657374060102fdc761646170746572c6777269746572f6d9b5eed86604c161c16208c86d616e6966657374060102fd"
    check[PekkoEvent](written, eventSchema, bytes)
    check[PekkoEvent](PekkoEvent.Rejected(), eventSchema, "01")

  test("states"):
    val entry = SnapshotEntry(9, 1764273600123L, UUID(1, 2), 4, "m", 3, Some(value))
    val bytes = "0e020112f6d9b5eed8660000000000000001000000000000000208c16d0608c86d616e6966657374060102fd"
    check(PersistenceState(7, Vector(entry)), stateSchema, bytes)

  test("parts of snapshots"):
    check(SnapshotPart(Array[Byte](1, 2, -3)), "01004acc536e617073686f7450617274c562797465734202", "060102fd")

  // Values with arrays are not equal, so their bytes are compared.
  private def check[A: Codec](value: A, schema: String, bytes: String): Unit =
    assertEquals(hex(Codec[A].schema.canonical), schema)
    assertEquals(hex(Codec.encodeBare(value)), bytes)
    val written = Schema.fromCanonical(HexFormat.of.parseHex(schema)).fold(error => throw error, identity)
    val read    = Codec.decodeBare[A](HexFormat.of.parseHex(bytes), written, Schemas.none).fold(throw _, identity)
    assertEquals(hex(Codec.encodeBare(read)), bytes)

  private def hex(bytes: Array[Byte]) = HexFormat.of.formatHex(bytes)
