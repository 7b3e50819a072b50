package brine.entity.projection.search

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Proxy}
import java.sql.{Connection, PreparedStatement, SQLException, Statement}

/** A connection to a database that fails at random: before or after a statement or a commit, once or for good. */
private[search] object FaultyConnection:
  /** @param strikes
    *   whether the next call of the database fails
    * @param isAfter
    *   whether it fails after it has done its work
    */
  def of(connection: Connection, strikes: () => Boolean, isAfter: () => Boolean): Connection =
    var isBroken                                      = false
    def around(what: String, call: => AnyRef): AnyRef =
      def fail(): Nothing =
        isBroken = true
        // The server ends the transaction when its client is gone.
        try connection.close()
        catch case _: SQLException => ()
        throw SQLException(s"$what: the test broke the connection", "08006")
      if isBroken then throw SQLException(s"$what: the connection is broken", "08003")
      if !strikes() then call
      else
        if isAfter() then call: Unit
        fail()
    wrapped(classOf[Connection], connection): (name, call) =>
      name match
        case "commit" | "rollback" | "setAutoCommit" => around(name, call)
        case "isValid"                               => java.lang.Boolean.valueOf(!isBroken)
        case "prepareStatement"                      =>
          wrapped(classOf[PreparedStatement], around(name, call).asInstanceOf[PreparedStatement])(statement(around))
        case "createStatement" =>
          wrapped(classOf[Statement], around(name, call).asInstanceOf[Statement])(statement(around))
        case _ => call

  private def statement(around: (String, => AnyRef) => AnyRef)(name: String, call: => AnyRef): AnyRef =
    if name.startsWith("execute") then around(name, call) else call

  private def wrapped[A](as: Class[A], to: A)(intercept: (String, => AnyRef) => AnyRef): A =
    val handler: InvocationHandler = (_, method, arguments) =>
      def call =
        try method.invoke(to, (if arguments == null then Array.empty[AnyRef] else arguments)*)
        catch case failed: InvocationTargetException => throw failed.getCause
      intercept(method.getName, call)
    as.cast(Proxy.newProxyInstance(as.getClassLoader, Array(as), handler))
