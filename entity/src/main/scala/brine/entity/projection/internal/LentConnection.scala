package brine.entity.projection.internal

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}
import java.sql.{Connection, SQLException}

/** A connection as the function of a projection gets it: in a transaction that the projection ends. */
private[internal] object LentConnection:
  private val refused = Set("commit", "setAutoCommit", "close", "abort", "beginRequest", "endRequest", "setReadOnly")

  /** The connection, without the methods that would end the transaction. */
  def of(connection: Connection, projection: String): Connection =
    val handler: InvocationHandler = (_, method, arguments) => call(connection, projection, method, arguments)
    Proxy
      .newProxyInstance(classOf[Connection].getClassLoader, Array(classOf[Connection]), handler)
      .asInstanceOf[Connection]

  private def call(to: Connection, projection: String, method: Method, arguments: Array[AnyRef] | Null): AnyRef =
    // To a savepoint it may return.
    val endsTransaction = method.getName == "rollback" && arguments == null || refused(method.getName)
    if endsTransaction then
      throw SQLException(
        s"the function of $projection must not call ${method.getName}: the projection ends the transaction"
      )
    try if arguments == null then method.invoke(to) else method.invoke(to, arguments*)
    catch case failed: InvocationTargetException => throw failed.getCause
