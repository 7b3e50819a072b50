package brine.lab.report

import brine.lab.studies.SiteStudy

/** The authors' published figures, read from the lab's resources (see the README beside them). */
object Published:
  /** A published figure per size.
    *
    * @param row
    *   the lab's library to compare with; empty if there is none
    * @param values
    *   one value per size of the study, in its order
    */
  final case class Sized(
      source: String,
      year: String,
      kind: String,
      measure: String,
      library: String,
      row: String,
      values: List[Double]
  )

  /** A published time of study `evactor`.
    *
    * @param ms
    *   milliseconds; none if the author gives no figure
    */
  final case class Events(source: String, year: String, library: String, row: String, events: Int, ms: Option[Double])

  /** Times in nanoseconds; `measure` is the operation. */
  lazy val siteTimes: List[Sized] = sized("site-times.tsv")

  /** Sizes in bytes; `measure` is `raw`, `gzip` or `gzip-together`. */
  lazy val siteSizes: List[Sized] = sized("site-sizes.tsv")

  lazy val evactorTimes: List[Events] = Assets
    .lines("published/evactor-times.tsv")
    .drop(1)
    .map: line =>
      line.split("\t", -1) match
        case Array(source, year, library, row, events, ms) =>
          Events(source, year, library, row, events.toInt, ms.toDoubleOption)
        case other => throw IllegalStateException(s"published/evactor-times.tsv: ${other.length} columns")

  /** A published result of study `books`.
    *
    * @param platform
    *   `jvm` or `browser`; empty if the author does not say
    * @param operations
    *   operations per second
    */
  final case class Books(
      source: String,
      year: String,
      platform: String,
      name: String,
      op: String,
      library: String,
      row: String,
      operations: Double,
      bytes: Double,
      gzip: Double
  )

  lazy val books: List[Books] = Assets
    .lines("published/books.tsv")
    .drop(1)
    .map: line =>
      line.split("\t", -1) match
        case Array(source, year, platform, name, op, library, row, operations, bytes, gzip) =>
          Books(source, year, platform, name, op, library, row, operations.toDouble, bytes.toDouble, gzip.toDouble)
        case other => throw IllegalStateException(s"published/books.tsv: ${other.length} columns")

  /** A published time of study `actors`.
    *
    * @param seconds
    *   seconds for one run at the published size
    * @param error
    *   the published error in seconds, if there is one
    */
  final case class Actors(
      source: String,
      year: String,
      library: String,
      row: String,
      name: String,
      seconds: Double,
      error: Option[Double]
  )

  lazy val actors: List[Actors] = Assets
    .lines("published/actors.tsv")
    .drop(1)
    .map: line =>
      line.split("\t", -1) match
        case Array(source, year, library, row, name, seconds, error) =>
          Actors(source, year, library, row, name, seconds.toDouble, error.toDoubleOption)
        case other => throw IllegalStateException(s"published/actors.tsv: ${other.length} columns")

  private def sized(file: String): List[Sized] = Assets
    .lines(s"published/$file")
    .drop(1)
    .map: line =>
      val columns = line.split("\t", -1).toList
      require(columns.size == 6 + SiteStudy.sizes.size, s"$file: ${columns.size} columns")
      Sized(columns(0), columns(1), columns(2), columns(3), columns(4), columns(5), columns.drop(6).map(_.toDouble))
