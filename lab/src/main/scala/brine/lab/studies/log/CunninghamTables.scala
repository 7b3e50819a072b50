package brine.lab.studies.log

import brine.lab.page.*

/** The results of the 2001 program in its author's format: five columns separated by tabs, one file per library. */
object CunninghamTables:
  val header: String =
    List("record size", "records written", "bytes per record", "records per sec", "integers per sec").mkString("\t")

  /** File name and content for every library with data. */
  def all(summaries: List[Summary]): List[(String, String)] =
    val points = summaries.filter(s => s.study == LogStudy.name && LogPrograms.isCunningham(s.name))
    points
      .groupBy(_.library)
      .toList
      .sortBy(_._1)
      .flatMap: (library, found) =>
        val bytes = found.filter(_.op == "bytes").flatMap(s => s.time.map(s.name -> _.value)).toMap
        val lines = for
          summary <- found.filter(s => s.op == "records" && s.ok).sortBy(_.n)
          n       <- summary.n
          rate    <- summary.time.map(_.value)
          size    <- bytes.get(summary.name)
        yield List(
          n.toString,
          summary.cells.flatMap(_.runs).sum.toString,
          Numbers.raw(rounded(size)),
          Numbers.raw(rounded(rate)),
          Numbers.raw(rounded(rate * n))
        ).mkString("\t")
        Option.when(lines.nonEmpty)(
          s"log-cunningham-${library.replaceAll("[^\\w.-]+", "-")}.tsv" -> (header :: lines).mkString("", "\n", "\n")
        )

  private def rounded(value: Double) = math.rint(value * 10) / 10
