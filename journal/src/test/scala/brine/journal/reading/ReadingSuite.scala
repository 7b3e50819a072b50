package brine.journal.reading

import brine.journal.*
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.time.{Clock, Instant, ZoneId, ZoneOffset}

/** Places by time while retention deletes what is looked at. */
class ReadingSuite extends munit.FunSuite:
  private val folder = Path.of("data")

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  /** Each append has the next second. */
  private final class Ticking extends Clock:
    private var seconds                        = 0L
    def getZone: ZoneId                        = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
    override def instant: Instant              = synchronized:
      seconds += 1
      Instant.ofEpochSecond(seconds)

  /** Looks for the time of an event, and deletes all segments that have ended before the n-th look. Returns how often
    * it has looked.
    */
  private def findDuring(event: Int, place: Int, followed: Boolean): Int =
    val storage  = MemoryStorage()
    val settings = JournalSettings(segmentSize = 1 << 16, clock = Ticking())
    val journal  = Journal.open(folder, settings, storage)
    try
      for round <- 1 to 3 do
        for number <- 1 to 3 do ok(journal.append("stream", s"$round $number").await())
        journal.endSegment()
      for number <- 1 to 3 do ok(journal.append("stream", s"last $number").await())
      val time         = ok(journal.readAll[String]().toVector)(event - 1).at
      var looks        = 0
      var isActing     = false
      def look(): Unit = if !isActing then
        looks += 1
        if looks == place then
          isActing = true
          ok(journal.retain(RetentionRules(bytes = 0))): Unit
          isActing = false
      val reader =
        if followed then JournalReader.open(folder, settings, Stepping.storage(storage, () => look())) else journal
      val view =
        if followed then reader.view else Stepping.view(journal.asInstanceOf[JournalReader].view, () => look())
      try
        looks = 0
        val found = ok(Reading.offsetAt(view, time))
        // What is kept begins with the tenth; before retention it is the event itself.
        val kept = math.max(event, 10)
        assert(found == Offset(event) || found == Offset(kept), s"event $event, look $place: $found")
      finally if followed then reader.close()
      looks
    finally journal.close()

  test("the offset of a time is found, wherever retention deletes meanwhile"):
    for
      followed <- List(false, true)
      event    <- List(1, 5, 8, 10, 12)
    do
      var place = 1
      while findDuring(event, place, followed) >= place do place += 1
      assert(place > 2, place)
