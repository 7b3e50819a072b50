package brine.pekko.persistence.internal

import brine.journal.{EventLog, Journal, JournalException}
import com.typesafe.config.Config
import java.nio.file.Path

/** Opens the log that a configuration names. */
private[persistence] object LogOpening:
  /** Opens the log of a section.
    *
    * @param path
    *   path of the section, for messages
    * @param creates
    *   whether it is created if it is missing
    * @throws IllegalArgumentException
    *   if it names no log, or two
    * @throws Exception
    *   if it cannot be opened
    */
  def open(path: String, config: Config, creates: Boolean): EventLog =
    val section = if config.hasPath(path) then config.getConfig(path) else throw missing(path)
    val folder  = text(section, "folder")
    val url     = text(section, "jdbc.url")
    (folder, url) match
      case (Some(folder), None) =>
        if creates then Journal.open(Path.of(folder))
        else Journal.tryOpenExisting(Path.of(folder)).fold(error => throw JournalException(error), identity)
      case (None, Some(_))    => jdbc(path, section.getConfig("jdbc"), creates)
      case (None, None)       => throw missing(path)
      case (Some(_), Some(_)) =>
        throw IllegalArgumentException(
          s"$path.folder and $path.jdbc.url are both set: a log is in one place, so unset one"
        )

  private def missing(path: String) = IllegalArgumentException(
    s"there is no log for Pekko's persistence: pass BrinePersistence.setup(log) to the ActorSystem, or set $path.folder " +
      s"or $path.jdbc.url in the configuration"
  )

  private def text(section: Config, name: String): Option[String] =
    Option.when(section.hasPath(name))(section.getString(name)).filter(_.nonEmpty)

  private def jdbc(path: String, section: Config, creates: Boolean): EventLog =
    try JdbcLogOpening.open(section, creates)
    catch
      case missing: NoClassDefFoundError =>
        throw IllegalStateException(
          s"$path.jdbc.url needs the module brine-store-jdbc, which is not on the class path: add it, and the driver of " +
            "your database",
          missing
        )
