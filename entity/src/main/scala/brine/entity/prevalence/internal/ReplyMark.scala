package brine.entity.prevalence.internal

import brine.codec.Codec
import java.util.zip.CRC32C

/** 32 bits that a transaction leaves of its reply: 16 of the schema of the reply's type, and 16 of the reply. So a
  * repetition can tell another reply from another type of replies. It misses one difference in 65,536, of which a log
  * has many.
  */
private[prevalence] object ReplyMark:
  /** The mark of a reply.
    *
    * @throws brine.codec.EncodeError
    *   if it cannot be encoded
    */
  def of[R](reply: R)(using codec: Codec[R]): Int =
    val sum = CRC32C()
    sum.update(Codec.encodeBare(reply))
    val value = sum.getValue
    (typeOf(codec) << 16) | ((value ^ (value >>> 16)) & 0xffff).toInt

  /** Whether two marks are of replies of one type. */
  def haveSameType(one: Int, other: Int): Boolean = (one >>> 16) == (other >>> 16)

  private def typeOf(codec: Codec[?]): Int =
    val schema = codec.fingerprint
    ((schema ^ (schema >>> 16) ^ (schema >>> 32) ^ (schema >>> 48)) & 0xffff).toInt
