package brine.lab.run

import brine.lab.child.{Cancellation, Child, LogTail}
import brine.lab.results.LibraryRow
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.ZipFile
import scala.concurrent.duration.*

/** All rows of the staged peers. Each peer is asked in its own JVM; a peer that cannot answer is a row with the reason.
  */
final case class PeerCatalog(rows: List[LibraryRow], stage: Stage, java: Path):
  def available: List[LibraryRow]       = rows.filter(_.unavailable.isEmpty)
  def peer(row: LibraryRow): Stage.Peer = stage.peers.find(_.name == row.peer).get

object PeerCatalog:
  /** Resource with the options that a peer's JVM needs, one per line. */
  val optionsResource = "META-INF/brine-lab/jvm-options"

  def read(stage: Stage, java: Path, logs: Path, cancellation: Cancellation): PeerCatalog =
    // Asking is not measuring: as many at a time as there are cores.
    val pool = _root_.java.util.concurrent.Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors.max(1))
    try
      val answers = stage.peers.map(peer => pool.submit(() => describe(stage, peer, java, logs, cancellation)))
      // A name may stand for different libraries in different studies.
      PeerCatalog(answers.flatMap(_.get).distinctBy(row => (row.name, row.studies)), stage, java)
    finally { val _ = pool.shutdownNow() }

  private def describe(
      stage: Stage,
      peer: Stage.Peer,
      java: Path,
      logs: Path,
      cancellation: Cancellation
  ): List[LibraryRow] =
    if peer.unavailable.nonEmpty then List(LibraryRow(peer.name, peer.name, unavailable = peer.unavailable))
    else
      val options = jvmOptions(peer)
      val log     = logs.resolve(s"describe-${peer.name}.log")
      val command = List(java.toString) ++ options ++
        List("-XX:TieredStopAtLevel=1", "-cp", stage.classPath(peer), "brine.lab.harness.Main", "describe")
      var rows    = List.empty[LibraryRow]
      val outcome = Child.run(command, log, 60.seconds, 60.seconds, cancellation): (line, _) =>
        if line.startsWith("{") then
          val json = ujson.read(line)
          rows ::= LibraryRow(
            json("name").str,
            peer.name,
            json("version").str,
            json("traits").arr.map(_.str).toList,
            json("settings").str,
            options = options,
            unavailable = json.obj.get("unavailable").fold("")(_.str),
            studies = json("studies").arr.map(_.str).toList,
            cases = json.obj.get("cases").fold(Nil)(_.arr.map(_.str).toList),
            guide = json.obj.get("guide").fold("")(_.str)
          )
      if rows.nonEmpty && outcome.end == Child.End.Exited(0) then rows.reverse
      else
        val reason = outcome.end match
          case Child.End.TimedOut => "did not list its libraries within 60 seconds"
          case _                  => "cannot list its libraries: " + LogTail.lastError(log)
        List(LibraryRow(peer.name, peer.name, unavailable = reason))

  /** The options from the first entry of the peer's class path that contains them. */
  def jvmOptions(peer: Stage.Peer): List[String] =
    peer.classPath.iterator
      .flatMap(resource)
      .nextOption()
      .toList
      .flatMap(_.linesIterator.map(_.trim).filter(line => line.nonEmpty && !line.startsWith("#")))

  private def resource(entry: Path): Option[String] =
    if Files.isDirectory(entry) then
      val file = entry.resolve(optionsResource)
      Option.when(Files.isRegularFile(file))(Files.readString(file))
    else if Files.isRegularFile(entry) && entry.toString.endsWith(".jar") then
      val zip = ZipFile(entry.toFile)
      try Option(zip.getEntry(optionsResource)).map(found => String(zip.getInputStream(found).readAllBytes(), "UTF-8"))
      finally zip.close()
    else None
