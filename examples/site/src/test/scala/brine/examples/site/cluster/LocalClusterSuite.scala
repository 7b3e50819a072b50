package brine.examples.site.cluster

import brine.examples.site.TestService
import brine.examples.site.http.Client
import java.net.{InetSocketAddress, Socket}
import java.nio.file.{Files, Path}
import java.util.UUID
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*
import scala.jdk.StreamConverters.*
import scala.util.Try

/** A cluster by one command: its processes, from outside. */
class LocalClusterSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(20, "min")

  private val Address = raw"node (\d): sites in PostgreSQL: open http://127\.0\.0\.1:(\d+)/#token=([\w-]+)".r

  /** The command as a process.
    *
    * @param folder
    *   where it runs, and what it prints
    * @param prints
    *   how the names of the files begin that have it
    */
  private final class Command(folder: Path, nodes: Int, prints: String = "") extends AutoCloseable:
    private val out = folder.resolve(s"${prints}out")
    private val err = folder.resolve(s"${prints}err")

    val process: Process =
      val java    = Path.of(sys.props("java.home"), "bin", "java").toString
      val options =
        List("--enable-native-access=ALL-UNNAMED", "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
      // As the launcher does, for libraries.
      val quiet = Option.when(Runtime.version.feature >= 24)("--sun-misc-unsafe-memory-access=allow").toList
      // A busy machine must not look like a lost node; nodes have the options of the command.
      val patient = List("-Dpekko.cluster.failure-detector.acceptable-heartbeat-pause=60s")
      val program = List("-cp", sys.props("java.class.path"), "brine.examples.site.Main")
      ProcessBuilder(
        ((java :: options) ++ quiet ++ patient ++ program ++ List(
          s"--cluster=$nodes",
          "--port=0",
          "--rate=100000"
        )).asJava
      )
        .directory(folder.toFile)
        .redirectOutput(out.toFile)
        .redirectError(err.toFile)
        .start()

    def said: List[String]       = Files.readString(out).linesIterator.toList
    def complained: List[String] = Files.readString(err).linesIterator.toList

    def awaitWhole(): Unit = until("the cluster")(said.exists(_.startsWith(s"the cluster has $nodes node")))

    def until(what: String)(holds: => Boolean): Unit =
      TestService.await(s"$what: ${said.mkString("\n")}\n${complained.mkString("\n")}", 240)(holds)

    /** The nodes by number; the last address of each counts. */
    def clients: Map[String, Client] =
      said.collect { case Address(number, port, token) => number -> Client(port.toInt, token) }.toMap

    def databasePort: Int = said.head.split(' ').last.toInt

    def children: List[ProcessHandle] = process.toHandle.children.toScala(List)

    /** As Ctrl-C does; what it prints can still be read. */
    def stop(): Int =
      process.toHandle.destroy(): Unit
      assert(process.waitFor(240, SECONDS), "it does not end")
      process.exitValue

    def close(): Unit =
      val all = process.toHandle.descendants.toScala(List)
      process.destroyForcibly(): Unit
      all.foreach(_.destroyForcibly(): Unit)

  test("each node answers for each site; one that dies is named and starts again; all stops in order"):
    TestService.inFolder: folder =>
      val command = Command(folder, nodes = 3)
      try
        command.awaitWhole()
        val clients = command.clients.toVector.sortBy(_._1).map(_._2)
        assertEquals(clients.size, 3)
        val ids = (1 to 6).map(number => clients(number % 3).create(s"Shop $number"))
        clients.foreach(checkAll(_, ids))
        checkStream(clients(1), clients(2), ids.head)
        checkSecond(folder)

        // A node dies.
        val databasePort = command.databasePort
        command.children.head.destroyForcibly(): Unit
        command.until("a node that has ended is named")(
          command.complained.exists(_.contains("has ended with exit code"))
        )
        val named = raw"brine: node (\d) has ended with exit code 137\. The others .* Press Enter to start it again".r
        val died  =
          command.complained.collectFirst { case named(number) => number }.getOrElse(fail(s"${command.complained}"))
        command.process.getOutputStream.write('\n')
        command.process.getOutputStream.flush()
        command.until("it serves again")(command.said.count(_.startsWith(s"node $died: sites in")) == 2)
        checkAll(command.clients(died), ids)

        assertEquals(command.stop(), 143)
        assertEquals(command.said.last, "stopped")
        assertEquals(command.said.count(_.matches("node \\d: stopped")), 3, command.said)
        assertEquals(command.children, Nil)
        assert(Try(Socket().connect(InetSocketAddress("127.0.0.1", databasePort), 1_000)).isFailure, "PostgreSQL runs")
        assertEquals(command.complained.size, 1, command.complained)
      finally command.close()

  /** Another command in the same folder is refused, and harms nothing. */
  private def checkSecond(folder: Path): Unit =
    val second = Command(folder, nodes = 2, prints = "second-")
    try
      assert(second.process.waitFor(60, SECONDS), "it does not end")
      assertEquals((second.process.exitValue, second.said), (1, Nil))
      assert(second.complained.exists(_.startsWith("brine: another cluster runs in ")), second.complained)
    finally second.close()

  /** The site, the list as far as it was written, and the statistics. */
  private def checkAll(client: Client, ids: Seq[UUID]): Unit =
    for (id, number) <- ids.zipWithIndex do
      val state = client.get(s"/api/sites/$id").require(200).body
      assertEquals(state("site")("name").str, s"Shop ${number + 1}")
    val seen = ids.size * 5
    val list = client.get(s"/api/sites?search=shop&seen=$seen").require(200).body("sites").arr
    assertEquals(list.map(_("id").str).toSet, ids.map(_.toString).toSet)
    val kinds = client.get("/api/statistics").require(200).body("events").arr
    assertEquals(kinds.find(_("name").str == "SiteCreated").map(_("count").num.toInt), Some(ids.size))

  /** Events of one node arrive at the clients of another. */
  private def checkStream(writer: Client, reader: Client, id: UUID): Unit =
    val stream = reader.stream("/api/events")
    try
      writer.change(id, 5, """{"type":"DescribeSite","description":"new"}""").require(200): Unit
      assertEquals(stream.next().data("event")("description").str, "new")
    finally stream.close()
