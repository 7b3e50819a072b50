package brine.journal.lookup

class MergePlanSuite extends munit.FunSuite:
  /** Merges as long as there is something to merge; returns what is merged then, and how many segments were read. */
  private def settle(merged: Vector[(Long, Long)], oldest: Long, newest: Long): (Vector[(Long, Long)], Long) =
    var known = merged.filter(_._2 >= oldest)
    var read  = 0L
    var next  = MergePlan.next(known, oldest, newest)
    var steps = 0
    while next.nonEmpty do
      val (from, last) = next.get
      // A merged index that begins before is merged as a whole.
      val first = known.filter((f, l) => f <= from && l >= from).map(_._1).headOption.getOrElse(from)
      assert(first <= last && last <= newest, s"$next of $known, $oldest to $newest")
      read += last - first + 1
      known = (known.filterNot((f, l) => f >= first && l <= last) :+ (first, last)).sortBy(_._1)
      steps += 1
      assert(steps < 100_000, s"$known")
      next = MergePlan.next(known, oldest, newest)
    (known, read)

  private def uncovered(merged: Vector[(Long, Long)], oldest: Long, newest: Long): Long =
    (oldest to newest).count(n => !merged.exists((first, last) => first <= n && n <= last)).toLong

  private def levels(segments: Long): Int = (math.log(segments.toDouble) / math.log(4)).toInt + 1

  test("few files cover any number of segments, and each segment is merged once for each size"):
    var merged = Vector.empty[(Long, Long)]
    var read   = 0L
    for newest <- 1L to 3000L do
      val (now, more) = settle(merged, 1, newest)
      merged = now
      read += more
      assert(merged.size <= 3 * levels(newest), s"$newest: $merged")
      assert(uncovered(merged, 1, newest) < MergePlan.Fanout, s"$newest: $merged")
    assert(read <= 3000L * levels(3000), s"$read")

  test("a journal without merged indexes gets the same as one that had them from the beginning"):
    for newest <- Seq(1L, 3L, 4L, 5L, 63L, 64L, 65L, 600L) do
      var grown = Vector.empty[(Long, Long)]
      for n <- 1L to newest do grown = settle(grown, 1, n)._1
      assertEquals(settle(Vector.empty, 1, newest)._1, grown)

  test("retention and lost files leave few files too"):
    val random = scala.util.Random(1)
    for _ <- 1 to 300 do
      var merged = Vector.empty[(Long, Long)]
      var oldest = 1L
      var newest = 0L
      for _ <- 1 to 40 do
        newest += random.nextInt(30)
        if random.nextInt(3) == 0 then oldest = math.max(oldest, newest - random.nextInt(100))
        if random.nextInt(4) == 0 then merged = merged.filter(_ => random.nextInt(3) > 0)
        if newest >= oldest then
          merged = settle(merged, oldest, newest)._1
          assert(merged.size <= 6 * levels(newest), s"$oldest to $newest: $merged")
          assert(uncovered(merged, oldest, newest) < MergePlan.Fanout, s"$oldest to $newest: $merged")
