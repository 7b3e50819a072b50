package brine.examples.site.cluster

import brine.commandline.CommandLine
import brine.examples.site.stores.{ProcessLock, Store}
import brine.examples.site.{Ending, Main, SiteOptions}
import java.io.{BufferedReader, InputStreamReader}
import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}

/** A cluster of processes on this machine, over PostgreSQL. They listen on the loopback address for each other. */
object LocalCluster:
  private val Folder = Path.of("target", "site-cluster")

  /** Runs until the program is asked to end.
    *
    * @param prepare
    *   imports files before there are nodes; false if that failed
    * @return
    *   the exit code
    */
  def run(nodes: Int, options: SiteOptions, prepare: Store => Boolean): Int =
    Files.createDirectories(Folder): Unit
    // Nodes and PostgreSQL may outlive a killed launcher, but its lock does not: so it tells which case it is.
    ProcessLock.tryFile(Folder.resolve("launcher")) match
      case None =>
        failed(s"another cluster runs in ${Folder.toAbsolutePath}: end it, or start this one in another folder")
      case Some(lock) =>
        try runAlone(nodes, options, prepare)
        finally lock.close()

  private def runAlone(nodes: Int, options: SiteOptions, prepare: Store => Boolean): Int =
    options.store match
      case Some(flag) => over(flag, nodes, options, prepare)(() => ())
      case None       =>
        EmbeddedDatabase.start(Folder.resolve("postgresql")) match
          case Left(wrong)     => failed(wrong)
          case Right(database) =>
            println(s"PostgreSQL in ${Folder.resolve("postgresql")}, port ${database.port}")
            try over(database.flag, nodes, options, prepare)(() => database.close())
            finally database.close()

  /** @param close
    *   ends the database, when all nodes have ended
    */
  private def over(flag: String, nodes: Int, options: SiteOptions, prepare: Store => Boolean)(close: () => Unit): Int =
    if !flag.startsWith("postgresql://") then
      CommandLine.complain(s"--store of a cluster must be postgresql://…, which all nodes reach; or leave it out")
    else
      Store.open(flag) match
        case Left(wrong)  => CommandLine.complain(wrong)
        case Right(store) =>
          val isPrepared =
            try prepare(store)
            finally store.close()
          if !isPrepared then 1
          else if options.importOnly.value then 0
          else LocalCluster(flag, nodes, options).serve(close)

  private def failed(what: String): Int =
    Console.err.println(s"brine: $what")
    1

  private def freePorts(count: Int): Vector[Int] =
    val sockets = Vector.fill(count)(ServerSocket(0, 1, InetAddress.getLoopbackAddress))
    try sockets.map(_.getLocalPort)
    finally sockets.foreach(_.close())

final class LocalCluster private (flag: String, count: Int, options: SiteOptions):
  private val addresses = LocalCluster.freePorts(count).map(NodeAddress("127.0.0.1", _))
  private val token     = options.token.getOrElse(Main.newToken())
  private val ending    = Ending()
  private val out       = System.out
  private val err       = System.err

  // Guarded by this.
  private var nodes = Vector.empty[NodeProgram]

  private def arguments(number: Int, seeds: Vector[NodeAddress]): List[String] = List(
    s"--cluster-node=${addresses(number)}",
    s"--seed=${seeds.mkString(",")}",
    s"--views=${LocalCluster.Folder.resolve(s"views-${number + 1}.db")}",
    s"--store=$flag",
    s"--host=${options.host}",
    s"--port=${if options.port == 0 then 0 else options.port + number}",
    s"--token=$token",
    s"--rate=${options.rate}"
  )

  private def serve(close: () => Unit): Int =
    // It forms the cluster, and the others join it.
    val first = start(0, addresses.take(1))
    synchronized:
      nodes = Vector(first)
    Thread.ofVirtual.start(() => if first.awaitServing() then startOthers()): Unit
    Thread.ofPlatform.daemon.name("restarts-nodes").start(() => restart()): Unit
    ending.await: () =>
      synchronized(nodes).foreach(_.stop())
      // Here, because after a signal the JVM ends when this has returned.
      close()
      out.println("stopped")

  private def startOthers(): Unit =
    val all = synchronized:
      if !ending.hasBegun then nodes = nodes ++ (1 until count).map(start(_, addresses))
      nodes
    if all.size == count && all.forall(_.awaitServing()) && !ending.hasBegun then
      out.println(s"the cluster has ${several(count, "node")}, and each answers for all sites. Ctrl-C ends it")

  private def start(number: Int, seeds: Vector[NodeAddress]): NodeProgram =
    val node = NodeProgram(s"node ${number + 1}", arguments(number, seeds), out, err)
    node.onEnd(code => ended(node, code))
    node

  private def ended(node: NodeProgram, code: Int): Unit = if !ending.hasBegun then
    val left = synchronized(nodes).count(_.isAlive)
    if left == 0 then
      ending.because(s"${node.name} has ended with exit code $code, and no other is left. The events are stored")
    else
      val rest =
        if left * 2 > count then "The others answer for all sites within half a minute."
        else s"Only $left of $count are left. They may end as well, because they cannot know whether others still run."
      err.println(s"brine: ${node.name} has ended with exit code $code. $rest Press Enter to start it again")

  /** With each line of the input, starts the nodes that have ended. */
  private def restart(): Unit =
    val lines = BufferedReader(InputStreamReader(System.in))
    while lines.readLine() != null do
      synchronized:
        if !ending.hasBegun then
          nodes = nodes.zipWithIndex.map: (node, number) =>
            if node.isAlive then node
            else
              // The first of the list forms a cluster if it finds no other, and here is one already.
              val own = addresses(number)
              start(number, addresses.filter(_ != own) :+ own)

  private def several(number: Int, what: String) = if number == 1 then s"1 $what" else s"$number ${what}s"
