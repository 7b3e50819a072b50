package brine.entity.internal

import brine.actor.internal.support.Described
import brine.codec.inspect.internal.Escaped

/** What exceptions of users say, as part of one line of a message. */
private[entity] object FailureText:
  // As much as somebody reads; the exception itself is the cause of what is thrown.
  private inline val Longest = 2_000

  /** What an exception says of itself, or its class if it cannot. */
  def of(failure: Throwable): String = inLine(Described.failure(failure))

  /** The message of an exception, or its class if it has none. */
  def message(failure: Throwable): String =
    val text =
      try failure.getMessage
      catch case _: Throwable => null
    if text == null then of(failure) else inLine(text)

  private def inLine(text: String): String = Escaped.clipped(text, Longest)
