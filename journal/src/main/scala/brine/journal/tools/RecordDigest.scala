package brine.journal.tools

import brine.journal.{Micros, Record, Stored}
import java.io.{DataOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.security.{DigestOutputStream, MessageDigest}
import java.util.HexFormat

/** A digest over records in their order: SHA-256 over stream, version, time, tags in order, key, schema and bytes of
  * each, without offsets. So copies of a log have the digest of the log. For one thread.
  */
private[tools] final class RecordDigest:
  private val digest = MessageDigest.getInstance("SHA-256")
  private val into   = DataOutputStream(DigestOutputStream(OutputStream.nullOutputStream, digest))

  def add(record: Record[Stored]): Unit =
    bytes(record.stream.getBytes(UTF_8))
    long(record.version)
    long(Micros.of(record.at))
    val tags = record.tags.toVector.sorted
    long(tags.size)
    tags.foreach(tag => bytes(tag.getBytes(UTF_8)))
    long(record.key.size)
    record.key.foreach: key =>
      long(key.getMostSignificantBits)
      long(key.getLeastSignificantBits)
    long(record.value.schema.fingerprint)
    bytes(record.value.bytes)

  /** The digest of what was added, in hexadecimal digits. Ends it. */
  def result(): String = HexFormat.of.formatHex(digest.digest())

  // With its length, so that no two lists of records have the same bytes.
  private def bytes(content: Array[Byte]): Unit =
    long(content.length)
    into.write(content)

  private def long(value: Long): Unit = into.writeLong(value)
