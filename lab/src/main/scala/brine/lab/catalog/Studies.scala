package brine.lab.catalog

import brine.lab.studies.Study
import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.LogStudy
import brine.lab.studies.site.SiteStudy
import brine.lab.studies.whole.WholeStudy

/** The studies of the lab. A new study is an entry here and a folder beside the others. */
object Studies:
  /** All studies, in the order of the page. */
  val all: List[Study] = List(SiteStudy, EvactorStudy, BooksStudy, ActorsStudy, LogStudy, WholeStudy)

  def named(name: String): Option[Study] = all.find(_.name == name)
