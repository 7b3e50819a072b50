package brine.consumers

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** JDKs of this machine besides that of the build. */
object Jdks:
  private val folders = List("/usr/lib/jvm", "/usr/java", "/opt", s"${sys.props("user.home")}/.sdkman/candidates/java")

  /** A JDK of this version, from `JAVA_HOME_17` and the like or from the usual folders. */
  def of(feature: Int): Option[Path] =
    val named  = sys.env.get(s"JAVA_HOME_$feature").map(Path.of(_)).toList
    val others = folders.map(Path.of(_)).filter(Files.isDirectory(_)).flatMap(entries)
    (named ::: others).find(isOf(feature))

  private def isOf(feature: Int)(jdk: Path): Boolean =
    val release = jdk.resolve("release")
    Files.isExecutable(jdk.resolve("bin/java")) && Files.isRegularFile(release) &&
    Files.readString(release).linesIterator.exists(_.matches(s"""JAVA_VERSION="$feature(\\..*)?""""))

  private def entries(folder: Path): List[Path] =
    val listed = Files.list(folder)
    try listed.iterator.asScala.toList.sorted
    finally listed.close()
