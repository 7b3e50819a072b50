package brine.codec.inspect.internal

import brine.codec.{In, Limits}

/** How much memory the results of an inspection may still take.
  *
  * Everything has an object here and a line of text, so this is more than what reading the same bytes takes; but it is as much in
  * proportion to their number, whatever they say.
  */
private[inspect] final class Budget(bytes: Int, limits: Limits):
  private val allowed =
    (bytes.toLong * limits.allocationFactor + limits.allocationBase) * Budget.Factor
  private var left = allowed

  /** Accounts for so many bytes of memory. */
  def take(in: In, cost: Long): Unit =
    left -= cost
    if left < 0 then
      in.fail(
        s"what the message holds takes more than the $allowed bytes of memory an inspection may use (Limits.allocationFactor)"
      )

  /** What was accounted for is garbage. */
  def reset(): Unit = left = allowed

private[inspect] object Budget:
  /** How many times the memory for reading an inspection may take. */
  private inline val Factor = 16

  /** A value, a part of one, an entry with its texts. */
  final val Value = 48
  final val Part  = 32
  final val Entry = 160
