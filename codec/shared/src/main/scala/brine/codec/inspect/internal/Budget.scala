package brine.codec.inspect.internal

import brine.codec.{In, Limits}

/** The memory that the results of an inspection may still take.
  *
  * Every part has an object and a line of text here, so an inspection takes more memory than decoding the same bytes.
  * The memory is still proportional to the number of bytes, whatever they contain.
  */
private[inspect] final class Budget(bytes: Int, limits: Limits):
  private val allowed =
    (bytes.toLong * limits.allocationFactor + limits.allocationBase) * Budget.Factor
  private var left = allowed
  // All messages of a container together, so that none of many blocks starts with the budget of the whole container.
  private var leftInAll = allowed * Budget.Rounds

  /** Charges `cost` bytes of memory to the budget; fails if it is exhausted. */
  def take(in: In, cost: Long): Unit =
    left -= cost
    leftInAll -= cost
    if left < 0 || leftInAll < 0 then
      in.fail(
        s"the content of the message takes more than the $allowed bytes of memory that an inspection may use " +
          "(Limits.allocationFactor)"
      )

  /** Restores the whole budget: what was charged is garbage now. */
  def reset(): Unit = left = allowed

private[inspect] object Budget:
  /** How much more memory an inspection may take than decoding, as a factor. */
  private inline val Factor = 16

  /** How often the whole memory may be used and become garbage. */
  private inline val Rounds = 8

  /** Costs in bytes of memory: a value, a part of one, an entry with its texts. */
  final val Value = 48

  /** A value that takes no byte: nothing else bounds how many a schema makes. */
  final val Empty = 500
  final val Part  = 32
  final val Entry = 160
