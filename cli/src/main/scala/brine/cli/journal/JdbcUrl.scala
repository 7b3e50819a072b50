package brine.cli.journal

import brine.commandline.Nearest
import brine.jdbc.internal.opening.LogName
import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{InvalidPathException, Path}
import java.util.Locale
import java.util.regex.Pattern
import scala.util.Try

/** The URL of a database, with a user and a password for it.
  *
  * @param side
  *   what the command calls the place, such as TO, if it has several
  */
private[journal] final class JdbcUrl(
    val text: String,
    val user: Option[String],
    val password: Option[String],
    side: String = ""
):
  /** What follows `jdbc:`: the kind of the database. */
  val kind: String = text.stripPrefix("jdbc:").takeWhile(_ != ':').toLowerCase(Locale.ROOT)

  /** The URL without user, password and parameters. */
  def shown: String = LogName.url(text)

  /** How messages of a failure name the database: the side of the command, if it has two, and what is [[shown]]. */
  def named: String = if side.isEmpty then shown else s"$side, $shown"

  /** Why no driver is asked to open the URL: its driver would ignore a mistake, or make another name of it. */
  def problem: Option[String] = if kind == JdbcUrl.Sqlite then unknownParameter else wrongPort

  // The driver takes what it does not know for the end of the file's name.
  private def unknownParameter: Option[String] =
    val name = text.drop("jdbc:sqlite:".length)
    val own  = if name.startsWith("file:") then JdbcUrl.ofSqliteFiles else Set.empty[String]
    if name.takeWhile(_ != '?').matches("(?s).*;\\s*\\w+=.*") then
      Some(s"$shown is followed by ; and a parameter: parameters of SQLite begin with ?")
    else
      name
        .dropWhile(_ != '?')
        .drop(1)
        .split('&')
        .iterator
        .map(_.takeWhile(_ != '=').trim)
        .filter(_.nonEmpty)
        .find(one => !JdbcUrl.ofSqlite.contains(one.toLowerCase(Locale.ROOT)) && !own(one))
        .map: one =>
          s"$shown: the driver of SQLite knows no parameter '$one', and would take it for a part of the file's name. " +
            JdbcUrl.known(one)

  private def wrongPort: Option[String] =
    shown match
      case JdbcUrl.Port(port) if !port.toIntOption.exists(one => one > 0 && one < 65536) =>
        Some(s"$shown: $port is no port, which is a number from 1 to 65535")
      case _ => None

  private def parameters: Vector[(String, String)] =
    text
      .dropWhile(one => one != '?' && one != ';')
      .split("[?&;]")
      .toVector
      .filter(_.contains('='))
      .map(one => (one.takeWhile(_ != '='), one.dropWhile(_ != '=').drop(1)))

  /** Whether the URL has a parameter. */
  def has(name: String): Boolean = parameters.exists(_._1.equalsIgnoreCase(name))

  private def secrets: Vector[String] =
    // Before the host: those of PostgreSQL and MariaDB know none there, and say it all as the name of the host.
    val before = text.takeWhile(_ != '?') match
      case JdbcUrl.BeforeHost(all) => Vector(all, all.dropWhile(_ != ':').drop(1))
      case _                       => Vector.empty
    val values = password.toVector ++ parameters.filter(one => JdbcUrl.isSecret(one._1)).map(_._2) ++ before
    values
      .flatMap(value => Vector(value, Try(URLDecoder.decode(value, UTF_8)).getOrElse(value)))
      .distinct
      .filter(_.nonEmpty)
      .sortBy(-_.length)

  /** What a driver says, without what the URL and its password say in secret: drivers may repeat both. A secret of a
    * few characters counts only between others than letters and digits: it may be part of any word.
    */
  def masked(text: String): String =
    secrets.foldLeft(text.replace(this.text, shown)): (masked, secret) =>
      val form  = Pattern.quote(secret)
      val whole =
        if secret.length >= JdbcUrl.Long then form else s"(?<![\\p{L}\\p{N}])$form(?![\\p{L}\\p{N}])"
      masked.replaceAll(whole, "***")

  /** The file of SQLite; None for other databases, and for databases in memory. */
  def file: Option[Path] =
    if kind != JdbcUrl.Sqlite then None
    else
      val name = text.drop("jdbc:sqlite:".length).takeWhile(_ != '?').stripPrefix("file:")
      if name.isEmpty || name.startsWith(":") then None
      else
        try Some(Path.of(name))
        catch case _: InvalidPathException => None

private[journal] object JdbcUrl:
  // Shorter secrets may be parts of words.
  private final val Long = 6

  private val BeforeHost = "(?s)jdbc:[a-zA-Z]+://(.*)@.*".r

  private val Port = "jdbc:[a-z]+://[^/,]*:(\\d+)(?:[/,].*)?".r

  /** The parameters that the driver of SQLite knows, if it is there. */
  private lazy val ofSqlite: Set[String] =
    try org.sqlite.JDBC().getPropertyInfo("jdbc:sqlite:", java.util.Properties()).map(_.name).toSet
    catch case _: LinkageError => Set.empty

  private def known(mistyped: String): String =
    Nearest.to(mistyped.toLowerCase(Locale.ROOT), ofSqlite.toList.sorted) match
      case Nil  => "It knows journal_mode, synchronous, busy_timeout and other pragmas"
      case near => s"Did you mean ${near.mkString(" or ")}?"

  /** Those of names that begin with `file:`, which SQLite itself reads. */
  private val ofSqliteFiles = Set("vfs", "mode", "cache", "psow", "nolock", "immutable")

  /** The kind of SQLite. */
  val Sqlite = "sqlite"

  private def isSecret(parameter: String): Boolean =
    val name = parameter.toLowerCase(Locale.ROOT)
    Vector("pass", "pwd", "secret", "token", "key", "credential").exists(name.contains)
