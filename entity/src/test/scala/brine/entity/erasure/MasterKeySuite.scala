package brine.entity.erasure

import java.nio.charset.StandardCharsets.UTF_8
import java.security.GeneralSecurityException
import munit.FunSuite

class MasterKeySuite extends FunSuite:
  private val salt    = Array.tabulate[Byte](16)(_.toByte)
  private val key     = Array.tabulate[Byte](32)(number => (number * 7).toByte)
  private val context = "ada".getBytes(UTF_8)

  private def of(passphrase: String, salt: Array[Byte] = salt) =
    MasterKey.fromPassphrase("main", passphrase.toCharArray, salt, iterations = 1000)

  test("the same passphrase and salt make the same key, others do not"):
    val wrapped = of("secret").wrap(key, context)
    assertEquals(of("secret").unwrap(wrapped, context).toVector, key.toVector)
    intercept[GeneralSecurityException](of("Secret").unwrap(wrapped, context)): Unit
    intercept[GeneralSecurityException](of("secret", salt.reverse).unwrap(wrapped, context)): Unit

  test("another context, and bytes that were changed, are refused"):
    val master  = MasterKey.of("main", key)
    val wrapped = master.wrap(key, context)
    assertNotEquals(master.wrap(key, context).toVector, wrapped.toVector)
    intercept[GeneralSecurityException](master.unwrap(wrapped, "bob".getBytes(UTF_8))): Unit
    for at <- wrapped.indices do
      intercept[GeneralSecurityException](master.unwrap(wrapped.updated(at, (wrapped(at) ^ 1).toByte), context)): Unit
    for length <- wrapped.indices do
      intercept[GeneralSecurityException](master.unwrap(wrapped.take(length), context)): Unit

  test("arguments"):
    intercept[IllegalArgumentException](MasterKey.of("", key)): Unit
    intercept[IllegalArgumentException](MasterKey.of("main", key.take(16))): Unit
    intercept[IllegalArgumentException](of("")): Unit
    intercept[IllegalArgumentException](of("secret", salt.take(15))): Unit
    intercept[IllegalArgumentException](MasterKey.fromPassphrase("main", Array('a'), salt, iterations = 999)): Unit
