package brine.lab.studies.actors

import brine.lab.page.Published

/** The times that the author of study `actors` published. */
object ActorsPublished:
  /** A published time.
    *
    * @param seconds
    *   seconds for one run at the published size
    * @param error
    *   the published error in seconds, if there is one
    */
  final case class Actors(
      source: String,
      year: String,
      library: String,
      row: String,
      name: String,
      seconds: Double,
      error: Option[Double]
  )

  lazy val all: List[Actors] = Published.read("actors.tsv", 7):
    case Array(source, year, library, row, name, seconds, error) =>
      Actors(source, year, library, row, name, seconds.toDouble, error.toDoubleOption)
