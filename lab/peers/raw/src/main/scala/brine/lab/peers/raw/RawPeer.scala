package brine.lab.peers.raw

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.peer.{Library, LogPeer, LogStore}

/** Writes and forces, and nothing else: the limit that a log can come near to. */
final class RawPeer extends LogPeer:
  private def row(name: String, settings: String) =
    Library(name, s"JDK ${Runtime.version.feature}", JSet.of("binary", LogPeer.DURABLE), settings, Library.LOG)

  private val zeroed = row(
    "raw",
    "FileChannel: one positional write and one force(false) for each event or batch, into a file of 64 MiB that was filled with zeros and forced before, started over at its end; no checksum"
  )
  private val extending = row("raw-extending", "the same, into a file that grows with each write")

  val libraries: JList[Library] = JList.of(zeroed, extending)

  override def cases(library: String): JSet[String] =
    if library == extending.name then JSet.of("cunningham", "callers-1", "bandwidth-64k")
    else
      JSet.of(
        "cunningham",
        "callers-1",
        "batch-100",
        "in-flight-1024",
        "in-flight-16384",
        "bandwidth-64k",
        "overhead",
        "os-cache"
      )

  def open(library: String, folder: Path): LogStore = RawStore(folder, library == zeroed.name)
