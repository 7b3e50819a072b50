package brine.lab.run

import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The folder in which study `log` writes its logs: created for a run, emptied after every child, deleted at the end.
  * Servers that a child left behind are stopped first.
  *
  * @param folder
  *   does not exist yet, or belongs to this run
  */
final class LogData(val folder: Path) extends AutoCloseable:
  /** A folder beside it for what stores use again, such as the programs of a server. Deleted at the end. */
  val kept: Path = folder.resolveSibling(s"${folder.getFileName}-kept")

  /** Stops remaining servers, and deletes all files except those that are kept. */
  def clear(): Unit =
    if Files.exists(folder) then
      servers.foreach(end)
      delete(folder)

  /** Processor time of the servers that have ended, as they wrote it into the kept folder; see [[ProcessorTime]]. */
  def serverTicks: Double =
    val file = kept.resolve(LogData.serverTicks)
    if Files.exists(file) then Files.readAllLines(file).asScala.flatMap(_.toDoubleOption).sum else 0

  def close(): Unit =
    clear()
    if Files.exists(kept) then delete(kept)

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.sorted(Comparator.reverseOrder()).forEach(file => { val _ = Try(Files.deleteIfExists(file)) })
    finally files.close()

  /** Servers write their process id to a file `*.pid` in their data folder. */
  private def servers: List[ProcessHandle] =
    val files = Files.walk(folder, 6)
    try
      for
        file   <- files.iterator.asScala.toList if file.getFileName.toString.endsWith(".pid")
        number <- Try(Files.readAllLines(file).get(0).trim.toLong).toOption
        server <- Option(ProcessHandle.of(number).orElse(null))
        // The id may belong to another process by now.
        if server.info.command.map(LogData.isServer).orElse(false)
      yield server
    finally files.close()

  private def end(server: ProcessHandle): Unit =
    val all = server :: server.descendants.iterator.asScala.toList
    server.destroy()
    val stopped = Try(server.onExit.get(5, TimeUnit.SECONDS)).isSuccess
    if !stopped then all.foreach(process => { val _ = process.destroyForcibly() })

object LogData:
  /** The file to which servers append a line each. */
  private val serverTicks = "server-ticks"

  private def isServer(command: String) = List("postgres", "mariadbd", "mysqld").exists(command.endsWith)

  /** Type, device and mount point of the file system that contains a folder. */
  def fileSystem(folder: Path): String =
    val store = storeOf(folder)
    s"${store.`type`} on ${store.name}, mounted at ${store.toString.takeWhile(_ != ' ')}"

  /** Why a folder is unsuitable for measuring fsyncs; empty if it is suitable. */
  def unfit(folder: Path): String =
    val kind = storeOf(folder).`type`
    if Set("tmpfs", "ramfs")(kind) then
      s"$kind keeps files in memory, where an fsync costs nothing: name a folder on a disk with --data DIR"
    else ""

  private def storeOf(folder: Path) =
    Files.getFileStore(Iterator.iterate(folder.toAbsolutePath)(_.getParent).find(Files.exists(_)).get)
