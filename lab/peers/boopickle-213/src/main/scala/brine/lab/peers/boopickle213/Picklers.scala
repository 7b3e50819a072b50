package brine.lab.peers.boopickle213

import boopickle.Default._

import brine.lab.model.books._

/** One pickler a type, made by BooPickle's macro and kept. None is implicit here: what the macro writes for a type that
  * contains itself has an implicit of its own, and two would be one too many.
  */
private object Picklers {
  val click: Pickler[Click]                   = generatePickler[Click]
  val ints: Pickler[Array[Int]]               = implicitly
  val doubles: Pickler[Array[Double]]         = implicitly
  val strings: Pickler[Seq[String]]           = implicitly
  val branch: Pickler[Branch]                 = generatePickler[Branch]
  val stringIntMap: Pickler[Map[String, Int]] = implicitly
  val books: Pickler[Seq[Book]]               = implicitly
}
