package brine.pekko.rig

import brine.entity.EntityException
import java.io.{BufferedReader, InputStreamReader}
import java.net.{InetSocketAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import org.apache.pekko.actor.AddressFromURIString
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.cluster.MemberStatus
import org.apache.pekko.cluster.typed.{Cluster, Down}
import scala.util.Using

/** Answers clients: a line of words for each command, and a line for its outcome, `ok …` or `no …`. */
final class NodeServer(system: ActorSystem[?], tallies: Tallies, address: InetSocketAddress):
  private val cluster = Cluster(system)

  def start(): Unit =
    val socket = ServerSocket()
    socket.setReuseAddress(true)
    socket.bind(address, 200)
    Thread.ofPlatform.daemon.start: () =>
      while true do
        val client = socket.accept()
        Thread.ofVirtual.start(() => Using(client)(serve): Unit): Unit
    : Unit

  private def serve(client: Socket): Unit =
    client.setTcpNoDelay(true)
    val lines = BufferedReader(InputStreamReader(client.getInputStream, UTF_8))
    Iterator
      .continually(lines.readLine())
      .takeWhile(_ != null)
      .foreach: line =>
        client.getOutputStream.write(s"${answer(line.split(' ').toList)}\n".getBytes(UTF_8))

  private def answer(words: List[String]): String =
    try
      words match
        case List("add", entity, client, number, key) =>
          s"ok ${tallies.add(entity, client.toInt, number.toLong, UUID.fromString(key))}"
        case List("mark", entity, client, number, key) =>
          s"ok ${tallies.mark(entity, client.toInt, number.toLong, UUID.fromString(key))}"
        case List("look", entity) =>
          val (count, hash, notes) = tallies.look(entity)
          s"ok $count $hash $notes"
        case List("members") =>
          val state = cluster.state
          s"ok ${state.members.count(_.status == MemberStatus.Up)} ${state.members.size} ${state.unreachable.size}"
        case List("down", peer) =>
          cluster.manager ! Down(AddressFromURIString(s"pekko://rig@$peer"))
          "ok"
        case other => s"no Unknown $other"
    catch
      case failed: EntityException => s"no ${failed.error.productPrefix} ${failed.getMessage.replace('\n', ' ')}"
      case failed: Exception       => s"no Failed $failed"
