package brine.cli.journal

import brine.jdbc.internal.opening.LogName
import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{InvalidPathException, Path}
import java.util.Locale
import scala.util.Try

/** The URL of a database, with a user and a password for it. */
private[journal] final class JdbcUrl(val text: String, val user: Option[String], val password: Option[String]):
  /** What follows `jdbc:`: the kind of the database. */
  val kind: String = text.stripPrefix("jdbc:").takeWhile(_ != ':').toLowerCase(Locale.ROOT)

  /** The URL without user, password and parameters. */
  def shown: String = LogName.url(text)

  private def parameters: Vector[(String, String)] =
    text
      .dropWhile(one => one != '?' && one != ';')
      .split("[?&;]")
      .toVector
      .filter(_.contains('='))
      .map(one => (one.takeWhile(_ != '='), one.dropWhile(_ != '=').drop(1)))

  /** Whether the URL has a parameter. */
  def has(name: String): Boolean = parameters.exists(_._1.equalsIgnoreCase(name))

  /** A text without what the URL and its password say in secret: drivers may repeat both. */
  def masked(text: String): String =
    val values = password.toVector ++ parameters.filter(one => JdbcUrl.isSecret(one._1)).map(_._2)
    val forms  = values.flatMap(value => Vector(value, Try(URLDecoder.decode(value, UTF_8)).getOrElse(value)))
    val known  = (this.text, shown) +: forms.distinct.filter(_.nonEmpty).sortBy(-_.length).map(_ -> "***")
    known.foldLeft(text)((masked, one) => masked.replace(one._1, one._2))

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
  /** The kind of SQLite. */
  val Sqlite = "sqlite"

  private def isSecret(parameter: String): Boolean =
    val name = parameter.toLowerCase(Locale.ROOT)
    Vector("pass", "pwd", "secret", "token", "key", "credential").exists(name.contains)
