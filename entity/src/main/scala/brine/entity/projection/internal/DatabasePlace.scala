package brine.entity.projection.internal

import java.sql.Connection
import scala.util.control.NonFatal

/** Where a database is, in words for messages. They have no password: addresses of drivers may contain one. */
private[projection] object DatabasePlace:
  private inline val Unknown = "a database"
  private inline val Longest = 200

  private val scheme = "^jdbc:[A-Za-z0-9+.-]{1,40}:".r

  def of(connection: Connection): String =
    try Option(connection.getMetaData.getURL).fold(Unknown)(ofAddress)
    catch case NonFatal(_) => Unknown

  /** An address without its parameters. Only the kind of database, if a user and a password may be in it. */
  def ofAddress(address: String): String =
    if address.contains('@') then scheme.findFirstIn(address).getOrElse(Unknown)
    else
      val place = address.takeWhile(!Separators.contains(_)).take(Longest)
      place.map(one => if one.isControl then '?' else one)

  // What comes after one of these is a parameter, with some drivers.
  private inline val Separators = "?;(&=,"
