package brine.jdbc

import brine.journal.WordedFailure
import java.sql.SQLException

/** What a database refused, in words: which table it was about, the reason and the next step. Errors of a log have it
  * as their cause.
  *
  * @param message
  *   table, reason and next step
  * @param cause
  *   what the driver threw
  */
final class JdbcFailure(message: String, cause: SQLException) extends Exception(message, cause), WordedFailure

private[brine] object JdbcFailure:
  /** What a driver says of a failure and its causes, without a full stop. Some say what is wrong in a cause alone. */
  def reason(failure: SQLException): String =
    val said = Option(failure.getMessage).getOrElse("no reason given").strip.stripSuffix(".")
    Iterator
      .iterate[Throwable | Null](failure.getCause)(cause => if cause == null then null else cause.getCause)
      .takeWhile(_ != null)
      .take(MostCauses)
      .foldLeft(said): (said, cause) =>
        val message = Option(cause.getMessage).fold("")(_.strip.stripSuffix("."))
        if message.nonEmpty && said.contains(message) then said
        else s"$said: ${cause.getClass.getSimpleName}${if message.isEmpty then "" else s": $message"}"

  // Causes may be a circle.
  private final val MostCauses = 5
