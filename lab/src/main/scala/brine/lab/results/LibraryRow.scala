package brine.lab.results

import brine.lab.studies.Study
import upickle.default.*

/** A row of the tables, as its peer describes it.
  *
  * @param peer
  *   the peer project that has it
  * @param traits
  *   what a reader may filter by
  * @param unavailable
  *   why it cannot be run here; empty when it can
  */
final case class LibraryRow(
    name: String,
    peer: String,
    version: String = "",
    traits: List[String] = Nil,
    settings: String = "",
    unavailable: String = "",
    options: List[String] = Nil
) derives ReadWriter:
  /** Whether the study knows the row: code repeated as it was published belongs to the study that published it. */
  def runs(study: Study): Boolean = study == Study.Evactor || !traits.contains("as-published")
