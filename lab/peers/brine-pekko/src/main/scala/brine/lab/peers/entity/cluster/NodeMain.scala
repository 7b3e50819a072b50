package brine.lab.peers.entity.cluster

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.*
import scala.io.StdIn

import brine.lab.peer.JvmWork

/** A node in a process of its own. Each line of its input is an order, which it answers in a line. When the input ends,
  * so does the process at once, whatever it does.
  */
object NodeMain:
  private[cluster] val Start   = "start"
  private[cluster] val Started = "started"
  private[cluster] val Stop    = "stop"
  private[cluster] val Stopped = "stopped"
  private[cluster] val Work    = "work"

  def main(arguments: Array[String]): Unit =
    val orders = LinkedBlockingQueue[String]()
    Thread.ofPlatform.daemon
      .name("lab-node-orders")
      .start: () =>
        try Iterator.continually(StdIn.readLine()).takeWhile(_ != null).foreach(orders.put)
        finally Runtime.getRuntime.halt(0)
    val program = NodeMain()
    while true do println(program.answered(orders.take().split(' ').toList))

private final class NodeMain:
  import NodeMain.*

  private var node = Option.empty[SiteNode]

  def answered(order: List[String]): String =
    try
      order match
        case Start :: port :: millis :: url :: Nil =>
          val until   = Deadline.now + millis.toLong.millis
          val joining = SiteNode.joining(url, port.toInt)
          node = Some(joining)
          joining.awaitMember(until)
          Started
        case Stop :: _ =>
          val running = node
          node = None
          running.foreach(_.close())
          Stopped
        case Work :: _ =>
          val done = JvmWork.ofThis()
          s"$Work ${done.cpuNanos} ${done.compilingMillis}"
        case other => s"failed: no order ${other.mkString(" ")}"
    catch case failed: Throwable => s"failed: $failed".linesIterator.next()
