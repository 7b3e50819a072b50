package brine.lab.studies.evactor

import brine.lab.page.Published

/** The times that the authors of study `evactor` published. */
object EvactorPublished:
  /** A published time.
    *
    * @param ms
    *   milliseconds; none if the author gives no figure
    */
  final case class Events(source: String, year: String, library: String, row: String, events: Int, ms: Option[Double])

  lazy val times: List[Events] = Published.read("evactor-times.tsv", 6): columns =>
    Events(columns(0), columns(1), columns(2), columns(3), columns(4).toInt, columns(5).toDoubleOption)
