package brine.journal.snapshot

/** The length and the fingerprint of a snapshot's content, as files have them: so the same state has the same ones in
  * every store. For one thread.
  */
private[snapshot] final class SnapshotContent:
  // A multiple of 8, as fingerprints need it.
  private val block    = new Array[Byte](SnapshotFormat.ChunkSize)
  private var filled   = 0
  private var complete = 0L // bytes in earlier blocks
  private var print    = SnapshotFormat.EmptyFingerprint

  /** Adds a part: the varint of its length, and its bytes. */
  def add(part: Array[Byte]): Unit =
    var left = part.length
    while left > 0x7f do
      add((left & 0x7f | 0x80).toByte)
      left >>>= 7
    add(left.toByte)
    var at = 0
    while at < part.length do
      val length = math.min(part.length - at, block.length - filled)
      System.arraycopy(part, at, block, filled, length)
      at += length
      filled += length
      endBlock()

  private def add(byte: Byte): Unit =
    block(filled) = byte
    filled += 1
    endBlock()

  private def endBlock(): Unit =
    if filled == block.length then
      print = SnapshotFormat.fingerprint(print, block, 0, filled)
      complete += filled
      filled = 0

  /** Length of the parts that were added, each with its length. */
  def bytes: Long = complete + filled

  /** Fingerprint of the parts that were added. */
  def fingerprint: Long =
    SnapshotFormat.endFingerprint(SnapshotFormat.fingerprint(print, block, 0, filled), bytes)
