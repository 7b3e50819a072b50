package brine.lab.studies.books

import brine.lab.page.{PageContext, Target}
import brine.lab.studies.CodecTargets

/** Brine's goals in study `books`: smallest and fastest in every cell. */
final class BooksTargets(page: PageContext):
  private val codec = CodecTargets(page, BooksStudy.name)
  import codec.*

  /** Every goal; empty if the run has no row of Brine. */
  def all: List[Target] = ours.toList.flatMap: us =>
    smallest(us, BooksStudy.cases, "size against peers") ::
      dictionary.toList.map(smallest(_, BooksStudy.cases, "size against peers, dictionary on")) ++
      List("encode", "decode").map(op => timed(fastest(us, op, BooksStudy.cases)))
