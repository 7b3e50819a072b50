package brine.lab.page

import brine.lab.results.{Cell, LibraryRow, Results}

/** Which rows are variants of one library: its modes, settings and releases, or the same row under several JDKs or
  * collectors. They do not compete with each other, because a reader chooses between libraries first.
  *
  * Rows of one peer are variants of its library. A row that nobody described, as in a part of a results file, is a
  * library of its own.
  *
  * @param libraries
  *   the rows of one study
  */
final class Variants(libraries: List[LibraryRow]):
  private val peers = libraries.map(row => row.name -> row.peer).toMap

  /** The library that a row belongs to.
    *
    * @param label
    *   the row's name, as tables show it: a JDK, collector or platform may follow in brackets
    */
  def library(label: String): String =
    val name = label.takeWhile(_ != ' ').stripPrefix(Cell.controlPrefix)
    if Ours.isOurs(name) then Ours.mainRow
    else peers.get(name).filter(_.nonEmpty).fold(name)(peer => Variants.sameLibrary.getOrElse(peer, peer))

  /** Whether two rows are variants of one library. */
  def areSame(label: String, other: String): Boolean = library(label) == library(other)

object Variants:
  /** Peers that have another release of a peer's library. */
  private val sameLibrary = Map("boopickle-213" -> "boopickle")

  /** The variants among the rows of a study in a run. */
  def of(results: Results, study: String): Variants = Variants(results.libraries.filter(_.takesPart(study)))
