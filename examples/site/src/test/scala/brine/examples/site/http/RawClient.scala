package brine.examples.site.http

import java.io.ByteArrayOutputStream
import java.net.{InetSocketAddress, Socket, SocketException}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** A client that sends bytes as they are: what the JDK's client would not send. */
final class RawClient(port: Int) extends AutoCloseable:
  val socket: Socket = Socket()
  // A service that accepts no more is a failure, and not a test that waits forever.
  socket.connect(InetSocketAddress("127.0.0.1", port), 20_000)
  socket.setSoTimeout(30_000)

  /** The headers of a request that is answered. */
  def head(line: String, more: String*): String =
    (Seq(s"$line HTTP/1.1", s"Host: 127.0.0.1:$port", s"Authorization: Bearer ${Client.Token}") ++ more)
      .mkString("", "\r\n", "\r\n\r\n")

  def send(text: String): Unit =
    socket.getOutputStream.write(text.getBytes(ISO_8859_1))
    socket.getOutputStream.flush()

  /** Sends as much as is taken. */
  def trySend(text: String): Unit =
    try send(text)
    catch case _: SocketException => ()

  /** All that comes until the service closes the connection. */
  def readToEnd(): String =
    val bytes = ByteArrayOutputStream()
    try
      val buffer = new Array[Byte](8192)
      Iterator.continually(socket.getInputStream.read(buffer)).takeWhile(_ >= 0).foreach(bytes.write(buffer, 0, _))
    catch case _: SocketException => () // reset
    bytes.toString(ISO_8859_1)

  /** The status line of the next answer; empty if the connection is closed. */
  def readStatus(): String =
    val line = StringBuilder()
    try
      var next = socket.getInputStream.read()
      while next >= 0 && next != '\n' do
        line += next.toChar
        next = socket.getInputStream.read()
    catch case _: SocketException => ()
    line.toString.trim

  def close(): Unit = socket.close()

object RawClient:
  /** The statuses of answers. */
  def statuses(answers: String): List[Int] =
    "HTTP/1\\.1 (\\d{3})".r.findAllMatchIn(answers).map(_.group(1).toInt).toList
