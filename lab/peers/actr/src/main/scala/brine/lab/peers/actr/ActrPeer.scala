package brine.lab.peers.actr

import brine.lab.peer.{ActorPeer, ActorPrograms, Library}
import java.util.{List as JList, Set as JSet}
import scala.util.Try

/** actr, when its jar is on the class path. */
final class ActrPeer extends ActorPeer:
  private def row(name: String, settings: String) = Library(name, version, JSet.of(), settings, Library.ACTORS)

  private val commonPool = row(
    "actr",
    "its scheduler on the common pool, 10 messages at a time, as published; promises no order, supervises nothing"
  )
  private val virtual = row("actr-virtual", "its scheduler on an executor of virtual threads, one for each message")

  def libraries: JList[Library] = JList.of(commonPool, virtual)

  override def unavailable(library: String): String =
    if found.nonEmpty then ""
    else "it is in no registry: build it from its sources, and give its jar with --peer-jar actr=PATH"

  override def cases(library: String): JSet[String] =
    if library == virtual.name then JSet.of("sleeping-1000x100ms", "sleeping-100x100x20ms", "sleeping-100000x100ms")
    else JSet.of()

  def open(library: String): ActorPrograms =
    if found.isEmpty then throw UnsupportedOperationException(unavailable(library))
    if library == virtual.name then ActrPrograms.onVirtualThreads else ActrPrograms.onCommonPool

  /** Its entry class. [[Actr]] cannot be asked: without the jar that class cannot be used at all. */
  private def found: Option[Class[?]] =
    try Some(Class.forName("com.zakgof.actr.Actr", false, getClass.getClassLoader))
    catch case _: ClassNotFoundException => None

  /** As its jar's name tells it, as the manifest does not. */
  private def version: String = found.fold(""): entry =>
    val file = Try(entry.getProtectionDomain.getCodeSource.getLocation.getPath).getOrElse("")
    """(\d+(\.\d+)+[\w-]*)\.jar$""".r.findFirstMatchIn(file).fold("version not told")(_.group(1))
