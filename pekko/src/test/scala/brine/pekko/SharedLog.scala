package brine.pekko

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import java.nio.file.Path
import org.sqlite.SQLiteDataSource

/** A log in a file, which each node opens for itself. */
object SharedLog:
  def open(folder: Path): JdbcEventLog =
    val source = SQLiteDataSource()
    source.setUrl(s"jdbc:sqlite:${folder.resolve("log.db")}?journal_mode=WAL&busy_timeout=20000&synchronous=OFF")
    JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
