package brine.codec.exports

/** Why a schema has no form in another schema language, and where.
  *
  * An exception without a stack trace, so that it can be thrown by those who do not want to look at an `Either`.
  *
  * @param path
  *   which part of the schema, for example `Order.items.element`; empty for the root
  * @param reason
  *   what cannot be said there, and what to do
  */
final class Inexpressible private[codec] (val path: String, val reason: String)
    extends Exception(if path.isEmpty then reason else s"$path: $reason", null, false, false)
