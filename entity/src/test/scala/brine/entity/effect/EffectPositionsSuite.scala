package brine.entity.effect

import brine.journal.{CompactionRules, Journal, JournalSettings, Offset, ReadError, RetentionRules, Stored}
import java.nio.file.Files
import munit.FunSuite
import scala.concurrent.duration.*

/** What becomes of the stored position: moved by hand, deleted, copied to another log, and kept by retention. */
class EffectPositionsSuite extends FunSuite, EffectsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  test("a position that is moved ends what runs, and the next start continues there"):
    withLog: log =>
      val receiver = Receiver()
      for number <- 1 to 10 do move(log, "a", number)
      running(log, received(receiver)()): old =>
        old.await(Offset(10), 30.seconds)
        Effects.moveTo(log, "moves", Offset(7))
        assert(ended(old).isInstanceOf[EffectsError.Fenced])
      running(log, received(receiver)()): moves =>
        moves.await(Offset(10), 30.seconds)
        assertEquals(moves.status.executed, 3L)
      val beyond = intercept[EffectsException](Effects.moveTo(log, "moves", Offset(1000)))
      assert(beyond.error.isInstanceOf[EffectsError.BeyondEnd])
      intercept[IllegalArgumentException](Effects.moveTo(log, "Moves", Offset(1)))

  test("a position that was deleted is an error, whether they would begin now or at the first event"):
    withLog: log =>
      val receiver = Receiver()
      val first    = move(log, "a", 1)
      running(log, received(receiver)())(_.await(first, 30.seconds))
      log.delete("brine.effects-moves").await()
      move(log, "a", 2)
      for begin <- Vector(EffectsBegin.Now, EffectsBegin.First) do
        val lost = intercept[EffectsException](Effects.start(log, received(receiver, begin)(), quick))
        assertEquals(lost.error, EffectsError.Lost("the effects 'moves'", "brine.effects-moves"))
      Effects.moveTo(log, "moves", first)
      running(log, received(receiver)()): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(moves.status.executed, 1L)

  test("in a copy of the log with other offsets they refuse to continue"):
    withLog: log =>
      val receiver = Receiver()
      for number <- 1 to 10 do move(log, "a", number)
      running(log, received(receiver)())(_.await(Offset(10), 30.seconds))
      withLog: copy =>
        // The first events were not copied.
        for record <- log.readAll[Stored](Offset(6)).toVector.toOption.get do
          copy
            .append(brine.journal.AppendBatch().to(record.stream).addStored(record.value.schema, record.value.bytes))
            .await()
        val copied = intercept[EffectsException](Effects.start(copy, received(receiver)(), quick))
        assert(copied.error.isInstanceOf[EffectsError.Copied], copied.error)
        Effects.moveTo(copy, "moves", copy.durable)

  test("a journal that keeps what they need, and compacts the rest, is continued"):
    val folder = Files.createTempDirectory("brine-effects")
    val small  = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)
    def open() = Journal.open(folder.resolve("log"), small)
    try
      val receiver = Receiver()
      val journal  = open()
      try
        running(journal, failing(receiver)): moves =>
          for number <- 1 to 300 do
            val offset = move(journal, s"${number % 7}", number)
            if number % 20 == 0 then
              moves.await(offset, 30.seconds)
              journal.append("filler", "x" * 5_000).await(): Unit
          move(journal, "late", 13)
          for number <- 1 to 900 do
            val offset = move(journal, s"${number % 7}", number)
            if number % 20 == 0 then
              moves.await(offset, 30.seconds)
              journal.append("filler", "x" * 5_000).await()
              val kept = journal.retain(RetentionRules(upTo = journal.durable, keepAfter = moves.status.keepAfter))
              assert(kept.isRight, kept)
          assert(journal.readAll[Stored](Offset(1)).next().left.exists(_.isInstanceOf[ReadError.Gone]))
          moves.await(journal.durable, 30.seconds)
          assert(journal.compact(CompactionRules(_.startsWith("brine.effects"))).isRight)
      finally journal.close()
      val again = open()
      try
        running(again, failing(receiver)): moves =>
          moves.await(again.durable, 30.seconds)
          assertEquals(moves.status.executed, 0L)
          assertEquals(moves.setAside.map(_.key), Vector("line-late"))
          assertEquals(moves.replay("line-late").left.exists(_.isInstanceOf[EffectsError.Failing]), true)
      finally again.close()
    finally brine.entity.projection.TestDatabase.deleteAll(folder)

  test("a start says that retention has deleted what comes next, and does not end those that run"):
    val folder  = Files.createTempDirectory("brine-effects")
    val small   = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)
    val journal = Journal.open(folder.resolve("log"), small)
    try
      def start(begin: EffectsBegin, name: String) =
        Effects.start(journal, effects(begin, name)((_, _) => ()), quick)
      def unreadable(begin: EffectsBegin) =
        intercept[EffectsException](start(begin, "new")).error match
          case EffectsError.Unreadable(_, _: ReadError.Gone) => ()
          case other                                         => fail(other.message)
      val known = move(journal, "a", 1)
      running(journal, effects(name = "old")((_, _) => ()))(_.await(known, 30.seconds))
      for number <- 1 to 40 do journal.append("filler", s"$number" + "x" * 5_000).await(): Unit
      val last = move(journal, "a", 2)
      assert(journal.retain(RetentionRules(upTo = journal.durable, keepAfter = last)).isRight)
      val first = journal.readAll[Stored](Offset(1)).next() match
        case Left(ReadError.Gone(first)) => first
        case other                       => fail(s"$other")
      unreadable(EffectsBegin.First)
      unreadable(EffectsBegin.After(Offset(1)))
      assertEquals(journal.version("brine.effects-new"), Right(0L))
      start(EffectsBegin.After(Offset.Begin), "kept").close()
      start(EffectsBegin.After(Offset(first.sequence - 1)), "after").close()
      start(EffectsBegin.Now, "now").close()
    finally
      journal.close()
      brine.entity.projection.TestDatabase.deleteAll(folder)

  private def failing(receiver: Receiver) = received(receiver): record =>
    if record.stream == "line-late" then throw EffectRefusedException("too late")
