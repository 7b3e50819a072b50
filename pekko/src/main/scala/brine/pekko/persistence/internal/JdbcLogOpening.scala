package brine.pekko.persistence.internal

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.EventLog
import com.typesafe.config.Config
import java.io.PrintWriter
import java.sql.{Connection, DriverManager, SQLFeatureNotSupportedException}
import java.util.Properties
import java.util.logging.Logger
import javax.sql.DataSource

/** Opens a log in a database. In a file of its own, because its module may be missing. */
private[internal] object JdbcLogOpening:
  def open(section: Config, creates: Boolean): EventLog =
    val properties = Properties()
    for name <- Vector("user", "password") if section.hasPath(name) && section.getString(name).nonEmpty do
      properties.setProperty(name, section.getString(name)): Unit
    JdbcEventLog.open(Connections(section.getString("url"), properties), settings(section).withCreateTables(creates))

  // A section that a program adds need not have all settings.
  private def settings(section: Config): JdbcSettings =
    var settings = JdbcSettings.defaults
    if section.hasPath("prefix") then settings = settings.withPrefix(section.getString("prefix"))
    if section.hasPath("poll-every") then settings = settings.withPollEvery(section.getDuration("poll-every"))
    if section.hasPath("require-durable") then
      settings = settings.withRequireDurable(section.getBoolean("require-durable"))
    settings

  /** Connections of the driver, without a pool: the log keeps those that it uses. */
  private final class Connections(url: String, properties: Properties) extends DataSource:
    def getConnection(): Connection                               = DriverManager.getConnection(url, properties)
    def getConnection(user: String, password: String): Connection = DriverManager.getConnection(url, user, password)
    def getLogWriter(): PrintWriter                               = null
    def setLogWriter(out: PrintWriter): Unit                      = ()
    def setLoginTimeout(seconds: Int): Unit                       = ()
    def getLoginTimeout(): Int                                    = 0
    def getParentLogger(): Logger                                 = throw SQLFeatureNotSupportedException()
    def unwrap[A](as: Class[A]): A = throw java.sql.SQLException("these connections wrap none of another class")
    def isWrapperFor(as: Class[?]): Boolean = false
