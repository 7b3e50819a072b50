package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** Start-up: the time from starting a JVM to the first message read back. */
final class StartUpSection(page: PageContext):
  private val found = page.summaries.filter(_.op.startsWith("startup")).map(s => (s.library, s.op) -> s).toMap
  private val rows  = page.rowsOf("site", Set("startup", "startup-deny"))

  def isEmpty: Boolean = rows.isEmpty

  def render: Frag = sectionOf(
    "startup",
    "From a cold start to the first message",
    p(
      "Milliseconds from just before a JVM is started until it has written and read back its first message, the ",
      "smallest site. The JVM's own start and the creation of the site are in it, for every library alike. The third ",
      "column tries the same with the memory access of sun.misc.Unsafe denied, as a later JDK will by default."
    ),
    chart("startup", "Milliseconds from the start of the JVM to the first message read back."),
    openDetails("Start-up", startUps)
  )

  private def startUps: Frag =
    val names = List("first message, ms", "with Unsafe denied", "warnings", "options needed", "note")
    RowTables("library", rows)("Start-up", names, id := "startups", cls := "sortable"): library =>
      val first    = found.get((library, "startup"))
      val denied   = found.get((library, "startup-deny"))
      val warnings = first.toList.flatMap(_.cells).flatMap(_.warnings).maxOption
      val options  = page.results.library(library).fold("")(_.options.mkString(" "))
      Seq(
        plain(first, "startup"),
        denied.fold(td(cls := "none")("–"))(s => if s.ok then td("works") else failure(s)),
        warnings.fold(td(cls := "none")("–"))(n =>
          td(cls := "number", dataKind := "warnings", dataValue := n.toString)(n.toString)
        ),
        td(options),
        td(cls := "note")(denied.filterNot(_.ok).orElse(first).fold("")(_.note))
      )
