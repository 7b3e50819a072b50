package brine.entity.erasure.internal

import brine.entity.erasure.*
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.HexFormat
import javax.crypto.Cipher
import javax.crypto.spec.{GCMParameterSpec, SecretKeySpec}
import munit.FunSuite

/** The bytes of sealed values, which every later version must read: `docs/spec/erasure-format.md`. */
class BoxSuite extends FunSuite:
  private val secret = Array.tabulate[Byte](SubjectKey.Size)(_.toByte)
  private val number = 0x01020304
  private val nonce  = Array.tabulate[Byte](12)(at => (at * 3).toByte)
  private val box    = "0101020304000306090c0f1215181b1e2158b2e7f959a121369702b9d3931647352a6f7cacbe80226afe"

  private def hex(bytes: Array[Byte]) = HexFormat.of.formatHex(bytes)

  private def keys = Keys.over(
    new KeyStore:
      private val own = SubjectKeys(Vector(SubjectKey(number, secret)), Set.empty, isForgotten = false)

      def get(subject: String): SubjectKeys         = own
      def getOrCreate(subject: String): SubjectKeys = own
      def rotate(subject: String): SubjectKeys      = own
      def forget(subject: String): ForgottenSubject = throw UnsupportedOperationException()
      def readmit(subject: String): Boolean         = false
      def forgotten: Vector[ForgottenSubject]       = Vector.empty
      def close(): Unit                             = ()
  )

  test("what an earlier version has sealed is opened"):
    val value = new Sealed[String]("person-7", HexFormat.of.parseHex(box))
    assertEquals(keys.open(value), Opened.Value("Ada"))
    assertEquals(hex(value.toBytes), "c8" + hex("person-7".getBytes(UTF_8)) + "54" + box)
    assertEquals(Sealed.fromBytes[String](value.toBytes), value)

  test("the specification alone makes these bytes"):
    val content = Content.encode("Ada")
    assertEquals(hex(content), "0601000908c3416461")
    val head   = ByteBuffer.allocate(5).put(1.toByte).putInt(number).array
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(Cipher.ENCRYPT_MODE, SecretKeySpec(secret, "AES"), GCMParameterSpec(128, nonce))
    cipher.updateAAD(head)
    cipher.updateAAD("person-7".getBytes(UTF_8))
    assertEquals(hex(head ++ nonce ++ cipher.doFinal(content)), box)
