package brine.entity.erasure.internal

import brine.actor.internal.support.Described
import brine.codec.Codec
import brine.entity.erasure.{ErasureError, ErasureException}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.Path
import java.util.Arrays
import java.util.zip.CRC32C

/** The files of a key folder: owner of their format. Each has eight bytes that say what it is, a CRC32C of the rest as
  * four bytes, four bytes of its name, and a message of the codec with its fingerprint. They are only ever replaced
  * whole, so one that ends too early is damaged.
  */
private[internal] object ErasureFile:
  /** Bytes before the message. */
  final val Head = 16

  private inline val SumAt  = 8
  private inline val NameAt = 12

  /** The bytes of a file.
    *
    * @param name
    *   its name in its folder, or as many characters of it as there is room for
    */
  def encode[A](kind: String, name: String, content: A)(using Codec[A]): Array[Byte] =
    val message = Codec.encode(content)
    val bytes   = ByteBuffer.allocate(Head + message.length)
    bytes.put(kind.getBytes(US_ASCII)).put(NameAt, inside(name)).put(Head, message): Unit
    Arrays.fill(message, 0.toByte)
    bytes.putInt(SumAt, checksum(bytes.array)).array

  /** What [[encode]] was given.
    *
    * @throws ErasureException
    *   if the file is damaged, or that of another name
    */
  def decode[A](kind: String, name: String, file: Path, bytes: Array[Byte])(using Codec[A]): A =
    requireHead(kind, name, file, bytes)
    if ByteBuffer.wrap(bytes).getInt(SumAt) != checksum(bytes) then throw damaged(file, "its checksum does not fit")
    val message = Arrays.copyOfRange(bytes, Head, bytes.length)
    try
      Codec.decode[A](message) match
        case Right(content) => content
        // Not the bytes around the place: these may be of a key.
        case Left(error) => throw damaged(file, s"${error.problem} at byte ${error.offset} of its message")
    finally Arrays.fill(message, 0.toByte)

  /** Checks the first [[Head]] bytes of a file.
    *
    * @throws ErasureException
    *   if there are fewer, or they are those of a file of another kind or name
    */
  def requireHead(kind: String, name: String, file: Path, bytes: Array[Byte]): Unit =
    if bytes.length < Head then throw damaged(file, s"it has ${bytes.length} bytes, less than the $Head of its head")
    if !Arrays.equals(bytes, 0, SumAt, kind.getBytes(US_ASCII), 0, SumAt) then
      throw damaged(file, "it does not begin as such a file does, or a later version of Brine wrote it")
    if !Arrays.equals(bytes, NameAt, Head, inside(name), 0, Head - NameAt) then
      val found = Described.inLine(String(bytes, NameAt, Head - NameAt, US_ASCII).trim)
      throw damaged(file, s"it was written with the name '$found', so files were swapped, or it was changed")

  private def damaged(file: Path, reason: String) = ErasureException(ErasureError.Damaged(file.toString, reason))

  private def inside(name: String): Array[Byte] = Arrays.copyOf(name.getBytes(US_ASCII), Head - NameAt)

  private def checksum(bytes: Array[Byte]): Int =
    val sum = CRC32C()
    sum.update(bytes, NameAt, bytes.length - NameAt)
    sum.getValue.toInt
