package brine.lab.peers.entity.cluster

import scala.concurrent.duration.Deadline

import brine.lab.peer.JvmWork

/** Nodes in processes of their own, which are started when they are needed first, and run one cluster after the other.
  * Used by one thread.
  */
private final class NodeProcesses(count: Int) extends AutoCloseable:
  private var running = Vector.empty[NodeProcess]

  /** Starts their processes, which takes a while, unless they run. */
  def launch(): Unit = while running.size < count do running :+= NodeProcess()

  /** Lets all of them join a cluster, and waits until they have.
    *
    * @param port
    *   that of a node on loopback
    * @throws IllegalStateException
    *   if one has not by then, and why
    */
  def start(url: String, port: Int, until: Deadline): Unit =
    launch()
    orEnd:
      running.foreach(_.tell(NodeMain.Start, s"$port ${until.timeLeft.toMillis.max(1)} $url"))
      running.foreach(_.await(NodeMain.Started, until))

  /** Lets their nodes end. */
  def beginStop(): Unit = orEnd(running.foreach(_.tell(NodeMain.Stop, "")))

  /** Waits until their nodes have ended.
    *
    * @throws IllegalStateException
    *   if one has not by then, and why
    */
  def awaitStop(until: Deadline): Unit = orEnd(running.foreach(_.await(NodeMain.Stopped, until)))

  /** What their JVMs have done so far, all together.
    *
    * @throws IllegalStateException
    *   if one has not answered by then, and why
    */
  def work(until: Deadline): JvmWork = orEnd:
    running.foreach(_.tell(NodeMain.Work, ""))
    running.map(_.awaitWords(NodeMain.Work, until)).map(NodeProcesses.workOf).foldLeft(JvmWork(0, 0))(_.plus(_))

  // Answers that come later would be taken for those to the next order. Other processes take it.
  private def orEnd[A](body: => A): A =
    try body
    catch
      case failed: Throwable =>
        close()
        throw failed

  /** The processes that were started. */
  def handles: Vector[ProcessHandle] = running.map(_.handle)

  def close(): Unit =
    val all = running
    running = Vector.empty
    all.foreach(_.close())

private object NodeProcesses:
  private def workOf(words: List[String]): JvmWork = words match
    case List(cpuNanos, compilingMillis) => JvmWork(cpuNanos.toLong, compilingMillis.toLong)
    case other => throw IllegalStateException(s"a node of the cluster says of its work: ${other.mkString(" ")}")
