package brine.jdbc

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}
import java.sql.{Connection, PreparedStatement, SQLException}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{ConcurrentLinkedDeque, ConcurrentLinkedQueue}
import scala.jdk.CollectionConverters.*

/** Hands out the same connections again and again, as they were given back: some pools undo and reset nothing.
  *
  * @param prepare
  *   what the program has set of each
  */
private[jdbc] final class KeptConnections(url: String, prepare: Connection => Unit = _ => ()) extends AutoCloseable:
  private val made    = ConcurrentLinkedQueue[Connection]()
  private val idle    = ConcurrentLinkedDeque[Connection]()
  private val lending = AtomicInteger()

  /** Called before a statement with parameters runs, with its SQL and that of others since its connection was given. */
  @volatile var atStatement: (String, Set[String]) => Unit = (_, _) => ()

  /** Number of connections that are not given back. */
  def lent: Int = lending.get

  /** All connections. */
  def all: Vector[Connection] = made.asScala.toVector

  val source: UrlSource = UrlSource(
    url,
    fresh =>
      val known = idle.pollFirst()
      lending.incrementAndGet(): Unit
      if known != null then
        fresh.close()
        lend(known)
      else
        made.add(fresh): Unit
        prepare(fresh)
        lend(fresh)
  )

  private def lend(real: Connection): Connection =
    val isBack = AtomicBoolean()
    var before = Set.empty[String]
    proxied(classOf[Connection]): (method, arguments) =>
      method.getName match
        case "close" =>
          if isBack.compareAndSet(false, true) then
            idle.addFirst(real)
            lending.decrementAndGet(): Unit
          null
        case "isClosed"         => Boolean.box(isBack.get || real.isClosed)
        case _ if isBack.get    => throw SQLException("the connection was given back", "08003")
        case "prepareStatement" =>
          val sql       = arguments.head.asInstanceOf[String]
          val statement = invoke(real, method, arguments)
          proxied(classOf[PreparedStatement]): (method, arguments) =>
            if method.getName.startsWith("execute") then
              atStatement(sql, before)
              before += sql
            invoke(statement, method, arguments)
        case _ => invoke(real, method, arguments)

  private def proxied[A](as: Class[A])(handle: (Method, Array[AnyRef]) => AnyRef): A =
    val handler: InvocationHandler = (_, method, arguments) => handle(method, arguments)
    as.cast(Proxy.newProxyInstance(as.getClassLoader, Array(as), handler))

  private def invoke(real: AnyRef, method: Method, arguments: Array[AnyRef]): AnyRef =
    try if arguments == null then method.invoke(real) else method.invoke(real, arguments*)
    catch case failed: InvocationTargetException => throw failed.getCause

  def close(): Unit = all.foreach(_.close())
