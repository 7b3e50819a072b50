package brine.jdbc

/** Refuses connections when it should, and closes those that it gave. */
private[jdbc] final class FailingSource(source: UrlSource) extends javax.sql.DataSource:
  private val made                   = java.util.concurrent.ConcurrentLinkedQueue[java.sql.Connection]()
  @volatile private var broken       = false
  def isBroken: Boolean              = broken
  def isBroken_=(now: Boolean): Unit =
    broken = now
    if now then made.forEach(_.close())

  def getConnection(): java.sql.Connection =
    if broken then throw java.sql.SQLException("on purpose", "08001")
    val connection = source.getConnection()
    made.add(connection): Unit
    if broken then
      connection.close()
      throw java.sql.SQLException("on purpose", "08001")
    connection
  def getConnection(user: String, password: String): java.sql.Connection = getConnection()
  def getLogWriter(): java.io.PrintWriter                                = null
  def setLogWriter(out: java.io.PrintWriter): Unit                       = ()
  def setLoginTimeout(seconds: Int): Unit                                = ()
  def getLoginTimeout(): Int                                             = 0
  def getParentLogger(): java.util.logging.Logger = throw java.sql.SQLFeatureNotSupportedException()
  def unwrap[A](as: Class[A]): A                  = throw java.sql.SQLException("no wrapper")
  def isWrapperFor(as: Class[?]): Boolean         = false
