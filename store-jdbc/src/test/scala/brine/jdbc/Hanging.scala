package brine.jdbc

import java.sql.Connection
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

/** A DataSource that gives no connection while a test wants so. Thread-safe.
  *
  * @param endsByInterrupt
  *   whether an interrupt ends its wait
  */
final class Hanging(url: String, endsByInterrupt: Boolean):
  @volatile private var gate = CountDownLatch(0)
  private val begun          = AtomicInteger()
  private val opened         = AtomicInteger()
  private val closed         = AtomicInteger()

  /** From now on it hangs. */
  def hang(): Unit = gate = CountDownLatch(1)

  /** Lets all go on. */
  def go(): Unit = gate.countDown()

  /** How often somebody has asked for a connection. */
  def asked: Int = begun.get

  /** Number of connections that are open. */
  def open: Int = opened.get - closed.get

  val source: UrlSource = UrlSource(
    url,
    real =>
      begun.incrementAndGet(): Unit
      try await()
      catch
        case ended: InterruptedException =>
          real.close()
          throw java.sql.SQLException(ended)
      opened.incrementAndGet(): Unit
      counted(real)
  )

  private def await(): Unit =
    var isThrough      = false
    var wasInterrupted = false
    while !isThrough do
      try
        gate.await()
        isThrough = true
      catch
        case ended: InterruptedException =>
          if endsByInterrupt then throw ended
          wasInterrupted = true
    if wasInterrupted then Thread.currentThread.interrupt()

  private def counted(real: Connection): Connection =
    val isClosed = java.util.concurrent.atomic.AtomicBoolean()
    java.lang.reflect.Proxy
      .newProxyInstance(
        getClass.getClassLoader,
        Array(classOf[Connection]),
        (_, method, arguments) =>
          if method.getName == "close" && isClosed.compareAndSet(false, true) then closed.incrementAndGet(): Unit
          try if arguments == null then method.invoke(real) else method.invoke(real, arguments*)
          catch case failed: java.lang.reflect.InvocationTargetException => throw failed.getCause
      )
      .asInstanceOf[Connection]
