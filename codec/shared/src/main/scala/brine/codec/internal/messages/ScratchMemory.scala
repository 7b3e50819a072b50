package brine.codec.internal.messages

import brine.codec.internal.bytes.Memory
import brine.codec.internal.columns.{Columns, Registers, Scratch}
import brine.codec.internal.text.TextScratch

/** Memory that an `Out` or `In` lends to one operation at a time. Each piece is made when it is first needed, and kept
  * for later messages.
  */
private[codec] abstract class ScratchMemory:
  private var scratchArrays: Scratch | Null = null
  private var texts: TextScratch | Null     = null
  private var ended: Array[Byte] | Null     = null

  private def scratch: Scratch =
    if scratchArrays == null then scratchArrays = new Scratch
    scratchArrays.nn

  /** Scratch registers for `rows` rows of these columns, in use until [[giveBack]]. */
  private[codec] def registers(columns: Columns, rows: Int): Registers = scratch.registers(columns, rows)

  /** Ends the use of scratch registers, those taken last. */
  private[codec] final def giveBack(registers: Registers, columns: Columns, rows: Int): Unit =
    scratch.giveBack(registers, columns, rows)

  /** Scratch array for at least `size` UTF-16 units. */
  private[codec] final def charScratch(size: Int): Array[Char] = scratch.chars(size)

  /** Scratch array for at least `size` integers. */
  private[codec] final def intScratch(size: Int): Array[Int] = scratch.ints(size)

  /** Scratch array for at least `size` integers. */
  private[codec] final def longScratch(size: Int): Array[Long] = scratch.longs(size)

  /** Scratch array for at least `size` numbers. */
  private[codec] final def doubleScratch(size: Int): Array[Double] = scratch.doubles(size)

  /** Converts long strings. */
  private[codec] final def textScratch: TextScratch =
    if texts == null then texts = new TextScratch
    texts.nn

  /** Starts another message, possibly in the same array. */
  private[codec] final def beginTexts(): Unit = if texts != null then texts.nn.begin()

  /** Drops references to the arrays and strings of messages. */
  private[codec] final def releaseTexts(): Unit = if texts != null then texts.nn.release()

  /** Scratch array for [[Memory.copyEnded]], which reads short strings. */
  private[codec] final def endedScratch: Array[Byte] =
    if ended == null then ended = Memory.newEndedScratch()
    ended.nn
