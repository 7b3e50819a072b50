package brine.entity.erasure

import brine.codec.Codec
import brine.entity.projection.TestDatabase
import java.nio.file.Files

/** Measures what sealed values cost: `./brine sbt "entity/Test/runMain brine.entity.erasure.sealRates"`. Prints the
  * median of some rounds, with the least and the most.
  */
@main def sealRates(): Unit =
  val folder = Files.createTempDirectory("brine-seal-rates")
  try
    val store = KeyFolder.open(folder)
    val keys  = Keys.over(store)
    val text  = "Ada Byron"

    def measured(what: String, calls: Int)(call: Int => Any): Unit =
      val micros = Vector.tabulate(9): round =>
        val start = System.nanoTime
        for number <- 0 until calls do call(round * calls + number): Unit
        (System.nanoTime - start) / 1000.0 / calls
      val sorted = micros.drop(2).sorted // the first rounds warm up
      println(f"$what: ${sorted(3)}%.1f µs (${sorted.head}%.1f to ${sorted.last}%.1f)")

    val value = keys.seal("person", text)
    println(s"bytes of '$text': ${Codec.encodeBare(text).length}, sealed: ${Codec.encodeBare(value).length}")
    measured("seal, key in memory", 100_000)(_ => keys.seal("person", text))
    measured("open, key in memory", 100_000)(_ => keys.open(value))
    measured("seal for a new subject, with a key", 100)(number => keys.seal(s"new-$number", text))
    val cold   = Keys.over(store, KeysSettings(subjectsInMemory = 0))
    val values = Vector.tabulate(900)(number => keys.seal(s"new-$number", text))
    measured("open, key on disk", 2_000)(number => cold.open(values(number % values.size)))
    measured("forget", 50)(number => keys.forget(s"new-$number"))
    store.close()
  finally TestDatabase.deleteAll(folder)
