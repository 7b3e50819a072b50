package brine.lab.studies.site

import brine.lab.page.Published

/** The figures that the authors of study `site` published. */
object SitePublished:
  /** A published figure per size.
    *
    * @param row
    *   the lab's library to compare with; empty if there is none
    * @param values
    *   one value per size of the study, in its order
    */
  final case class Sized(
      source: String,
      year: String,
      kind: String,
      measure: String,
      library: String,
      row: String,
      values: List[Double]
  )

  /** Times in nanoseconds; `measure` is the operation. */
  lazy val times: List[Sized] = read("site-times.tsv")

  /** Sizes in bytes; `measure` is `raw`, `gzip` or `gzip-together`. */
  lazy val sizes: List[Sized] = read("site-sizes.tsv")

  private def read(file: String): List[Sized] = Published.read(file, 6 + SiteStudy.sizes.size): columns =>
    Sized(
      columns(0),
      columns(1),
      columns(2),
      columns(3),
      columns(4),
      columns(5),
      columns.drop(6).map(_.toDouble).toList
    )
