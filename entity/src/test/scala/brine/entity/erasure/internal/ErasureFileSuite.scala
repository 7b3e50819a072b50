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
  private given Codec[ShardList]     = ShardList.codec

  private val material = Array.tabulate[Byte](32)(_.toByte)

  private def check[A](kind: String, name: String, content: A, hex: String)(using Codec[A]): Unit =
    assertEquals(HexFormat.of.formatHex(ErasureFile.encode(kind, name, content)), hex)
    val read = ErasureFile.decode[A](kind, name, file, HexFormat.of.parseHex(hex))
    assertEquals(HexFormat.of.formatHex(ErasureFile.encode(kind, name, read)), hex)

  test("keys"):
    val keys = Vector(KeyEntry("ada", 5, 0, None, material), KeyEntry("bob", -1, 2, Some("main"), material.take(3)))
    check(
      KeyEntries.Kind,
      "0a1",
      KeyEntries(keys),
      "62726b6579733031bfff6f1930613100b5a2df4504d9ff58150400c36164610a0040000102030405060708090a0b0c0d0e0f1011121314" +
        "15161718191a1b1c1d1e1f01c3626f620104c46d61696e06000102"
    )

  test("marks"):
    val marks = Vector(
      Tombstone("ada", Instant.ofEpochSecond(1_800_000_000L), Vector(5, -1), isReadmitted = false, 0),
      Tombstone("bob", Instant.ofEpochSecond(1_800_000_001L, 5), Vector.empty, isReadmitted = true, 2)
    )
    check(
      Tombstones.Kind,
      "fff",
      Tombstones(marks),
      "6272666f726730318531436766666600b5466652c726e3c3000400c36164618090becf06040a010001c3626f62aba0d9e61d0004"
    )

  test("master keys"):
    val masters = MasterEntries(Vector(MasterEntry("main", Array[Byte](1, 2, 3))))
    val hex     = "62726d61737430312ffdde0b00000000b54c18b6455b40ad1302c46d61696e06010203"
    check(MasterEntries.Kind, "", masters, hex)

  test("lists"):
    val hex = "62726b65796c3031cca1abf26c697374b59ea1570af64c446304c3306131c3666666"
    check(KeyEntries.ListKind, "list", ShardList(Vector("0a1", "fff")), hex)

  private def damaged(kind: String, name: String, bytes: Array[Byte]): String =
    intercept[ErasureException](ErasureFile.decode[KeyEntries](kind, name, file, bytes)).error match
      case ErasureError.Damaged(named, reason) =>
        assertEquals(named, file.toString)
        reason
      case other => fail(other.toString)

  test("a file of another kind, and one of another name"):
    val bytes = ErasureFile.encode(MasterEntries.Kind, "abc", MasterEntries(Vector.empty))
    assert(damaged(KeyEntries.Kind, "abc", bytes).contains("does not begin"))
    val other = ErasureFile.encode(KeyEntries.Kind, "abd", KeyEntries(Vector.empty))
    assert(damaged(KeyEntries.Kind, "abc", other).contains("'abd'"))
    ErasureFile.requireHead(KeyEntries.Kind, "abd", file, other.take(ErasureFile.Head))
