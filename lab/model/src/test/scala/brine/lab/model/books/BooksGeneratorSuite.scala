package brine.lab.model.books

import java.nio.charset.StandardCharsets.UTF_8

/** That the data have the published shapes. */
class BooksGeneratorSuite extends munit.FunSuite:
  test("10,000 integers, half of them below 200 and a few in the hundred thousands"):
    val ints = BooksGenerator.ints
    assertEquals(ints.length, 10000)
    assert(ints.min >= 99)
    assertEqualsDouble(ints.count(_ < 200) / 10000.0, 0.5, 0.02)
    assertEqualsDouble(ints.count(_ > 100000).toDouble, 10, 8)
    assert(ints.max <= 10000000)

  test("8,000 doubles of all bits, a tenth of them negative"):
    val doubles = BooksGenerator.doubles
    assertEquals(doubles.length, 8000)
    assert(doubles.forall(double => double >= -1e5 && double < 9e5))
    assertEqualsDouble(doubles.count(_ < 0) / 8000.0, 0.1, 0.01)
    assert(doubles.forall(double => double.toFloat.toDouble != double))

  test("1,000 texts of 2 to 101 characters, few outside ASCII, nearly all different"):
    val strings = BooksGenerator.strings
    assertEquals(strings.size, 1000)
    assert(strings.forall(string => string.length >= 2 && string.length <= 101))
    assertEqualsDouble(strings.map(_.length).sum / 1000.0, 35, 2)
    val characters = strings.map(_.length).sum
    assertEqualsDouble((strings.map(_.getBytes(UTF_8).length).sum - characters).toDouble / characters, 0.024, 0.004)
    assert(strings.distinct.size > 980, strings.distinct.size.toString)

  test("a map of 10,000 short keys"):
    val map = BooksGenerator.stringIntMap
    assertEquals(map.keySet, (0 until 10000).map("No" + _).toSet)

  test("eight books by one author, with ids of their kind"):
    val (random, numeric) =
      (BooksGenerator.books(BooksGenerator.randomIds), BooksGenerator.books(BooksGenerator.numericIds))
    for books <- List(random, numeric) do
      assertEquals(books.size, 8)
      assertEquals(books.map(_.author).distinct.size, 1)
      assertEquals(books.map(_.title.length), Vector(6, 12, 12, 12, 23, 9, 13, 21))
      assertEquals(books.map(_.id).distinct.size, 8)
    assert(random.forall(_.id.matches("N[0-9a-f]{8}:[0-9a-f]")))
    assert(numeric.forall(_.id.matches("10[0-9]{2}")))

  test("a tree whose names repeat"):
    def all(branch: Branch): Seq[Branch] = branch +: branch.children.flatMap(all)
    def depth(branch: Branch): Int       = 1 + branch.children.map(depth).maxOption.getOrElse(0)
    val nodes                            = all(BooksGenerator.tree)
    assertEquals(nodes.map(_.name).distinct.size, 100)
    assertEquals(nodes.map(_.color).distinct.size, 5)
    assertEquals((nodes.size, depth(BooksGenerator.tree)), (685, 8))
