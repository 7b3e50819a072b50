package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** What a program reads of an event type that has a field more in another version of the program; tried in each run. */
final class Compatibility(page: PageContext):
  import Compatibility.*

  private val summaries = page.onJvm.filter(s => s.study == SiteStudy.name && s.op.startsWith(op))
  private val found     = summaries.map(s => (s.name, s.library, s.op) -> s).toMap
  private val libraries = page.rowsOf(SiteStudy.name, summaries.map(_.op).toSet)

  /** The ways of a library, as it is set up first; none if it could not be tried. */
  private def ways(library: String): List[String] =
    summaries.filter(s => s.library == library && s.name != cell && s.ok).map(_.op).distinct.sorted

  private def outcome(name: String, library: String, way: String): Option[Outcome] =
    found.get((name, library, way)).filter(_.ok).map(summary => Outcome.of(summary.note))

  def render: Frag =
    if summaries.isEmpty then frag()
    else
      frag(
        p(
          "An event type gets an optional field. The older program reads what the newer one writes, and the newer one ",
          "reads what the older one wrote: one event as a message of its own, and three events in one message. Every ",
          "outcome was tried in this run, with two versions of the type in the library's own project."
        ),
        openDetails("A type with a field more: who reads what", table)
      )

  private def table: Frag =
    val head = Seq(
      tr(
        column("library"),
        column("version"),
        column("older program reads a newer event", 2),
        column("newer program reads an older event", 2),
        column("what happens instead")
      ),
      tr(th(), th(cls := "version"), List.fill(2)(List("alone", "in a list")).flatten.map(column(_)), th())
    )
    val body = libraries.flatMap: (library, version) =>
      ways(library) match
        case Nil => List(untried(library, version))
        case own => own.map(tried(library, version, _))
    scrolling("What a program reads of another version of a type", head, body, id := "compatibility")

  private def untried(library: String, version: String): Frag =
    val note = found.get((cell, library, op)).fold("")(_.note)
    row(library, version, experiments.map(_ => td(cls := "none")("–")) :+ td(cls := "note")(s"not tried: $note"))

  private def tried(library: String, version: String, way: String): Frag =
    val outcomes = experiments.map(outcome(_, library, way))
    // One in each direction; the others are in the titles of their cells.
    val details = outcomes.grouped(2).flatMap(_.flatten.find(!_.works)).map(_.detail).toList.distinct
    tr(dataLibrary := library, cls := (if Ours.isOurs(library) then "ours" else ""))(
      th(attr("scope") := "row")(named(library), if way == op then "" else ", " + way.stripPrefix(op + "-")),
      td(cls := "version")(version),
      outcomes.map:
        case Some(found) => td(cls := (if found.works then "" else "bad"), title := found.detail)(found.word)
        case None        => td(cls := "none")("–")
      ,
      td(cls := "note")(details.mkString("; "))
    )

  /** Who reads both ways as it is set up, and who returns something else without saying so. */
  def verdict: Option[String] =
    val own = libraries.map(_._1).filter(library => ways(library).contains(op))
    Option.when(own.nonEmpty):
      val outcomes = own.map(library => library -> experiments.flatMap(outcome(_, library, op)))
      val both     = outcomes.filter((_, of) => of.size == experiments.size && of.forall(_.works)).map(_._1)
      val silent   = outcomes.filter((_, of) => of.exists(_.word == Outcome.wrong)).map(_._1)
      s"An event type with a field more: ${both.size} of ${own.size} rows, as they are set up, read it both ways" +
        (if silent.isEmpty then "; none returns a wrong value."
         else s"; wrong values without an error: ${silent.mkString(", ")}.")

object Compatibility:
  /** The case of the cell that tries everything; each experiment becomes a cell of its own. */
  val cell = "compatibility"

  /** The operation; followed by a way to use a library, if that is not the row's own. */
  private val op = "compatible"

  /** The cases of the experiments, in the order of the table. */
  val experiments: List[String] = List("forward-event", "forward-list", "backward-event", "backward-list")

  /** What an experiment gave, as the harness notes it.
    *
    * @param detail
    *   the exception or the value; empty if it works
    */
  private final case class Outcome(word: String, detail: String):
    def works: Boolean = word == "works"

  private object Outcome:
    val wrong = "wrong value"

    def of(note: String): Outcome = note.split(": ", 2) match
      case Array(word, detail) => Outcome(word, detail)
      case _                   => Outcome(note, "")
