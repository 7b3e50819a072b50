package brine.jdbc.internal.sql

import java.lang.reflect.{InvocationTargetException, Method}
import java.sql.{Connection, SQLException}
import java.util.UUID

/** Signals by `listen` and `notify`, on a channel of each log.
  *
  * A listener also holds an advisory lock, shared with other listeners. A writer that cannot get it for itself alone
  * knows that somebody listens. The server ends both with the connection.
  */
private[jdbc] final class PostgresqlSignals(log: UUID) extends Signals:
  import PostgresqlSignals.*

  // Not by the names of tables: schemas of one database may have equal ones.
  private val channel = s"brine_${log.toString.filter(_ != '-')}"
  private val lock    = log.getMostSignificantBits ^ log.getLeastSignificantBits ^ Salt
  private val sending = s"select pg_notify('$channel', '') where not pg_try_advisory_xact_lock($lock)"

  def listen(session: Session): Option[Signals.Listener] =
    driver(session.connection).filter(isDirect(session, _)).map { own =>
      def unlisten() = session.execute(channel, s"unlisten $channel")
      session.execute(channel, s"listen $channel")
      try session.execute(channel, s"select pg_advisory_lock_shared($lock)")
      catch
        case failed: Throwable =>
          Session.quietly(unlisten())
          throw failed
      new Signals.Listener:
        def await(millis: Int): Boolean = own.notified(math.max(millis, 1)) // zero waits for ever

        def end(): Unit =
          session.execute(channel, s"select pg_advisory_unlock_shared($lock)")
          unlisten()
    }

  // A pool between the driver and the server, such as pgbouncer, makes up a number of the process. Each transaction may
  // get another process then, and what was listened for stays behind in the first.
  private def isDirect(session: Session, own: Driver): Boolean =
    session.first(channel, "select pg_backend_pid()")(_ => ())(_.getInt(1)).contains(own.backend)

  def send(session: Session): Boolean = session.first(channel, sending)(_ => ())(_ => ()).isDefined

private[jdbc] object PostgresqlSignals:
  private final val Salt      = 0x6272696e656c6f67L
  private final val Interface = "org.postgresql.PGConnection"

  /** What PostgreSQL's driver has beyond JDBC. By reflection: this module is compiled without it. */
  private final class Driver(connection: AnyRef, interface: Class[?]):
    private val waiting = interface.getMethod("getNotifications", classOf[Int])

    def backend: Int = call(interface.getMethod("getBackendPID")).asInstanceOf[Int]

    def notified(millis: Int): Boolean = call(waiting, millis) match
      case null           => false
      case some: Array[?] => some.nonEmpty
      case other          => throw SQLException(s"the driver gives ${other.getClass} for notifications")

    private def call(method: Method, arguments: Any*): Any =
      try method.invoke(connection, arguments.map(_.asInstanceOf[AnyRef])*)
      catch case failed: InvocationTargetException => throw failed.getCause

  private def driver(connection: Connection): Option[Driver] =
    val all = connection #:: unwrapped(connection, classOf[Connection]).to(LazyList) #:::
      loaders(connection).flatMap(interface(_)).flatMap(unwrapped(connection, _)).to(LazyList)
    all.flatMap(one => interfaceOf(one).map(Driver(one, _))).headOption

  // Pools hand out connections that wrap those of the driver. Some give away that one, some an interface of it alone.
  private def unwrapped(connection: Connection, as: Class[?]): Option[AnyRef] =
    try Option(connection.unwrap(as).asInstanceOf[AnyRef])
    catch case _: (SQLException | RuntimeException | AbstractMethodError) => None

  private def interfaceOf(connection: AnyRef): Option[Class[?]] =
    def above(one: Class[?]): Iterator[Class[?]] = Iterator.single(one) ++
      (Option(one.getSuperclass).iterator ++ one.getInterfaces.iterator).flatMap(above)
    above(connection.getClass).find(_.getName == Interface)

  private def loaders(connection: Connection): Vector[ClassLoader] =
    Vector(connection.getClass.getClassLoader, Thread.currentThread.getContextClassLoader, getClass.getClassLoader)
      .filter(_ != null)
      .distinct

  private def interface(loader: ClassLoader): Option[Class[?]] =
    try Some(Class.forName(Interface, false, loader))
    catch case _: (ClassNotFoundException | LinkageError) => None
