package brine.pekko.rig

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.net.{InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8

/** A connection to a [[NodeServer]]. For one thread. */
final class NodeConnection(address: InetSocketAddress, patienceMillis: Int) extends AutoCloseable:
  private val socket = Socket()
  private val lines  =
    try
      socket.setTcpNoDelay(true)
      socket.setSoTimeout(patienceMillis)
      socket.connect(address, NodeConnection.ConnectMillis)
      BufferedReader(InputStreamReader(socket.getInputStream, UTF_8))
    catch
      case failed: Throwable =>
        socket.close()
        throw failed

  /** What the node answers.
    *
    * @throws IOException
    *   if it does not in time
    */
  def ask(line: String): List[String] =
    socket.getOutputStream.write(s"$line\n".getBytes(UTF_8))
    val answer = lines.readLine()
    if answer == null then throw IOException(s"$address has closed the connection")
    answer.split(' ').toList

  def close(): Unit = socket.close()

object NodeConnection:
  /** A node in the same network takes a connection at once, or never. */
  private val ConnectMillis = 500

  def ask(address: InetSocketAddress, line: String, patienceMillis: Int = 20_000): List[String] =
    val connection = NodeConnection(address, patienceMillis)
    try connection.ask(line)
    finally connection.close()
