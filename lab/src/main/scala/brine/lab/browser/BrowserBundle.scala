package brine.lab.browser

import java.io.StringReader
import java.nio.file.{Files, Path}
import java.util.Properties

/** A linked script of libraries, as the build staged it.
  *
  * @param script
  *   the file a page loads; its name holds a digest, so that a build during a run leaves it alone
  * @param versions
  *   what it was linked from, by artifact
  * @param unavailable
  *   why there is none; empty when there is
  */
final case class BrowserBundle(name: String, script: Path, versions: Map[String, String], unavailable: String)

object BrowserBundle:
  val names: List[String] = List("scala3", "scala2")

  /** The bundles in the `browser` folder of a stage; one that is not there at all is unavailable too. */
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
