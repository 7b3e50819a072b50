package brine.lab.studies

import brine.lab.page.{PageContext, Ranking}

/** What libraries take turns in: a study, or a person's own data. Stateless and thread-safe. */
trait Turned:
  /** The field `study` of the results file. */
  def name: String

  /** What its cells answer. Libraries whose places are undecided get further starts while there is time. */
  def rankings(page: PageContext): List[Ranking]
