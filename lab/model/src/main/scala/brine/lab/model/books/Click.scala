package brine.lab.model.books

/** The smallest message of the study: a number and a flag. */
final case class Click(x: Int, on: Boolean)
