package brine.lab.model.books

/** A record of a few texts and a number, of which a list shares many texts. */
final case class Book(id: String, title: String, author: String, year: Int)
