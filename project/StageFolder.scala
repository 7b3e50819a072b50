import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.security.MessageDigest

import sbt._

/** The class path of one project, or the reason why it has none. */
final case class Staged(project: ResolvedProject, isPeer: Boolean, result: Result[Keys.Classpath])

/** The linked script of a browser bundle with what it was linked from, or the reason why there is none. */
final case class Bundle(project: ResolvedProject, result: Result[(File, Seq[String])])

/** The files in `target/stage`: a class path each, one absolute path a line. Classes of the build itself are jars named
  * after their content, so that a run under way keeps its own classes while sources are edited and built again.
  */
final class StageFolder(root: File) {
  private val folder = root / "target" / "stage"
  private val jars   = folder / "jars"

  /** How long a staged jar no class path names any more is kept for runs that may still use it. */
  private val keepUnusedMillis = 14L * 24 * 60 * 60 * 1000

  def writeLines(name: String, lines: Seq[String]): Unit = writeAtOnce(folder / name, lines)

  def write(staged: Seq[Staged]): Unit = {
    val (peers, needed) = staged.partition(_.isPeer)
    val pathsOfPeers    = peers.flatMap { one =>
      val file        = folder / "peers" / s"${one.project.base.getName}.classpath"
      val unavailable = folder / "peers" / s"${one.project.base.getName}.unavailable"
      one.result match {
        case Inc(cause) =>
          IO.delete(file)
          IO.write(unavailable, reason(cause) + "\n", UTF_8)
          None
        case Value(paths) =>
          IO.delete(unavailable)
          Some(file -> keep(paths))
      }
    }
    writeAll(pathsOfPeers)
    val pathsOfNeeded = needed.map { one =>
      one.result match {
        case Inc(cause)   => throw cause
        case Value(paths) => (folder / s"${one.project.id}.classpath") -> keep(paths)
      }
    }
    writeAll(pathsOfNeeded)
    forget()
  }

  private def writeAll(classPaths: Seq[(File, Seq[File])]): Unit =
    classPaths.foreach { case (file, paths) => writeAtOnce(file, paths.map(_.getAbsolutePath)) }

  def writeBundles(bundles: Seq[Bundle]): Unit = bundles.foreach { one =>
    val name        = one.project.base.getName
    val file        = folder / "browser" / s"$name.bundle"
    val unavailable = folder / "browser" / s"$name.unavailable"
    one.result match {
      case Inc(cause) =>
        IO.delete(file)
        IO.write(unavailable, reason(cause) + "\n", UTF_8)
      case Value((script, lines)) =>
        val kept = folder / "browser" / s"$name-${digest(script)}.js"
        if (!kept.exists) moveAtOnce(kept)(IO.copyFile(script, _))
        IO.delete(unavailable)
        writeAtOnce(file, Seq(s"script=${kept.getAbsolutePath}", s"bytes=${kept.length}") ++ lines)
    }
  }

  /** Jars that the build made are copied under a name that holds a digest of their content; all others stay where they
    * are.
    */
  private def keep(classPath: Keys.Classpath): Seq[File] = classPath.map(_.data).map { jar =>
    if (IO.relativize(root, jar).isEmpty) jar
    else {
      val kept = jars / s"${jar.getName.stripSuffix(".jar")}-${digest(jar)}.jar"
      if (!kept.exists) moveAtOnce(kept)(IO.copyFile(jar, _))
      kept
    }
  }

  private def digest(file: File): String =
    MessageDigest.getInstance("SHA-256").digest(IO.readBytes(file)).take(6).map(b => f"$b%02x").mkString

  private def forget(): Unit = {
    val named   = (folder ** "*.classpath").get.flatMap(IO.readLines(_)).toSet
    val old     = System.currentTimeMillis - keepUnusedMillis
    val scripts = (folder / "browser" * "*.bundle").get.flatMap(IO.readLines(_)).map(_.stripPrefix("script=")).toSet
    (folder / "browser" * "*.js").get
      .filter(script => !scripts(script.getAbsolutePath) && script.lastModified < old)
      .foreach(IO.delete)
    (jars * "*.jar").get.filter(jar => !named(jar.getAbsolutePath) && jar.lastModified < old).foreach(IO.delete)
  }

  private def writeAtOnce(file: File, lines: Seq[String]): Unit = moveAtOnce(file)(IO.writeLines(_, lines, UTF_8))

  /** A program that starts meanwhile finds the old file or the new one, never half of one. */
  private def moveAtOnce(file: File)(make: File => Unit): Unit = {
    val unfinished = new File(file.getPath + ".part")
    make(unfinished)
    Files.move(unfinished.toPath, file.toPath, REPLACE_EXISTING, ATOMIC_MOVE)
  }

  /** What went wrong, in at most two lines. */
  private def reason(cause: Incomplete): String = {
    val said = Incomplete.linearize(cause).flatMap(_.directCause).flatMap {
      case failed: xsbti.CompileFailed =>
        failed.problems.map(problem => s"it does not compile: ${problem.message}").take(1).toSeq
      case other => Option(other.getMessage).toSeq
    }
    val lines = said.flatMap(_.linesIterator).map(_.trim).filter(_.nonEmpty).distinct.take(2)
    if (lines.isEmpty) "it does not build; the build log has the reason" else lines.mkString("\n")
  }
}
