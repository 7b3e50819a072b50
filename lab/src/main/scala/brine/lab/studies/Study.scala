package brine.lab.studies

import brine.lab.run.Task.CellSpec

/** A published benchmark, run again.
  *
  * @param runnable
  *   false for a study this release only knows by name
  */
enum Study(val name: String, val title: String, val source: String, val runnable: Boolean):
  case Evactor
      extends Study(
        "evactor",
        "Events out and in: the Evactor benchmark",
        "scala-pickling, Evactor benchmark, 2013",
        true
      )
  case Site
      extends Study(
        "site",
        "One site and its events: comparison of serialization libraries",
        "D. Komanov, Scala Serialization, 2016 to 2022",
        true
      )
  case Actors extends Study("actors", "Actor runtimes", "zakgof, actors benchmark", false)
  case Log    extends Study("log", "Appending to a log file", "H. C. Cunningham, 2001", false)
  case Books  extends Study("books", "The BooPickle performance page", "O. Mattos, BooPickle perftests", false)

object Study:
  def named(name: String): Option[Study] = values.find(_.name == name)
  val runnable: List[Study]              = values.toList.filter(_.runnable)

object SiteStudy:
  val sizes: List[String] = List("1k", "2k", "4k", "8k", "64k")
  val kinds: List[String] = List("site", "events")
  val cases: List[String] = for kind <- kinds; size <- sizes yield s"$kind-$size"

  /** How many cells JMH times for one library. */
  val timed: Int = cases.size * 2

  /** Sizes do not change from round to round, so only the first measures them. */
  def cells(round: Int): List[CellSpec] =
    val sized = if round == 1 then List("size") else Nil
    for name <- cases; op <- sized ++ List("encode", "decode") yield CellSpec(name, op, None)

object EvactorStudy:
  /** The published x axis: 1000 to 10,000, then 20,000 to 38,000. */
  val published: List[Int] = (1000 to 10000 by 1000).toList ++ (20000 to 38000 by 2000)

  /** Fewer points that still show the shape: the rise, where the shared stream dies, and both ends. */
  val quick: List[Int] = List(1000, 4000, 7000, 10000, 20000, 38000)
  val smoke: List[Int] = List(1000, 4000)

  /** Runs in one JVM, of which the later half counts. */
  val publishedRuns = 10

  /** The case JMH times for the cost of one event. */
  val perEvent = "events-1000"

  def shots(counts: List[Int], runs: Int): List[CellSpec] =
    counts.map(n => CellSpec(s"events-$n", "run", Some(n), runs))

  def perEventCells(round: Int): List[CellSpec] =
    val sized = if round == 1 then List("size") else Nil
    (sized ++ List("encode", "decode")).map(CellSpec(perEvent, _, Some(1000)))
