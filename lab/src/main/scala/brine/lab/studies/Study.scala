package brine.lab.studies

import brine.lab.run.Task.CellSpec

/** A published benchmark that the lab repeats. */
enum Study(val name: String, val title: String, val source: String):
  case Evactor
      extends Study(
        "evactor",
        "Events out and in: the Evactor benchmark",
        "scala-pickling, Evactor benchmark, 2013"
      )
  case Site
      extends Study(
        "site",
        "One site and its events: comparison of serialization libraries",
        "D. Komanov, Scala Serialization, 2016 to 2022"
      )
  case Actors
      extends Study(
        "actors",
        "Actors made, told, asked and stopped: the Akka and actr benchmark",
        "zakgof, akka-actr-benchmark, 2019 to 2020"
      )
  case Log
      extends Study(
        "log",
        "Appending to a log that forces: serialization throughput, and callers and events in flight",
        "W. Cunningham, serialization throughput for Prevayler, 2001"
      )
  case Books
      extends Study(
        "books",
        "Eight data sets out and in: BooPickle's performance page",
        "O. Chrons, BooPickle performance tests, 2015 to 2024"
      )

object Study:
  def named(name: String): Option[Study] = values.find(_.name == name)
  val all: List[Study]                   = values.toList

  /** Sizes do not change between rounds, so only the first round measures them. */
  private[studies] def cells(cases: List[String], round: Int): List[CellSpec] =
    val sized = if round == 1 then List("size") else Nil
    for name <- cases; op <- sized ++ List("encode", "decode") yield CellSpec(name, op, None)

object SiteStudy:
  val sizes: List[String] = List("1k", "2k", "4k", "8k", "64k")
  val kinds: List[String] = List("site", "events")
  val cases: List[String] = for kind <- kinds; size <- sizes yield s"$kind-$size"

  /** Number of cells that JMH times for one library. */
  val timed: Int = cases.size * 2

  def cells(round: Int): List[CellSpec] = Study.cells(cases, round)

object EvactorStudy:
  /** The published x axis: 1000 to 10,000, then 20,000 to 38,000. */
  val published: List[Int] = (1000 to 10000 by 1000).toList ++ (20000 to 38000 by 2000)

  /** Fewer points that still show the shape: the rise, the failure of the shared stream, and both ends. */
  val quick: List[Int] = List(1000, 4000, 7000, 10000, 20000, 38000)
  val smoke: List[Int] = List(1000, 4000)

  /** Consecutive runs in one JVM, of which the later half counts. */
  val publishedRuns = 10

  /** The case in which JMH times the cost of one event. */
  val perEvent = "events-1000"

  def shots(counts: List[Int], runs: Int): List[CellSpec] =
    counts.map(n => CellSpec(s"events-$n", "run", Some(n), runs))

  def perEventCells(round: Int): List[CellSpec] =
    val sized = if round == 1 then List("size") else Nil
    (sized ++ List("encode", "decode")).map(CellSpec(perEvent, _, Some(1000)))

object BooksStudy:
  /** The data sets in the published order, each with its description. */
  val described: List[(String, String)] = List(
    "event"             -> "one record of a number and a flag",
    "int-array"         -> "an array of 10,000 Ints",
    "double-array"      -> "an array of 8,000 Doubles",
    "string-seq"        -> "a sequence of 1,000 texts",
    "tree"              -> "a tree of 685 records",
    "string-int-map"    -> "a map of 10,000 texts to Ints",
    "books-random-ids"  -> "eight books with random ids",
    "books-numeric-ids" -> "eight books with numerical ids"
  )
  val cases: List[String] = described.map(_._1)

  /** Number of cells that JMH times for one library. */
  val timed: Int = cases.size * 2

  def cells(round: Int): List[CellSpec] = Study.cells(cases, round)
