package brine.lab.browser

import brine.lab.model.books.BooksData

object Scala3Libraries extends Libraries:
  private val open: Map[String, BooksData => BrowserFormat] = Map(
    "brine"           -> BrineFormat.of,
    "upickle-json"    -> UpickleJsonFormat.of,
    "upickle-msgpack" -> UpickleMsgpackFormat.of,
    "circe"           -> CirceFormat.of
  )

  val names: Seq[String] = open.keys.toSeq

  def open(library: String, data: BooksData): BrowserFormat =
    open.getOrElse(library, throw IllegalArgumentException(s"this bundle has no $library"))(data)
