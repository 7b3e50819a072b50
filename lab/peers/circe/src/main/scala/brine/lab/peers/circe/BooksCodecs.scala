package brine.lab.peers.circe

import io.circe.{Codec, Decoder, Encoder}

import brine.lab.model.books.*

/** The codecs of study `books`; those of arrays, maps and sequences are circe's own. */
private object BooksCodecs:
  private given Codec[Book] = Codec.AsObject.derived

  private def own[A](using decoder: Decoder[A], encoder: Encoder[A]): Codec[A] = Codec.from(decoder, encoder)

  given branch: Codec[Branch]               = Codec.AsObject.derived
  val click: Codec[Click]                   = Codec.AsObject.derived
  val ints: Codec[Array[Int]]               = own
  val doubles: Codec[Array[Double]]         = own
  val strings: Codec[Seq[String]]           = own
  val stringIntMap: Codec[Map[String, Int]] = own
  val books: Codec[Seq[Book]]               = own
