package brine.lab.page

import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** Tables of one study, all with the same rows: name, version, then figures. Immutable.
  *
  * @param called
  *   heading above the names
  * @param rows
  *   name and version of each row
  */
final class RowTables(called: String, rows: Seq[(String, String)]):
  /** A table with a heading for each column. */
  def apply(caption: String, columns: Seq[String], more: Modifier*)(cells: String => Seq[Frag]): Frag =
    table(caption, Seq(tr((Seq(called, "version") ++ columns).map(column(_)))), more, cells)

  /** A table in which the same columns stand under each group's heading. */
  def grouped(caption: String, groups: Seq[String], columns: Seq[String], more: Modifier*)(
      cells: String => Seq[Frag]
  ): Frag =
    val head = Seq(
      tr(column(called), column("version"), groups.map(column(_, columns.size))),
      tr(th(), th(cls := "version"), groups.map(_ => columns.map(column(_))))
    )
    table(caption, head, more, cells)

  /** Whether they have no rows. */
  def isEmpty: Boolean = rows.isEmpty

  /** The same tables with some of the rows. */
  def only(kept: String => Boolean): RowTables = RowTables(called, rows.filter((name, _) => kept(name)))

  private def table(caption: String, head: Seq[Frag], more: Seq[Modifier], cells: String => Seq[Frag]): Frag =
    scrolling(caption, head, rows.map((name, version) => row(name, version, cells(name))), more*)
