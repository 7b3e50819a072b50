package brine.lab.page

import brine.lab.results.{LibraryRow, Results}

final class VariantsSuite extends munit.FunSuite:
  private val rows = List(
    LibraryRow("brine", "brine", studies = List("site")),
    LibraryRow("brine-dictionary", "brine", studies = List("site")),
    LibraryRow("brine", "brine-actor", studies = List("actors")),
    LibraryRow("fory", "fory"),
    LibraryRow("fory-compatible", "fory"),
    LibraryRow("kryo5", "kryo5"),
    LibraryRow("boopickle", "boopickle"),
    LibraryRow("boopickle-213-speed", "boopickle-213"),
    LibraryRow("java", "java-serialization", studies = List("log")),
    LibraryRow("akka-classic", "akka"),
    LibraryRow("akka-typed", "akka"),
    LibraryRow("pekko-typed", "pekko")
  )
  private val variants = Variants(rows)

  test("modes, settings and releases of one library are its variants; libraries are not"):
    val libraries = List(
      Set("brine", "brine-dictionary", "brine-unknown"),
      Set("fory", "fory-compatible"),
      Set("kryo5"),
      Set("boopickle", "boopickle-213-speed"),
      Set("akka-classic", "akka-typed"),
      Set("pekko-typed")
    )
    for one <- libraries; other <- libraries; a <- one; b <- other do
      assertEquals(variants.areSame(a, b), one == other, s"$a, $b")

  test("a row under another JDK or collector, and its second JVM, are the same library"):
    assert(variants.areSame("fory (JDK 21, zgc)", "fory-compatible"))
    assert(variants.areSame("control-fory", "fory"))
    assert(!variants.areSame("fory (JDK 21)", "kryo5 (JDK 21)"))

  test("a row that nobody described is a library of its own, but for Brine's"):
    val none = Variants(Nil)
    assert(!none.areSame("fory", "fory-compatible") && none.areSame("fory", "fory (JDK 25)"))
    assert(none.areSame("brine", "brine-standalone"))

  test("rows of other studies do not count"):
    val results = Results(Nil, LibraryRow("java", "elsewhere", studies = List("site")) :: rows, Nil, Nil, 0)
    assertEquals(Variants.of(results, "log").library("java"), "java-serialization")
    assertEquals(Variants.of(results, "site").library("java"), "elsewhere")

  test("being variants is an equivalence, whatever the rows are"):
    val random = scala.util.Random(11)
    val names  = List("brine", "brine-x", "a", "a-b", "b", "c")
    val peers  = List("a", "b", "boopickle", "boopickle-213", "")
    for _ <- 1 to 300 do
      val some = Variants(names.filter(_ => random.nextBoolean()).map(LibraryRow(_, peers(random.nextInt(peers.size)))))
      for a <- names; b <- names do
        assert(some.areSame(a, a))
        assertEquals(some.areSame(a, b), some.areSame(b, a))
        for c <- names if some.areSame(a, b) && some.areSame(b, c) do assert(some.areSame(a, c), s"$a, $b, $c")
