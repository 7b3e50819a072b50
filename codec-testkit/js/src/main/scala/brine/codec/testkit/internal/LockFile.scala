package brine.codec.testkit.internal

import scala.scalajs.js

/** Reads and writes a lock file through Node.js; a relative path is looked up in the working directory and its parents.
  */
private[testkit] object LockFile:
  private def process = js.Dynamic.global.process

  private lazy val files: js.Dynamic =
    if js.typeOf(js.Dynamic.global.process) == "undefined" then
      throw UnsupportedOperationException("lock files are read by Node.js; run these tests there or on the JVM")
    else if js.typeOf(process.getBuiltinModule) == "function" then process.getBuiltinModule("fs")
    else js.Dynamic.global.require("fs")

  /** The text of the file, or `None` if there is no such file. */
  def read(path: String): Option[String] =
    places(path).find(exists).map(files.readFileSync(_, "utf8").asInstanceOf[String])

  /** Writes to the existing file, or else to the first existing folder. */
  def write(path: String, text: String): Unit =
    val file = places(path)
      .find(exists)
      .orElse(places(path).find(place => exists(place.take(place.lastIndexOf('/')))))
      .getOrElse(throw IllegalStateException(s"there is no folder for $path here or above; make it"))
    val _ = files.writeFileSync(file, text)

  /** Whether missing versions should be added. */
  def isUpdating: Boolean = process.env.BRINE_SCHEMAS.asInstanceOf[js.UndefOr[String]].contains("update")

  private def exists(file: String): Boolean = files.existsSync(file).asInstanceOf[Boolean]

  private def places(path: String): Iterator[String] =
    if path.startsWith("/") then Iterator(path)
    else
      val here = files.realpathSync(".").asInstanceOf[String]
      Iterator
        .iterate(here)(folder => folder.take(folder.lastIndexOf('/')))
        .takeWhile(_.nonEmpty)
        .map(folder => s"$folder/$path")
