package brine.codec.golden

import brine.codec.consistency.Case

/** A value of every codec there is, in records with a field for each; the reader in Python decodes them too. */
object GoldenEverything extends GoldenCases:
  private def add[A](of: Case[A]): Unit =
    import of.given
    val Seq(first, second)                    = of.values(2): @unchecked
    bare[A](s"every codec/${of.name}")("bare"                    -> first)
    dictionary[A](s"every codec/${of.name}")("with a dictionary" -> second)

  Case.all.foreach(add(_))
