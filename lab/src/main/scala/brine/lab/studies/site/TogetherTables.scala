package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** The question of the 2016 article about event stores: messages one by one against messages together, raw and
  * compressed. Formats that a library has for many messages appear beside them; a peer's new format becomes a row
  * without changes here.
  */
final class TogetherTables(page: PageContext):
  private val summaries = page.summaries.filter(s => s.study == "site" && s.op.startsWith("size"))
  private val found     = summaries.map(s => (s.name, s.library, s.op) -> s).toMap
  private val libraries = page.rowsOf("site", Set("size"))
  private val last      = SiteStudy.sizes.last

  private type Figure = (String, Summary.Sizes => Double)
  private val alone: List[Figure]    = List("raw" -> (_.raw), "gzip" -> (_.gzip), "zstd" -> (_.zstdEach))
  private val together: List[Figure] = List("raw" -> (_.stream), "gzip" -> (_.together), "zstd" -> (_.zstd))

  def render: Frag =
    if summaries.isEmpty then frag()
    else
      frag(
        openDetails(
          s"Events one by one and together, and containers (bytes for the ${events(last)} events of the $last site)",
          p(
            "One by one, every message is kept and compressed on its own, and the sizes are sums. Together, all ",
            "messages are in one stream, a 4-byte length before each, and that stream is compressed. The rows of a ",
            "container contain the messages in that format instead: a container for each message, and one container for all."
          ),
          table(last)
        ),
        details("The same for the shorter histories", SiteStudy.sizes.init.map(table))
      )

  private def events(size: String): String =
    summaries.find(s => s.name == s"events-$size" && s.n.nonEmpty).fold("")(s => Numbers.whole(s.n.get))

  private def table(size: String): Frag =
    val name = s"events-$size"
    val head = Seq(
      tr(
        column("library"),
        column("version"),
        column("one by one", 3),
        column("together", 3),
        column("smallest together, as a share of the smallest one by one")
      ),
      tr(th(), th(cls := "version"), (alone ++ together).map((word, _) => column(word)), th())
    )
    val body = libraries.flatMap: (library, version) =>
      val forms =
        summaries.filter(s => s.name == name && s.library == library && s.op != "size").map(_.op).distinct.sorted
      val plain = found.get((name, library, "size"))
      line(library, library, version, plain, plain) ::
        forms.map: op =>
          line(library, s"$library, ${op.stripPrefix("size-")}", version, found.get((name, library, op)), plain)
    scrolling(s"Bytes of the events of the $size site, one by one and together", head, body, id := s"together-$size")

  /** One row of the table.
    *
    * @param plain
    *   the library's messages themselves, which a format for many messages is compared with: nobody stores one message
    *   per container
    */
  private def line(
      library: String,
      shown: String,
      version: String,
      summary: Option[Summary],
      plain: Option[Summary]
  ): Frag =
    def least(figures: List[Figure])(sizes: Summary.Sizes) = figures.map((_, figure) => figure(sizes)).min
    val share = for all <- summary.flatMap(_.sizes); each <- plain.flatMap(_.sizes)
    yield least(together)(all) / least(alone)(each)
    tr(dataLibrary := library, cls := (if Ours.isOurs(library) then "ours" else ""))(
      th(attr("scope") := "row")(shown),
      td(cls := "version")(version),
      (alone ++ together).map((_, figure) => count(summary, "size", _.sizes.map(figure))),
      share.fold(td(cls := "none")("–"))(part => td(cls := "number")(Numbers.percent(part)))
    )
