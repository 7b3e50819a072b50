package brine.jdbc

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}
import java.sql.{Connection, PreparedStatement, SQLException}
import java.util.concurrent.atomic.AtomicInteger

/** Connections that do what a test wants: fail, or wait, before or after what they are asked for.
  * Thread-safe.
  */
final class Faults(url: String):
  /** Called with each commit and what runs it, also with a statement that changes the head and commits by itself. */
  @volatile var atCommit: (() => Unit) => Unit = _()

  /** Called before each statement with parameters, with its SQL and the bytes that were set. */
  @volatile var atStatement: (String, Vector[Array[Byte]]) => Unit = (_, _) => ()

  /** Called with each value of bytes before it is set as a parameter. */
  @volatile var atValue: Array[Byte] => Unit = _ => ()

  /** Called before each statement with parameters while its connection holds no lock. */
  @volatile var whileFree: () => Unit = () => ()

  /** Called after each statement with parameters. */
  @volatile var afterStatement: () => Unit = () => ()

  /** Called before each connection is opened. */
  @volatile var atConnect: () => Unit = () => ()

  private val opened = AtomicInteger()
  private val closed = AtomicInteger()

  /** Number of connections that are open. */
  def open: Int = opened.get - closed.get

  /** Number of connections that were opened. */
  def count: Int = opened.get

  val source: UrlSource = UrlSource(
    url,
    real =>
      try
        atConnect()
        opened.incrementAndGet(): Unit
        connection(real)
      catch
        case failed: Throwable =>
          real.close()
          throw failed
  )

  private def connection(real: Connection): Connection =
    val isClosed = java.util.concurrent.atomic.AtomicBoolean()
    val isBegun  = java.util.concurrent.atomic.AtomicBoolean()
    proxied(classOf[Connection]): (method, arguments) =>
      method.getName match
        case "commit" =>
          atCommit(() => real.commit())
          isBegun.set(false)
          null
        case "rollback" | "setAutoCommit" =>
          isBegun.set(false)
          invoke(real, method, arguments)
        case "prepareStatement" =>
          val sql = arguments.head.asInstanceOf[String]
          statement(invoke(real, method, arguments).asInstanceOf[PreparedStatement], sql, isBegun)
        case "close" =>
          if isClosed.compareAndSet(false, true) then closed.incrementAndGet(): Unit
          invoke(real, method, arguments)
        case _ => invoke(real, method, arguments)

  private def statement(
      real: PreparedStatement,
      sql: String,
      isBegun: java.util.concurrent.atomic.AtomicBoolean
  ): PreparedStatement =
    var bytes = Vector.empty[Array[Byte]]
    proxied(classOf[PreparedStatement]): (method, arguments) =>
      method.getName match
        case "setBytes" =>
          val value = arguments(1).asInstanceOf[Array[Byte]]
          atValue(value)
          bytes :+= value
          invoke(real, method, arguments)
        case "setArray" =>
          arguments(1).asInstanceOf[java.sql.Array].getArray match
            case all: Array[Array[Byte]] =>
              val values = all.filter(_ != null)
              values.foreach(atValue(_))
              bytes ++= values
            case _ => ()
          invoke(real, method, arguments)
        case "executeQuery" | "executeUpdate" | "execute" =>
          val all = bytes
          bytes = Vector.empty
          if !isBegun.get then whileFree()
          atStatement(sql, all)
          val commits = real.getConnection.getAutoCommit
          if !commits && Faults.Locks.exists(sql.contains) then isBegun.set(true)
          var result: AnyRef = null
          def run(): Unit    = result = invoke(real, method, arguments)
          if sql.startsWith("with moved") && commits then atCommit(run) else run()
          afterStatement()
          result
        case _ => invoke(real, method, arguments)

  private def proxied[A](as: Class[A])(handle: (Method, Array[AnyRef]) => AnyRef): A =
    val handler: InvocationHandler = (_, method, arguments) => handle(method, arguments)
    as.cast(Proxy.newProxyInstance(as.getClassLoader, Array(as), handler))

  private def invoke(real: AnyRef, method: Method, arguments: Array[AnyRef]): AnyRef =
    try if arguments == null then method.invoke(real) else method.invoke(real, arguments*)
    catch case failed: InvocationTargetException => throw failed.getCause

object Faults:
  private val Locks = Vector("update", "insert", "delete")

  /** The failure of a connection that is lost. */
  def lost: SQLException = SQLException("the connection is lost, on purpose", "08006")

  /** A failure of a transaction that the database has rolled back. */
  def rolledBack: SQLException = SQLException("rolled back, on purpose", "40001", SqliteBusy)

  private final val SqliteBusy = 5
