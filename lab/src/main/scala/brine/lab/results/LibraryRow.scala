package brine.lab.results

import brine.lab.studies.Study
import upickle.default.*

/** A row of the tables, as its peer describes it.
  *
  * @param peer
  *   peer project that contains it
  * @param traits
  *   properties that a reader may filter by
  * @param unavailable
  *   why it cannot run here; empty if it can
  * @param studies
  *   studies it takes part in; all for a peer that could not be asked
  * @param cases
  *   cases it takes part in, in the studies `actors` and `log`; empty for all
  */
final case class LibraryRow(
    name: String,
    peer: String,
    version: String = "",
    traits: List[String] = Nil,
    settings: String = "",
    unavailable: String = "",
    options: List[String] = Nil,
    studies: List[String] = Study.all.map(_.name),
    cases: List[String] = Nil
) derives ReadWriter:
  /** Whether the row takes part in a study: code repeated as published belongs to the study that published it. */
  def runs(study: Study): Boolean =
    studies.contains(study.name) && (study == Study.Evactor || !traits.contains("as-published"))
