package brine.jdbc

import java.io.PrintWriter
import java.sql.{Connection, DriverManager, SQLFeatureNotSupportedException}
import java.util.logging.Logger
import javax.sql.DataSource

/** Opens a connection to a URL each time.
  *
  * @param made
  *   what a connection becomes before it is handed out
  */
final class UrlSource(url: String, made: Connection => Connection = identity) extends DataSource:
  def getConnection(): Connection                               = made(DriverManager.getConnection(url))
  def getConnection(user: String, password: String): Connection = getConnection()
  def getLogWriter(): PrintWriter                               = null
  def setLogWriter(out: PrintWriter): Unit                      = ()
  def setLoginTimeout(seconds: Int): Unit                       = ()
  def getLoginTimeout(): Int                                    = 0
  def getParentLogger(): Logger                                 = throw SQLFeatureNotSupportedException()
  def unwrap[A](as: Class[A]): A                                = throw java.sql.SQLException("no wrapper")
  def isWrapperFor(as: Class[?]): Boolean                       = false
