package brine.journal.precondition

import brine.effort.Effort
import brine.journal.index.IndexFormat
import java.io.IOException
import scala.collection.mutable
import scala.util.Random

class UsedTagsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  /** Segments with tags, and what is to be done in the background. */
  private final class Journal(most: Int = 1000) extends UsedTags.Segments:
    val ended   = mutable.LinkedHashMap.empty[Long, Vector[String]]
    var current = 1L
    var tags    = Vector.empty[String]
    val tasks   = mutable.Queue.empty[() => Unit]
    var fails   = false
    var looks   = 0
    val used    = UsedTags(most, this)
    var deleted = 0L

    def before(number: Long): Vector[Long]      = ended.keysIterator.filter(_ < number).toVector
    def tagCount(number: Long): Int             = ended.get(number).fold(0)(_.size)
    def hashesOfTags(number: Long): Array[Long] =
      looks += 1
      if fails then throw IOException("a read that fails")
      ended.get(number).fold(Array.empty[Long])(_.iterator.map(IndexFormat.hash(_)).toArray)
    def deletedUntil(): Long              = deleted
    def inBackground(body: => Unit): Unit = tasks.enqueue(() => body)

    def define(name: String, hash: Long = 0): Unit = if !tags.contains(name) then
      used.add(TagState(name, 0, hash))
      tags :+= name

    def roll(): Unit =
      ended(current) = tags
      current += 1
      tags = Vector.empty

    def begin(): Unit = if used.wantsBegin then
      val now = tags
      used.begin(current, now.size, now)

    def work(): Unit = if tasks.nonEmpty then
      try tasks.dequeue().apply()
      catch case _: IOException => ()

    def isUnused(name: String): Boolean =
      val state = used.newTag(name, Long.MaxValue)
      assertEquals(state.hash, if state.knowsAll then IndexFormat.hash(name) else 0L)
      assertEquals(state.last, if state.knowsAll then deleted else Long.MaxValue)
      state.knowsAll

  test("it knows nothing until it was wanted, has begun, and has read what was before"):
    val journal = Journal()
    import journal.used
    Seq("a", "b").foreach(journal.define(_))
    journal.roll()
    journal.define("c")
    assert(!used.wantsBegin)
    journal.begin()
    assert(journal.tasks.isEmpty)
    assert(used.want())
    assert(!used.want())
    assert(!journal.isUnused("x"))
    journal.begin()
    assert(!used.wantsBegin)
    journal.define("d")
    while journal.tasks.nonEmpty do
      assert(!used.isComplete)
      assert(!journal.isUnused("x"))
      journal.work()
    assert(used.isComplete)
    Seq("a", "b", "c", "d").foreach(name => assert(!journal.isUnused(name), name))
    assert(journal.isUnused("x"))
    journal.define("x", IndexFormat.hash("x"))
    assert(!journal.isUnused("x"))
    journal.roll()
    assert(!journal.isUnused("x"))
    assert(journal.isUnused("y"))

  test("what cannot be read is read again when a segment has ended"):
    val journal = Journal()
    journal.define("a")
    journal.roll()
    journal.used.want(): Unit
    journal.begin()
    journal.fails = true
    while journal.tasks.nonEmpty do journal.work()
    assertEquals(journal.looks, 1)
    assert(!journal.isUnused("x"))
    journal.fails = false
    journal.roll()
    journal.used.segmentEnded()
    while journal.tasks.nonEmpty do journal.work()
    assert(journal.isUnused("x"))
    assert(!journal.isUnused("a"))

  test("it begins anew once it is full and events were deleted, and only then"):
    val journal                = Journal(most = 1)
    def fill(round: Int): Unit = (1 to 100_000).foreach(n => journal.used.add(TagState(s"$round-$n", 0)))
    def ends(): Unit           =
      journal.used.segmentEnded()
      journal.begin()
    def workAll(): Unit         = while journal.tasks.nonEmpty do journal.work()
    def absent(of: Int): Double = (1 to of).count(n => journal.isUnused(s"absent $n")).toDouble / of
    journal.used.want(): Unit
    journal.begin()
    workAll()
    journal.used.deleted()
    ends()
    assert(journal.used.isComplete, "it is not full")
    fill(1)
    assert(absent(1000) < 0.999)
    journal.define("kept")
    journal.roll()
    ends()
    assert(!journal.used.isComplete)
    journal.define("now")
    workAll()
    assertEquals(absent(1000), 1.0)
    Seq("kept", "now").foreach(name => assert(!journal.isUnused(name)))
    fill(2)
    ends()
    assert(journal.used.isComplete, "nothing was deleted since")

  test("whatever is defined, read, deleted and fails in any order, no later event has a tag than it says"):
    var all = 0
    for seed <- 1 to Effort.nameInterleavings do
      val random  = Random(seed)
      val journal = Journal(most = 1)
      var last    = Map.empty[String, Long]
      var ends    = Map.empty[Long, Long] // of segments
      var found   = 0
      for step <- 1 to 400 do
        def name = s"tag-${random.nextInt(step + 5)}"
        random.nextInt(12) match
          case 0 | 1 | 2 =>
            val one = name
            // By a state that was made when nobody knew, or one that was made now.
            val hash = if random.nextBoolean() then 0 else journal.used.newTag(one, 0).hash
            journal.define(one, hash)
            last += one -> step
          case 3 =>
            if random.nextInt(4) == 0 then
              ends += journal.current -> step
              journal.roll()
          case 4     => if random.nextInt(5) == 0 then journal.used.want(): Unit
          case 5     => journal.begin()
          case 6 | 7 =>
            journal.fails = random.nextInt(6) == 0
            journal.work()
          case 8 =>
            if random.nextInt(8) == 0 && journal.ended.nonEmpty then
              val first = journal.ended.head._1
              journal.ended -= first
              journal.deleted = ends(first)
              journal.used.deleted()
          case 9 => journal.used.segmentEnded()
          case _ =>
            val state = journal.used.newTag(name, Long.MaxValue)
            if state.knowsAll then
              found += 1
              assert(last.getOrElse(state.name, 0L) <= state.last, s"seed $seed, step $step: ${state.name}")
      if journal.used.isComplete then assert(journal.used.newTag(s"absent $seed", 0).knowsAll, s"seed $seed")
      all += found
    assert(all > Effort.nameInterleavings, s"$all")
