package brine.journal

import java.time.Duration

/** Selects which of the oldest segments retention deletes: those that any of the rules selects. By default no rule
  * selects any.
  *
  * {{{
  * RetentionRules(age = Duration.ofDays(30), keepAfter = snapshot)                    // Scala
  * RetentionRules.defaults().withAge(Duration.ofDays(30)).withKeepAfter(snapshot) // Java
  * }}}
  *
  * @param upTo
  *   deletes segments whose records are all up to this offset; with [[Offset.Begin]], the default, none
  * @param age
  *   deletes segments whose records are all older than this; not negative. With [[RetentionRules.Unlimited]], the
  *   default, none
  * @param bytes
  *   deletes the oldest segments until the rest fit in this number of bytes; not negative. With `Long.MaxValue`, the
  *   default, none
  * @param keepAfter
  *   protects every record after this offset, whatever the rules say: pass the offset of the oldest snapshot that is
  *   needed, or of the slowest reader. With `Offset(Long.MaxValue)`, the default, no record is protected
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the rule and the value
  */
final case class RetentionRules(
    upTo: Offset = Offset.Begin,
    age: Duration = RetentionRules.Unlimited,
    bytes: Long = Long.MaxValue,
    keepAfter: Offset = Offset(Long.MaxValue)
):
  // Java sees offsets as plain numbers.
  require(upTo.sequence >= 0, s"upTo is ${upTo.sequence}: an offset must not be negative; 0 selects no segment")
  require(!age.isNegative, s"age is $age: it must not be negative; RetentionRules.Unlimited selects no segment")
  require(bytes >= 0, s"bytes is $bytes: it must not be negative; Long.MaxValue selects no segment")
  require(keepAfter.sequence >= 0, s"keepAfter is ${keepAfter.sequence}: an offset must not be negative")

  /** Returns the rules with this [[upTo]]. */
  def withUpTo(upTo: Offset): RetentionRules = copy(upTo = upTo)

  /** Returns the rules with this [[age]]. */
  def withAge(age: Duration): RetentionRules = copy(age = age)

  /** Returns the rules with this number of [[bytes]]. */
  def withBytes(bytes: Long): RetentionRules = copy(bytes = bytes)

  /** Returns the rules with this [[keepAfter]]. */
  def withKeepAfter(keepAfter: Offset): RetentionRules = copy(keepAfter = keepAfter)

object RetentionRules:
  /** An [[RetentionRules.age]] that selects no segment: the longest time there is. */
  val Unlimited: Duration = Duration.ofSeconds(Long.MaxValue)

  /** Rules that select no segment. */
  val defaults: RetentionRules = RetentionRules()
