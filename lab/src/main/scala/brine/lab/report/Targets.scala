package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{PageContext, Target}

/** Brine's goals against a run's measurements, study by study. */
object Targets:
  def of(page: PageContext): List[Target] = Studies.all.flatMap(_.targets(page))
