package brine.lab.results

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
  *   studies it takes part in; empty, which means all, for a peer that could not be asked
  * @param cases
  *   the only cases it takes part in; empty for all
  * @param guide
  *   page of the library that recommends the settings, without `https://`; empty if there is none
  */
final case class LibraryRow(
    name: String,
    peer: String,
    version: String = "",
    traits: List[String] = Nil,
    settings: String = "",
    unavailable: String = "",
    options: List[String] = Nil,
    studies: List[String] = Nil,
    cases: List[String] = Nil,
    guide: String = ""
) derives ReadWriter:
  def takesPart(study: String): Boolean = studies.isEmpty || studies.contains(study)

  /** Whether it takes part in a case of its studies. */
  def hasCase(name: String): Boolean = cases.isEmpty || cases.contains(name)

  /** Whether it is compared with other rows: code as published and messages left in a buffer are only shown. */
  def competes: Boolean = !traits.exists(Set("as-published", "reused-buffer"))
