package brine.entity.erasure

import java.util.Objects

/** A key of a subject, as a [[KeyStore]] keeps it.
  *
  * @param number
  *   names the key: every value that it seals has this number. Random, so that a key that was made after a backup, and
  *   got lost with it, is not taken for the one that is made after the backup was restored
  * @param bytes
  *   the secret, [[SubjectKey.Size]] random bytes. Neither this class nor its owner may change the array
  * @throws IllegalArgumentException
  *   if it has another size
  */
final class SubjectKey(val number: Int, val bytes: Array[Byte]):
  Objects.requireNonNull(bytes, "bytes"): Unit
  require(bytes.length == SubjectKey.Size, s"a key has ${SubjectKey.Size} bytes, and not ${bytes.length}")

  /** The number alone. */
  override def toString: String = s"SubjectKey(${SubjectKey.text(number)})"

object SubjectKey:
  /** Bytes of a key, for AES-256. */
  final val Size = 32

  /** The number of a key as messages show it: eight hexadecimal digits. */
  def text(number: Int): String = f"$number%08x"

/** What a [[KeyStore]] knows of a subject.
  *
  * @param keys
  *   its keys, the oldest first: the last one seals new values
  * @param forgottenKeys
  *   the numbers of its forgotten keys
  * @param isForgotten
  *   whether it was forgotten, and gets no key
  * @throws IllegalArgumentException
  *   if it is forgotten and has keys
  */
final class SubjectKeys(val keys: Vector[SubjectKey], val forgottenKeys: Set[Int], val isForgotten: Boolean):
  Objects.requireNonNull(forgottenKeys, "forgottenKeys"): Unit
  require(!isForgotten || keys.isEmpty, "a forgotten subject has no keys")

  /** Numbers alone. */
  override def toString: String =
    val state = if isForgotten then "forgotten" else keys.map(key => SubjectKey.text(key.number)).mkString(", ")
    s"SubjectKeys($state)"
