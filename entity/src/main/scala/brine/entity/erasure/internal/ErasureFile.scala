package brine.entity.erasure.internal

import brine.codec.Codec
import brine.entity.erasure.{ErasureError, ErasureException}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.Path
import java.util.Arrays
import java.util.zip.CRC32C

/** The files of a key folder: owner of their format. Each has eight bytes that say what it is, a CRC32C of the rest as
  * four bytes, and a message of the codec with its fingerprint. They are only ever replaced whole, so one that ends too
  * early is damaged.
  */
private[internal] object ErasureFile:
  private inline val Head = 12

  def encode[A](kind: String, content: A)(using Codec[A]): Array[Byte] =
    val message = Codec.encode(content)
    val bytes   = ByteBuffer.allocate(Head + message.length)
    bytes.put(kind.getBytes(US_ASCII)).putInt(checksum(message, 0)).put(message): Unit
    Arrays.fill(message, 0.toByte)
    bytes.array

  def decode[A](kind: String, file: Path, bytes: Array[Byte])(using Codec[A]): A =
    def damaged(reason: String) = throw ErasureException(ErasureError.Damaged(file.toString, reason))
    if bytes.length < Head then damaged(s"it has ${bytes.length} bytes, less than the $Head of its head")
    val found = String(bytes, 0, kind.length, US_ASCII)
    if found != kind then damaged("it does not begin as such a file does, or a later version of Brine wrote it")
    if ByteBuffer.wrap(bytes).getInt(kind.length) != checksum(bytes, Head) then damaged("its checksum does not fit")
    val message = Arrays.copyOfRange(bytes, Head, bytes.length)
    try
      Codec.decode[A](message) match
        case Right(content) => content
        // Not the bytes around the place: these may be of a key.
        case Left(error) => damaged(s"${error.problem} at byte ${error.offset} of its message")
    finally Arrays.fill(message, 0.toByte)

  private def checksum(bytes: Array[Byte], from: Int): Int =
    val sum = CRC32C()
    sum.update(bytes, from, bytes.length - from)
    sum.getValue.toInt
