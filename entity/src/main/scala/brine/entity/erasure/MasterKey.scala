package brine.entity.erasure

import brine.entity.erasure.internal.LocalMasterKey
import java.util.Objects
import javax.crypto.SecretKeyFactory
import javax.crypto.spec.PBEKeySpec

/** Encrypts the keys of subjects, so that the files of a [[KeyFolder]] are of no use without it.
  *
  * {{{
  * val master = MasterKey.fromPassphrase("billing-2026", passphrase, salt)
  * val folder = KeyFolder.open(path, KeyFolderSettings.defaults.withMaster(master))
  * }}}
  *
  * Implement it to leave the encryption to a key management service. It is called once for each key that is made, and
  * for each that is read from the files. What it throws becomes an [[ErasureError.MasterKeyFailed]]. Safe for use by
  * several threads.
  */
trait MasterKey:
  /** Names the key in files and messages, not encrypted. Another key has another name. */
  def name: String

  /** Encrypts a key of a subject.
    *
    * @param key
    *   the secret; do not keep the array
    * @param context
    *   subject and number of the key: decrypting with another context must fail
    */
  def wrap(key: Array[Byte], context: Array[Byte]): Array[Byte]

  /** Decrypts what [[wrap]] has made.
    *
    * @throws java.security.GeneralSecurityException
    *   if it was made by another key, with another context, or was changed
    */
  def unwrap(wrapped: Array[Byte], context: Array[Byte]): Array[Byte]

object MasterKey:
  /** The least bytes of the salt of a passphrase. */
  final val LeastSalt = 16

  /** How often a passphrase is hashed, unless you say so: it takes some tenths of a second. */
  final val Iterations = 600_000

  /** A master key that encrypts with AES-256-GCM.
    *
    * @param name
    *   see [[MasterKey.name]]
    * @param bytes
    *   the secret, 32 random bytes; copied
    * @throws IllegalArgumentException
    *   if the name is empty or the secret has another size
    */
  def of(name: String, bytes: Array[Byte]): MasterKey =
    require(Objects.requireNonNull(name, "name").nonEmpty, "the name of a master key is empty")
    Objects.requireNonNull(bytes, "bytes"): Unit
    require(bytes.length == SubjectKey.Size, s"a master key has ${SubjectKey.Size} bytes, and not ${bytes.length}")
    new LocalMasterKey(name, bytes)

  /** A master key made of a passphrase, by PBKDF2 with HMAC-SHA-256.
    *
    * @param salt
    *   [[LeastSalt]] or more random bytes, which you keep with the configuration of the program: they are not secret.
    *   Another salt makes another key
    * @param iterations
    *   another number makes another key
    * @throws IllegalArgumentException
    *   if the name or the passphrase is empty, the salt too short, or `iterations` below 1,000
    */
  def fromPassphrase(
      name: String,
      passphrase: Array[Char],
      salt: Array[Byte],
      iterations: Int = Iterations
  ): MasterKey =
    require(Objects.requireNonNull(passphrase, "passphrase").nonEmpty, "the passphrase is empty")
    Objects.requireNonNull(salt, "salt"): Unit
    require(salt.length >= LeastSalt, s"the salt has ${salt.length} bytes: it must have $LeastSalt or more")
    require(iterations >= 1000, s"iterations is $iterations: it must be 1,000 or more")
    val spec = PBEKeySpec(passphrase, salt, iterations, SubjectKey.Size * 8)
    try of(name, SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded)
    finally spec.clearPassword()
