package brine.journal.format

import java.util.zip.CRC32C

/** The checksums of all files of a journal: section 3 of `docs/spec/journal-format.md`. */
private[journal] object Checksum:
  /** CRC-32C of some bytes. */
  def of(bytes: Array[Byte], from: Int, length: Int): Int =
    val crc = CRC32C()
    crc.update(bytes, from, length)
    crc.getValue.toInt

  /** The value that a checksum is combined with, so that bytes are valid only in one file and at one place of it. The
    * finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    */
  def mask(salt: Long, place: Long): Int =
    var z = salt + place * 0x9e3779b97f4a7c15L
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
    ((z ^ (z >>> 31)) >>> 32).toInt
