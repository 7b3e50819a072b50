package brine.dev.release

import java.util.Properties
import scala.util.Using

/** Which versions there are. */
private[dev] object Versions:
  private val Released = """\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?""".r

  /** The version of this build. */
  lazy val ofBuild: String = Using.resource(getClass.getResourceAsStream("/brine/dev/version.properties")): in =>
    val properties = Properties()
    properties.load(in)
    properties.getProperty("version")

  /** The version to release, or why it cannot be.
    *
    * @param asked
    *   the version on the command line, if there is one
    */
  def toRelease(asked: Option[String], build: String): Either[String, String] =
    val version = asked.getOrElse(build)
    if version.endsWith("-SNAPSHOT") then
      Left(
        s"$version is a snapshot, which cannot be released: give the version, for example --version ${next(version)}"
      )
    else if !Released.matches(version) then
      Left(s"'$version' is no version: it has three numbers, such as 0.1.0, and may have a suffix, such as 0.1.0-RC1")
    else Right(version)

  private def next(snapshot: String): String = snapshot.stripSuffix("-SNAPSHOT")
