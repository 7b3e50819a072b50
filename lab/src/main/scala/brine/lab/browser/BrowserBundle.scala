package brine.lab.browser

import java.io.StringReader
import java.nio.file.{Files, Path}
import java.util.Properties

/** A linked script with libraries, staged by the build.
  *
  * @param script
  *   file that a page loads; its name contains a digest, so that a build during a run does not replace it
  * @param versions
  *   versions of the libraries it was linked from, by artifact
  * @param unavailable
  *   why there is no script; empty if there is one
  */
final case class BrowserBundle(name: String, script: Path, versions: Map[String, String], unavailable: String)

object BrowserBundle:
  val names: List[String] = List("scala3", "scala2")

  /** The bundles in the `browser` folder of a stage; a missing bundle is listed as unavailable. */
  def readAll(stage: Path): List[BrowserBundle] = names.map: name =>
    val folder = stage.resolve("browser")
    val file   = folder.resolve(s"$name.bundle")
    val why    = folder.resolve(s"$name.unavailable")
    if Files.isRegularFile(file) then
      val properties = Properties()
      properties.load(StringReader(Files.readString(file)))
      val all =
        properties.stringPropertyNames.toArray(Array.empty[String]).map(key => key -> properties.getProperty(key))
      BrowserBundle(name, Path.of(properties.getProperty("script", "")), all.toMap - "script", "")
    else
      val reason = if Files.isRegularFile(why) then Files.readString(why).linesIterator.mkString(" ").trim else ""
      BrowserBundle(name, Path.of(""), Map.empty, if reason.isEmpty then "its bundle is not built" else reason)
