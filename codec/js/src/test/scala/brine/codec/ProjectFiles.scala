package brine.codec

import scala.scalajs.js

/** Files of the project, wherever in it the tests are started; by way of Node, which runs them. */
object ProjectFiles:
  private val files   = js.Dynamic.global.require("fs")
  private val process = js.Dynamic.global.process

  /** The text of a file, its path given from the project's root. */
  def read(path: String): String =
    Iterator
      .iterate(process.cwd().asInstanceOf[String])(folder => folder.take(folder.lastIndexOf('/')))
      .takeWhile(_.nonEmpty)
      .map(folder => s"$folder/$path")
      .find(file => files.existsSync(file).asInstanceOf[Boolean])
      .map(file => files.readFileSync(file, "utf8").asInstanceOf[String])
      .getOrElse(throw IllegalStateException(s"no $path here or above; start the tests inside of the project"))
