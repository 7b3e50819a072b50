package brine.jdbc

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.lang.ProcessBuilder.Redirect
import java.nio.file.Files
import java.sql.{DriverManager, SQLException}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A server that is set to be durable, and whose processes can be killed, as `kill -9` does, and started again. */
trait KillableDatabase extends TestDatabase:
  /** Ends the server at once, with all its processes. */
  def kill(): Unit

  /** Starts it again with the same data, and waits until it accepts connections. */
  def restart(): Unit

object KillableDatabase:
  /** What was killed, and how it is started again. */
  private final class Server(prefix: List[String], find: () => ProcessHandle, awaits: () => Unit):
    private var command = List.empty[String]

    def kill(): Unit =
      val server = find()
      val info   = server.info
      command = prefix ::: info.command.get :: info.arguments.map(_.toList).orElse(Nil)
      val all = server :: server.descendants.iterator.asScala.toList
      all.foreach(_.destroyForcibly(): Unit)
      all.foreach(_.onExit.get(1, TimeUnit.MINUTES): Unit)

    def restart(): Unit =
      ProcessBuilder(command.asJava).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start(): Unit
      awaits()

  private def isRoot = System.getProperty("user.name") == "root"

  private def answers(url: String): Unit =
    val until = System.nanoTime + TimeUnit.MINUTES.toNanos(2)
    var isUp  = false
    while !isUp do
      try
        Using.resource(DriverManager.getConnection(url))(_.createStatement().execute("select 1"): Unit)
        isUp = true
      catch
        case failed: SQLException =>
          if System.nanoTime - until > 0 then throw failed
          Thread.sleep(5)

  final class Postgresql extends KillableDatabase:
    private val folder = Files.createTempDirectory("brine-killed-postgresql")
    private val data   = folder.resolve("data")
    private val first  = EmbeddedPostgres
      .builder()
      .setOverrideWorkingDirectory(folder.resolve("programs").toFile)
      .setDataDirectory(data.toFile)
      .setServerConfig("fsync", "on")
      .setServerConfig("full_page_writes", "on")
      .setServerConfig("synchronous_commit", "on")
      .start()

    val url: String = first.getJdbcUrl("postgres", "postgres")

    private def process: ProcessHandle =
      ProcessHandle.of(Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim.toLong).get

    // It refuses to run as root: as that, it runs in a name space of its own, as it was started first.
    private val server =
      Server(if isRoot then List("unshare", "-U") else Nil, () => process, () => answers(url))

    def kill(): Unit    = server.kill()
    def restart(): Unit = server.restart()

    def close(): Unit =
      first.close()
      TestDatabase.deleteAll(folder)

  final class Mariadb extends KillableDatabase:
    private val folder = Files.createTempDirectory("brine-killed-mariadb")

    val url: String = MariadbServer(folder, flushes = true).url

    private def process: ProcessHandle = ProcessHandle.current.descendants.iterator.asScala
      .find(one => one.isAlive && one.info.arguments.orElse(Array.empty).exists(_.contains(s"$folder/data")))
      .get

    private val server = Server(Nil, () => process, () => answers(url))

    def kill(): Unit    = server.kill()
    def restart(): Unit = server.restart()

    def close(): Unit =
      server.kill()
      TestDatabase.deleteAll(folder)
