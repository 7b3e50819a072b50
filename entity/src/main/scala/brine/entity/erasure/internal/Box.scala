package brine.entity.erasure.internal

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.security.SecureRandom
import javax.crypto.Cipher
import javax.crypto.spec.{GCMParameterSpec, SecretKeySpec}

/** The bytes of a sealed value: owner of their layout.
  *
  * | bytes | content |
  * |---|---|
  * | 1 | version of this layout, 1 |
  * | 4 | number of the key, big-endian |
  * | 12 | nonce, random |
  * | n | the [[Content]], encrypted by AES-256-GCM |
  * | 16 | tag of AES-GCM |
  *
  * The tag also covers the first five bytes and the subject.
  */
private[erasure] object Box:
  private inline val Version  = 1
  private inline val NonceAt  = 5
  private inline val Nonce    = 12
  private inline val SealedAt = NonceAt + Nonce
  private inline val Tag      = 16

  /** Bytes of a box with nothing in it. */
  final val Smallest = SealedAt + Tag

  def number(box: Array[Byte]): Int = ByteBuffer.wrap(box).getInt(1)

  /** Whether this version of Brine can open it. */
  def isKnown(box: Array[Byte]): Boolean = box(0) == Version

  /** The version, for messages. */
  def version(box: Array[Byte]): Int = box(0) & 0xff

  def seal(
      key: SecretKeySpec,
      number: Int,
      subject: String,
      content: Array[Byte],
      random: SecureRandom
  ): Array[Byte] =
    val nonce = new Array[Byte](Nonce)
    random.nextBytes(nonce)
    val box = new Array[Byte](SealedAt + content.length + Tag)
    ByteBuffer.wrap(box).put(Version.toByte).putInt(number).put(nonce): Unit
    cipher(Cipher.ENCRYPT_MODE, key, subject, box).doFinal(content, 0, content.length, box, SealedAt): Unit
    box

  /** The content.
    *
    * @throws javax.crypto.AEADBadTagException
    *   if the box was changed, or was made for another subject or by another key
    */
  def open(key: SecretKeySpec, subject: String, box: Array[Byte]): Array[Byte] =
    cipher(Cipher.DECRYPT_MODE, key, subject, box).doFinal(box, SealedAt, box.length - SealedAt)

  // A cipher keeps its last key, so none is kept for the next value.
  private def cipher(mode: Int, key: SecretKeySpec, subject: String, box: Array[Byte]): Cipher =
    val cipher = Cipher.getInstance("AES/GCM/NoPadding")
    cipher.init(mode, key, GCMParameterSpec(Tag * 8, box, NonceAt, Nonce))
    cipher.updateAAD(box, 0, NonceAt)
    cipher.updateAAD(subject.getBytes(UTF_8))
    cipher
