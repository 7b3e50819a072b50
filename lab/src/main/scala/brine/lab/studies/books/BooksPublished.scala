package brine.lab.studies.books

import brine.lab.page.Published

/** The results that the author of study `books` published. */
object BooksPublished:
  /** A published result.
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

  lazy val all: List[Books] = Published.read("books.tsv", 10):
    case Array(source, year, platform, name, op, library, row, operations, bytes, gzip) =>
      Books(source, year, platform, name, op, library, row, operations.toDouble, bytes.toDouble, gzip.toDouble)
