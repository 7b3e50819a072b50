package brine.examples.site.http

import io.helidon.common.socket.SocketOptions
import java.io.IOException
import java.net.{SocketAddress, SocketOption}
import java.nio.channels.SocketChannel
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.CountDownLatch
import java.util.{Map as JavaMap, Optional}
import scala.jdk.CollectionConverters.*

/** Bounds the connections of the service, so that those that send nothing, or send it slowly, cannot keep others out.
  *
  * Each connection has a deadline: for the head of its first request, for its body, for the answer, and for the head of
  * the next request. One that exceeds it is closed. If there are too many connections, one is closed that has no
  * request with the token, and of these the one that has done nothing for the longest. The web server limits each read
  * by itself, but not how many of them a head may take. Thread-safe.
  */
private[http] final class Connections(settings: HttpSettings) extends AutoCloseable:
  import Connections.*

  private val open    = ConcurrentHashMap[SocketAddress, Open]()
  private val closed  = CountDownLatch(1)
  private val sweeper = Thread.ofVirtual
    .name("site-connections")
    .start: () =>
      while !closed.await(SweepMillis, MILLISECONDS) do sweep(System.nanoTime)

  /** Number of open connections. */
  def count: Int = open.size

  /** Tells this of each accepted connection. */
  def options: SocketOptions = Observed(SocketOptions.create(), accept)

  private def accept(channel: SocketChannel): Unit =
    val connection = Open(channel, System.nanoTime, settings.headTimeout)
    open.put(channel.getRemoteAddress, connection): Unit
    if open.size > settings.maxConnections then
      sweep(System.nanoTime)
      if open.size > settings.maxConnections then
        open.values.asScala.filterNot(_.isHeld).minByOption(_.since - connection.since).foreach(end)

  /** The head of a request is complete. */
  def begin(peer: SocketAddress): Unit = enter(peer, settings.answerTimeout, isHeld = false)

  /** The request has the token. */
  def hold(peer: SocketAddress): Unit = enter(peer, settings.answerTimeout, isHeld = true)

  /** The body of a request with the token is read from now on. */
  def readBody(peer: SocketAddress): Unit = enter(peer, settings.bodyTimeout, isHeld = true)

  /** A request with the token takes as long as its client wants, as an event stream does. */
  def unbind(peer: SocketAddress): Unit = enter(peer, Forever, isHeld = true)

  /** A request is answered. */
  def finish(peer: SocketAddress): Unit = enter(peer, settings.idleTimeout, isHeld = false)

  private def enter(peer: SocketAddress, within: Duration, isHeld: Boolean): Unit =
    val connection = open.get(peer)
    if connection != null then connection.enter(System.nanoTime, within, isHeld)

  private def sweep(now: Long): Unit =
    open.values.forEach(one => if one.isOver(now) || !one.channel.isOpen then end(one))

  private def end(connection: Open): Unit =
    open.values.remove(connection): Unit
    try connection.channel.close()
    catch case _: IOException => ()

  def close(): Unit =
    closed.countDown()
    sweeper.join()

private object Connections:
  private val SweepMillis = 250L
  private val Forever     = Duration.ofDays(10_000) // as nanoseconds, within a Long

  private final class Open(val channel: SocketChannel, accepted: Long, headTimeout: Duration):
    // Guarded by this.
    private var from   = accepted
    private var within = headTimeout.toNanos
    private var held   = false

    def since: Long     = synchronized(from)
    def isHeld: Boolean = synchronized(held)

    def enter(now: Long, within: Duration, isHeld: Boolean): Unit = synchronized:
      from = now
      this.within = within.toNanos
      held = isHeld

    def isOver(now: Long): Boolean = synchronized(now - from > within)

  /** Options that tell of each connection that they are applied to. */
  private final class Observed(of: SocketOptions, accepted: SocketChannel => Unit) extends SocketOptions:
    def socketOptions: JavaMap[SocketOption[?], Object]        = of.socketOptions
    def connectTimeout: Duration                               = of.connectTimeout
    def readTimeout: Duration                                  = of.readTimeout
    def socketReceiveBufferSize: Optional[Integer]             = of.socketReceiveBufferSize
    def socketSendBufferSize: Optional[Integer]                = of.socketSendBufferSize
    def socketReuseAddress: Boolean                            = of.socketReuseAddress
    def socketKeepAlive: Boolean                               = of.socketKeepAlive
    def tcpNoDelay: Boolean                                    = of.tcpNoDelay
    override def configureSocket(channel: SocketChannel): Unit =
      of.configureSocket(channel)
      accepted(channel)
