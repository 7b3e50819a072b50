package brine.lab.plan

import brine.lab.results.LibraryRow

/** Which cells of a study a run measures: by its mode, the libraries and the cases asked for.
  *
  * @param isRowChosen
  *   whether the user named the libraries, so that each of them counts as a contender
  * @param cases
  *   the cases asked for; empty for those of the mode. A name that ends in `*` stands for all that begin with the rest
  */
final class Selection(mode: Mode, isRowChosen: Boolean = false, cases: List[String] = Nil):
  /** Whether a row of a study is timed. Sizes are exact and quick to measure, so every row has them.
    *
    * @param hasOthers
    *   whether mode standard times other rows, too
    */
  def isContender(contenders: List[String], row: LibraryRow, hasOthers: Boolean = true): Boolean =
    val isOfAll = mode != Mode.Quick && (hasOthers || mode != Mode.Standard)
    isOfAll || isRowChosen || contenders.contains(row.name)

  /** Whether a case is measured.
    *
    * @param isHeadline
    *   whether mode quick has it
    * @param isStandard
    *   whether mode standard has it
    */
  def hasCase(name: String, isHeadline: Boolean, isStandard: Boolean = true): Boolean =
    if cases.nonEmpty then Selection.matches(cases, name)
    else
      mode match
        case Mode.Quick    => isHeadline
        case Mode.Standard => isStandard
        case _             => true

  /** Whether bytes of a case are measured: of all cases, unless the user chose some. */
  def hasSize(name: String): Boolean = cases.isEmpty || Selection.matches(cases, name)

object Selection:
  /** Whether one of the patterns stands for a name. */
  def matches(patterns: List[String], name: String): Boolean = patterns.exists: pattern =>
    if pattern.endsWith("*") then name.startsWith(pattern.init) else pattern == name
