package brine.jdbc.internal.sql

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

/** What names and schemas are found by: 32 bytes, whatever their length, so that every database has an index of them.
  */
private[jdbc] object Hash:
  def of(bytes: Array[Byte]): Array[Byte] = MessageDigest.getInstance("SHA-256").digest(bytes)

  def of(name: String): Array[Byte] = of(name.getBytes(UTF_8))
