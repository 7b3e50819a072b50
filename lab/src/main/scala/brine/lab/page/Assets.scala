package brine.lab.page

import java.nio.charset.StandardCharsets

/** The lab's own files, and the chart library from its WebJar. */
object Assets:
  /** A resource below `brine/lab`. */
  def text(name: String): String = resource(s"/brine/lab/$name")

  def lines(name: String): List[String] = text(name).linesIterator.filter(_.nonEmpty).toList

  lazy val echarts: String = resource("/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js")

  private def resource(path: String): String =
    val in = getClass.getResourceAsStream(path)
    if in == null then throw IllegalStateException(s"resource $path is missing")
    try String(in.readAllBytes(), StandardCharsets.UTF_8)
    finally in.close()
