package brine.lab.run

import brine.lab.browser.BrowserBundle
import brine.lab.failure.{Refusal, RunFailure}
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The class paths that the build staged: the harness's, and for each peer its own or the reason why it is missing.
  *
  * @param harness
  *   entries that follow the peer's own entries on the class path of every child
  * @param bundles
  *   scripts for the browser
  */
final case class Stage(harness: List[Path], peers: List[Stage.Peer], bundles: List[BrowserBundle] = Nil):
  def classPath(peer: Stage.Peer): String = (peer.classPath ++ harness).mkString(File.pathSeparator)

object Stage:
  /** A staged peer.
    *
    * @param classPath
    *   empty if the peer is unavailable
    * @param unavailable
    *   why it could not be built; empty if it was built
    */
  final case class Peer(name: String, classPath: List[Path], unavailable: String)

  /** Reads `labHarness.classpath` and the folder `peers` of a stage. Without the peers that an update left behind.
    *
    * @param extra
    *   class paths of the user by peer name: appended to a staged peer's class path, or a new peer
    */
  def read(folder: Path, extra: Map[String, List[Path]] = Map.empty): Stage =
    val harness = folder.resolve("labHarness.classpath")
    if !Files.isRegularFile(harness) then
      throw RunFailure(s"the lab is not built: $harness is missing; run ./brine lab from a checkout to build it")
    val shared = lines(harness)
    val peers  = folder.resolve("peers")
    val staged = if Files.isDirectory(peers) then readPeers(peers, extra).filter(isCurrent(_, shared)) else Nil
    val own    = extra.toList.collect:
      case (name, path) if !staged.exists(_.name == name) => Peer(name, path, "")
    Stage(shared, (staged ++ own).sortBy(_.name), BrowserBundle.readAll(folder))

  /** Whether a peer was built with the harness. After an update of the checkout, the lab builds the parts that a
    * command needs, and the peers of other parts stay behind: they cannot even list their libraries.
    */
  private def isCurrent(peer: Peer, harness: List[Path]): Boolean =
    val own = harness.flatMap(ofBuild).toMap
    peer.classPath.flatMap(ofBuild).forall((module, digest) => own.getOrElse(module, digest) == digest)

  /** The module of a jar that the build staged, and the digest of its content; `None` for a library's jar. */
  private def ofBuild(jar: Path): Option[(String, String)] = jar.getFileName.toString match
    case staged(module, digest) => Some(module -> digest)
    case _                      => None

  private val staged = "(brine-lab-.+)-([0-9a-f]{12})\\.jar".r

  private def readPeers(folder: Path, extra: Map[String, List[Path]]): List[Peer] =
    val files = Files.list(folder)
    try
      files.iterator.asScala.toList.flatMap: file =>
        val name = file.getFileName.toString
        if name.endsWith(".classpath") then
          val peer = name.stripSuffix(".classpath")
          Some(Peer(peer, lines(file) ++ extra.getOrElse(peer, Nil), ""))
        else if name.endsWith(".unavailable") then
          val peer = name.stripSuffix(".unavailable")
          val own  = extra.getOrElse(peer, Nil)
          Some(Peer(peer, own, if own.isEmpty then Files.readString(file).linesIterator.mkString(" ").trim else ""))
        else None
    finally files.close()

  private def lines(file: Path): List[Path] =
    Files.readAllLines(file).asScala.toList.map(_.trim).filter(_.nonEmpty).map(Path.of(_))

  /** Parses `NAME=PATH[:PATH…]` of `--peer-jar`. */
  def peerJar(argument: String): (String, List[Path]) = argument.split("=", 2) match
    case Array(name, path) if name.nonEmpty && path.nonEmpty =>
      val paths = path.split(File.pathSeparator).toList.map(Path.of(_))
      paths.find(!Files.exists(_)).foreach(missing => throw Refusal(s"--peer-jar $name: no such file: $missing"))
      name -> paths
    case _ => throw Refusal(s"--peer-jar wants NAME=PATH, not '$argument'")
