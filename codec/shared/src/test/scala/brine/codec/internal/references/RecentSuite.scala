package brine.codec.internal.references

import scala.util.Random

/** Against a list of all that was entered, which is searched from its end. */
class RecentSuite extends munit.FunSuite:
  private def enter(recent: Recent, hash: Int): Unit =
    if recent.mustGrow then recent.grow()
    recent.enter(hash): Unit

  private def found(recent: Recent, hash: Int): List[Int] =
    Iterator.iterate(recent.latest(hash))(recent.older).takeWhile(_ >= 0).map(recent.distance).toList

  private def expected(entered: Seq[Int], hash: Int): List[Int] =
    entered.reverseIterator.take(Recent.Entries).zipWithIndex.collect { case (`hash`, back) => back + 1 }.toList

  test("there is nothing in an empty one"):
    assertEquals(new Recent().latest(0), -1)
    assertEquals(new Recent().count, 0)

  test("all entries of a hash code are found, the latest first, in every state of its growth"):
    val random  = Random(1)
    val recent  = new Recent
    val entered = collection.mutable.ArrayBuffer.empty[Int]
    for round <- 1 to 6000 do
      val hash = if random.nextInt(3) == 0 then random.nextInt(4) else random.nextInt()
      enter(recent, hash)
      entered += hash
      if round % 61 == 0 then
        for hash <- Seq(0, 1, 2, 3, entered(random.nextInt(entered.size)), random.nextInt()) do
          assertEquals(found(recent, hash), expected(entered.toSeq, hash), s"after $round")
    assertEquals(recent.count, 6000)

  test("hash codes that share a slot are told apart"):
    // With 128 slots the upper seven bits of a hash code's product with the golden ratio choose one.
    def slot(hash: Int) = (hash * 0x9e3779b1) >>> 25
    val together        = Iterator.from(0).filter(slot(_) == slot(0)).take(20).toList
    val recent          = new Recent
    (together ++ together).foreach(enter(recent, _))
    for (hash, i) <- together.zipWithIndex do assertEquals(found(recent, hash), List(20 - i, 40 - i))

  test("places double until there is one for each entry of the window"):
    val recent = new Recent
    val places = (1 to 5000).map: hash =>
      enter(recent, hash)
      recent.places
    assertEquals(places.distinct.toList, List(64, 128, 256, 512, 1024, 2048))
    assert(!recent.mustGrow)

  test("within the window no two entries have one place"):
    val recent = new Recent
    (1 to 3000).foreach(enter(recent, _))
    val last = (recent.count - Recent.Entries until recent.count).map(index => recent.place(recent.numberOf(index)))
    assertEquals(last.distinct.size, Recent.Entries)

  test("cleared it knows nothing of before"):
    val recent = new Recent
    for round <- 1 to 3 do
      (1 to 500 * round).foreach(enter(recent, _))
      recent.clear()
      assertEquals(recent.count, 0)
      assertEquals(found(recent, 7), Nil)
      enter(recent, 7)
      assertEquals(found(recent, 7), List(1))
