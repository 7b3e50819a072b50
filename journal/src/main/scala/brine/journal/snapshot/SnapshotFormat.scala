package brine.journal.snapshot

import brine.journal.snapshot.SnapshotError.{Damaged, FutureVersion}

import java.lang.invoke.MethodHandles
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.{ByteBuffer, ByteOrder}
import java.util.UUID
import java.util.zip.CRC32C

/** The bytes of a snapshot file, little-endian: a header, chunks, a footer.
  *
  *   - header, 136 bytes: 0 u64 magic; 8 u32 format version (1); 12 u32 header length; 16 u64, u64 journal id (high,
  *     low); 32 u64 offset; 40 u64 salt; 48 i64 when it was saved, us since 1970; 56 u32 kind (0 one value, 1 parts);
  *     60 u32 length of the name; 64 the name, padded with zeros to 64 bytes; 128 u32 zero; 132 u32 CRC-32C of bytes 0
  *     to 131. Later versions keep this header.
  *   - chunks of 65,536 bytes, except for a shorter last one: u32 length of the payload; u32 check; payload
  *   - footer: u64 length of the content; u64 number of chunks; u64 number of parts; u64 fingerprint of the content;
  *     u32 length of the schema; the schema's canonical bytes; then 16 bytes: u32 length of the footer up to here; u32
  *     check; u64 magic of the end
  *
  * The content is the payloads joined: for each part the unsigned varint of its length and its bare bytes. A check is
  * the CRC-32C of its bytes (with the length) xor a mix of the salt and the number of the chunk (-1 for the footer). So
  * a chunk is valid only at its place in its file.
  */
private[journal] object SnapshotFormat:
  final val Magic        = 0x31706e53656e7242L // "BrneSnp1"
  final val EndMagic     = 0x646e45706e53656eL // "neSnpEnd"
  final val Version      = 1
  final val HeaderSize   = 136
  final val ChunkSize    = 1 << 16
  final val ChunkHeader  = 8
  final val MostPayload  = ChunkSize - ChunkHeader
  final val FooterFixed  = 36
  final val TrailerSize  = 16
  final val FooterNumber = -1L

  private final val NameLength = 64
  private val named            = "[a-z0-9_-]{1,64}".r
  private val fileNamed        = "([0-9]{20})-([a-z0-9_-]{1,64})\\.snap".r

  def requireName(name: String): Unit =
    require(named.matches(name), s"the name of a snapshot is 1 to 64 of a-z, 0-9, _ and -, not '$name'")

  // Not by a format, whose digits would be those of the default locale.
  def fileName(offset: Long, name: String): String =
    val digits = offset.toString
    s"${"0" * (20 - digits.length)}$digits-$name.snap"

  /** Offset and name of a snapshot file; None if the name is not that of a snapshot. */
  def parse(fileName: String): Option[(Long, String)] = fileName match
    case fileNamed(offset, name) => offset.toLongOption.map(_ -> name)
    case _                       => None

  private val longs = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], LITTLE_ENDIAN)

  def crc(bytes: Array[Byte], from: Int, length: Int): Int =
    val crc = CRC32C()
    crc.update(bytes, from, length)
    crc.getValue.toInt

  /** The value that a chunk's CRC is combined with. */
  def mix(salt: Long, number: Long): Int =
    var x = salt + number * 0x9e3779b97f4a7c15L
    x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL
    (x ^ (x >>> 31)).toInt

  final val EmptyFingerprint = 0x6a09e667f3bcc908L

  /** Continues a fingerprint with more bytes. Their number is a multiple of 8, except for the last ones. */
  def fingerprint(before: Long, bytes: Array[Byte], from: Int, length: Int): Long =
    var hash = before
    var at   = from
    val end  = from + length
    while at + 8 <= end do
      hash = step(hash, longs.get(bytes, at): Long)
      at += 8
    if at < end then
      var last = 0L
      while end > at do
        last = last << 8 | bytes(at) & 0xff
        at += 1
      hash = step(hash, last)
    hash

  /** Ends a fingerprint with the length, so that trailing zeros count. */
  def endFingerprint(before: Long, length: Long): Long = step(before, length)

  private def step(hash: Long, word: Long): Long =
    val x = (hash ^ word) * 0x9e3779b97f4a7c15L
    x ^ (x >>> 32)

  final case class Header(
      journal: UUID,
      offset: Long,
      salt: Long,
      savedAtMicros: Long,
      isParts: Boolean,
      name: String
  ):
    def toBytes: Array[Byte] =
      val out = ByteBuffer.allocate(HeaderSize).order(LITTLE_ENDIAN)
      out.putLong(Magic).putInt(Version).putInt(HeaderSize)
      out.putLong(journal.getMostSignificantBits).putLong(journal.getLeastSignificantBits)
      out.putLong(offset).putLong(salt).putLong(savedAtMicros)
      out.putInt(if isParts then 1 else 0).putInt(name.length)
      out.put(name.getBytes(US_ASCII))
      out.putInt(HeaderSize - 4, crc(out.array, 0, HeaderSize - 4))
      out.array

  object Header:
    /** Reads a header.
      *
      * @param bytes
      *   the first bytes of the file: a header's length, or all that the file has
      */
    def read(place: String, bytes: Array[Byte]): Either[SnapshotError, Header] =
      val in = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN)
      if bytes.length < HeaderSize then
        Left(Damaged(place, bytes.length, s"it ends within the header of $HeaderSize bytes"))
      else if in.getLong(0) != Magic then Left(Damaged(place, 0, "it does not start like a snapshot"))
      else if in.getInt(HeaderSize - 4) != crc(bytes, 0, HeaderSize - 4) then
        Left(Damaged(place, 0, "the header does not agree with its checksum"))
      else if in.getInt(8) > Version then Left(FutureVersion(place, in.getInt(8), Version))
      else
        val nameLength = in.getInt(60)
        if nameLength < 1 || nameLength > NameLength then Left(Damaged(place, 60, s"a name of $nameLength bytes"))
        else
          Right(
            Header(
              UUID(in.getLong(16), in.getLong(24)),
              in.getLong(32),
              in.getLong(40),
              in.getLong(48),
              in.getInt(56) == 1,
              String(bytes, 64, nameLength, US_ASCII)
            )
          )

  final case class Footer(bytes: Long, chunks: Long, parts: Long, fingerprint: Long, schema: Array[Byte]):
    def toBytes(salt: Long): Array[Byte] =
      val length = FooterFixed + schema.length
      val out    = ByteBuffer.allocate(length + TrailerSize).order(LITTLE_ENDIAN)
      out.putLong(bytes).putLong(chunks).putLong(parts).putLong(fingerprint).putInt(schema.length).put(schema)
      out.putInt(length)
      out.putInt(crc(out.array, 0, length + 4) ^ mix(salt, FooterNumber))
      out.putLong(EndMagic)
      out.array

  object Footer:
    /** Length of the whole footer, from its last 16 bytes; None if these are not the end of a snapshot. */
    def size(trailer: ByteBuffer): Option[Long] =
      val in = trailer.order(ByteOrder.LITTLE_ENDIAN)
      Option.when(in.getLong(8) == EndMagic)(TrailerSize + (in.getInt(0) & 0xffffffffL))

    /** Reads the whole footer, with its last 16 bytes; Left says what is wrong with it. */
    def read(all: Array[Byte], salt: Long): Either[String, Footer] =
      val in     = ByteBuffer.wrap(all).order(LITTLE_ENDIAN)
      val length = all.length - TrailerSize
      if in.getInt(length + 4) != (crc(all, 0, length + 4) ^ mix(salt, FooterNumber)) then
        Left("the footer does not agree with its checksum")
      else if length < FooterFixed || in.getInt(32) != length - FooterFixed then Left("a footer of another form")
      else
        Right(
          Footer(
            in.getLong(0),
            in.getLong(8),
            in.getLong(16),
            in.getLong(24),
            all.slice(FooterFixed, length)
          )
        )
