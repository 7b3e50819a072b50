package brine.entity.erasure.internal

import brine.codec.Codec
import brine.entity.erasure.{ErasureError, ErasureException}
import java.nio.file.Path
import java.time.Instant
import java.util.HexFormat
import munit.FunSuite

/** The bytes of the files of a key folder, which every later version must read. */
class ErasureFileSuite extends FunSuite:
  private val file = Path.of("/keys/keys/abc")

  private given Codec[KeyEntries]    = KeyEntries.codec
  private given Codec[Tombstones]    = Tombstones.codec
  private given Codec[MasterEntries] = MasterEntries.codec

  private val material = Array.tabulate[Byte](32)(_.toByte)

  private def check[A](kind: String, content: A, hex: String)(using Codec[A]): Unit =
    assertEquals(HexFormat.of.formatHex(ErasureFile.encode(kind, content)), hex)
    val read = ErasureFile.decode[A](kind, file, HexFormat.of.parseHex(hex))
    assertEquals(HexFormat.of.formatHex(ErasureFile.encode(kind, read)), hex)

  test("keys"):
    val keys = Vector(KeyEntry("ada", 5, None, material), KeyEntry("bob", -1, Some("main"), material.take(3)))
    check(
      KeyEntries.Kind,
      KeyEntries(keys),
      "62726b6579733031bcf7edaeb53ec0cee1662bc0ba0400c36164610a40000102030405060708090a0b0c0d0e0f10111213141516171819" +
        "1a1b1c1d1e1f01c3626f6201c46d61696e06000102"
    )

  test("marks"):
    val marks = Vector(
      Tombstone("ada", Instant.ofEpochSecond(1_800_000_000L), Vector(5, -1), isReadmitted = false),
      Tombstone("bob", Instant.ofEpochSecond(1_800_000_001L, 5), Vector.empty, isReadmitted = true)
    )
    check(
      Tombstones.Kind,
      Tombstones(marks),
      "6272666f72673031c32cde7bb5077096de0fed6ee80400c36164618090becf06040a0101c3626f62aba0d9e61d00"
    )

  test("master keys"):
    val masters = MasterEntries(Vector(MasterEntry("main", Array[Byte](1, 2, 3))))
    check(MasterEntries.Kind, masters, "62726d6173743031dd6d08b3b54c18b6455b40ad1302c46d61696e06010203")

  test("a file of another kind"):
    val bytes = ErasureFile.encode(MasterEntries.Kind, MasterEntries(Vector.empty))
    intercept[ErasureException](ErasureFile.decode[KeyEntries](KeyEntries.Kind, file, bytes)).error match
      case ErasureError.Damaged(named, reason) =>
        assertEquals(named, file.toString)
        assert(reason.contains("does not begin"), reason)
      case other => fail(other.toString)
