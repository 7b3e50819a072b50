package brine.lab.peers.entity.cluster

/** A process that starts a node's, prints its number, and waits to be killed. */
object NodeHolder:
  def main(arguments: Array[String]): Unit =
    val node = NodeProcess()
    println(node.handle.pid)
    while true do Thread.sleep(1000)
