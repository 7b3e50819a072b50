package brine.lab.page

import brine.lab.results.{Cell, Results}
import scalatags.Text.all.*

/** The data that all sections of the page share. */
final class PageContext(val results: Results):
  /** The figures of all libraries: the machine's limits between turns are none of theirs. */
  val summaries: List[Summary] = Summary.of(results).filter(_.library != Cell.withoutLibrary)

  /** The rows measured on the JVM: sentences and goals compare rows of one platform. */
  val onJvm: List[Summary] = summaries.filter(_.platform == "jvm")

  /** The rows of a study that have any of the operations in any of the cases, ours first, then in the peers' order. */
  def rowsOf(study: String, ops: Set[String], isCase: String => Boolean = _ => true): List[(String, String)] =
    val present = summaries
      .filter(s => s.study == study && ops(s.op) && isCase(s.name))
      .map(s => s.library -> s.cells.head.version)
      .distinctBy(_._1)
    val order = results.libraries.map(_.name).zipWithIndex.toMap
    present.sortBy: (library, _) =>
      (!Ours.isOurs(library), order.getOrElse(library.takeWhile(_ != ' '), Int.MaxValue), library)

  /** A smoke run measures nothing: its page says so and ranks nothing. */
  def watermarked: Boolean = results.mode == "smoke"

  def select(name_ : String, text: String, options: List[(String, String)], chosen: String = ""): Frag =
    label(text + " ")(
      tag("select")(id := s"control-$name_", name := name_)(options.map: (key, shown) =>
        option(value := key, if key == chosen then selected else ())(shown))
    )
