package brine.lab.sql

import java.io.PrintWriter
import java.sql.{Connection, SQLException, SQLFeatureNotSupportedException}
import java.util.logging.Logger
import javax.sql.DataSource

import brine.lab.peer.LogStore.Level

/** New connections of a database, whose commits are durable. */
private[sql] final class DatabaseSource(database: Database) extends DataSource:
  def getConnection(): Connection                               = database.connect(Level.DISK)
  def getConnection(user: String, password: String): Connection = getConnection()
  def getLogWriter(): PrintWriter                               = null
  def setLogWriter(out: PrintWriter): Unit                      = ()
  def setLoginTimeout(seconds: Int): Unit                       = ()
  def getLoginTimeout(): Int                                    = 0
  def getParentLogger(): Logger                                 = throw SQLFeatureNotSupportedException()
  def unwrap[A](as: Class[A]): A                                = throw SQLException("it wraps nothing")
  def isWrapperFor(as: Class[?]): Boolean                       = false
