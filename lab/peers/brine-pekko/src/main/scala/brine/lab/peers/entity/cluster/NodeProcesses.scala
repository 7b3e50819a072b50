package brine.lab.peers.entity.cluster

/** Nodes in processes of their own, which are started when they are needed first, and run one cluster after the other.
  * Used by one thread.
  */
private final class NodeProcesses(count: Int) extends AutoCloseable:
  private var running = Vector.empty[NodeProcess]

  /** Lets all of them join a cluster, and waits until they have.
    *
    * @param port
    *   that of a node on loopback
    */
  def start(url: String, port: Int): Unit =
    while running.size < count do running :+= NodeProcess()
    together(NodeMain.Start, s"$port $url", NodeMain.Started)

  /** Ends their nodes. */
  def stop(): Unit = together(NodeMain.Stop, "", NodeMain.Stopped)

  /** The processes that were started. */
  def handles: Vector[ProcessHandle] = running.map(_.handle)

  private def together(order: String, arguments: String, answer: String): Unit =
    running.foreach(_.tell(order, arguments))
    running.foreach(_.await(answer))

  def close(): Unit =
    val all = running
    running = Vector.empty
    all.foreach(_.close())
