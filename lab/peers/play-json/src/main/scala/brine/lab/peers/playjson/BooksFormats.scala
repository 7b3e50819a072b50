package brine.lab.peers.playjson

import play.api.libs.functional.syntax.*
import play.api.libs.json.{__, Format, Json, Reads, Writes}

import brine.lab.model.books.*

/** The formats of study `books`; those of arrays, maps and sequences are play-json's own. */
private object BooksFormats:
  private given Format[Book] = Json.format

  private def own[A](using reads: Reads[A], writes: Writes[A]): Format[A] = Format(reads, writes)

  val click: Format[Click]                   = Json.format
  val ints: Format[Array[Int]]               = own
  val doubles: Format[Array[Double]]         = own
  val strings: Format[Seq[String]]           = own
  val stringIntMap: Format[Map[String, Int]] = own
  val books: Format[Seq[Book]]               = own

  // A type that contains itself is beyond the macro; this is what the documentation shows for it.
  lazy val branch: Format[Branch] = (
    (__ \ "name").format[String] and
      (__ \ "color").format[String] and
      (__ \ "children").lazyFormat(
        own[Seq[Branch]](using Reads.seq(using branch), Writes.iterableWrites2(using summon, branch))
      )
  )(Branch.apply, branch => (branch.name, branch.color, branch.children))
