package brine.codec.exports

/** Why a schema cannot be expressed in another schema language, and where.
  *
  * An exception without a stack trace; throw it if you do not want to handle an `Either`.
  *
  * @param path
  *   part of the schema, such as `Order.items.element`; empty for the root
  * @param reason
  *   what cannot be expressed there, and what to do
  */
final class Inexpressible private[codec] (val path: String, val reason: String)
    extends Exception(if path.isEmpty then reason else s"$path: $reason", null, false, false)
