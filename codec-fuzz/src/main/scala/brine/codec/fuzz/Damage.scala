package brine.codec.fuzz

import brine.codec.Out

/** Damages a message as a fuzzer's data chooses. */
private[fuzz] final class Damage(data: Choices):

  /** Applies one to eight damages. */
  def of(message: Array[Byte]): Array[Byte] = (0 to data.consumeInt(0, 7)).foldLeft(message)((bytes, _) => once(bytes))

  private def once(bytes: Array[Byte]): Array[Byte] =
    if bytes.isEmpty then data.consumeBytes(4)
    else
      val at = data.consumeInt(0, bytes.length - 1)
      data.consumeInt(0, 6) match
        case 0 => bytes.updated(at, (bytes(at) ^ (1 << data.consumeInt(0, 7))).toByte)
        case 1 => bytes.updated(at, data.consumeByte())
        case 2 => bytes.take(at)
        case 3 =>
          val from = data.consumeInt(0, bytes.length - 1)
          bytes.patch(at, bytes.slice(from, from + data.consumeInt(1, 32)), data.consumeInt(0, 32))
        case 4 => bytes.patch(at, data.consumeBytes(data.consumeInt(0, 8)), data.consumeInt(0, 4))
        case 5 => renumber(bytes, at, _ + data.consumeInt(-3, 3))
        case _ => renumber(bytes, at, _ => data.consumeLong())

  /** Replaces the number that starts here by another one in canonical form. */
  private def renumber(bytes: Array[Byte], at: Int, change: Long => Long): Array[Byte] =
    val last = bytes.indexWhere(_ >= 0, at)
    if last < 0 || last - at > 7 then bytes
    else
      val value = (last to at by -1).foldLeft(0L)((sum, i) => sum << 7 | bytes(i) & 0x7f)
      val out   = Out()
      out.writeUnsignedLong(change(value))
      bytes.patch(at, out.toArray, last + 1 - at)
