package brine.jdbc

import java.sql.SQLException

/** What a database refused, in words: which table it was about, the reason and the next step. Errors of a log have it
  * as their cause.
  *
  * @param message
  *   table, reason and next step
  * @param cause
  *   what the driver threw
  */
final class JdbcFailure(message: String, cause: SQLException) extends Exception(message, cause)
