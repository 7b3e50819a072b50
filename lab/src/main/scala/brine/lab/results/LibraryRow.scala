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
  * @param studies
  *   the studies it has a part in; a peer that cannot be asked is a row of them all
  * @param cases
  *   of study `actors`: the cases it is for, all when empty
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
  /** Whether the study knows the row: code repeated as it was published belongs to the study that published it. */
  def runs(study: Study): Boolean =
    studies.contains(study.name) && (study == Study.Evactor || !traits.contains("as-published"))
