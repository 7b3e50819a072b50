package brine.journal.golden

import brine.codec.Compression
import brine.journal.*
import brine.journal.golden.GoldenTypes.{Later, Note}
import brine.journal.golden.GoldenTypes.Note.{Closed, Created, Line}
import brine.journal.format.{SegmentHeader, Watermark}
import java.time.Instant
import java.util.UUID

/** The golden journals. Cases are added, and never changed. */
object GoldenCases:
  final case class GoldenCase(name: String, make: () => GoldenMaker)

  private val began         = Instant.parse("2026-11-20T08:30:00.25Z")
  private def key(n: Int)   = UUID(0x0011223344554000L + n, 0x8899aabbccddeeffL)
  private def lines(n: Int) = (1 to n).map(i => Line(s"line $i", i): Note)
  private val created: Note = Created("a", began)
  private val any           = ExpectedVersion.Any

  private def of(name: String)(fill: GoldenMaker => Unit): GoldenCase =
    GoldenCase(
      name,
      () =>
        val maker = GoldenMaker()
        fill(maker)
        maker
    )

  /** One that is made of another, and of what happened to it. */
  private def after(name: String, first: GoldenMaker => Unit)(happens: GoldenMaker => Unit): GoldenCase =
    GoldenCase(
      name,
      () =>
        val maker = GoldenMaker()
        var left  = Option.empty[GoldenMaker]
        maker.use(): journal =>
          fillForCrash(maker, journal)
          left = Some(maker.copy)
        first(left.get)
        happens(left.get)
        left.get
    )

  private def fillForCrash(maker: GoldenMaker, journal: Journal): Unit =
    for i <- 1 to 3 do maker.done(journal.append("a", any, Seq[Note](Line(s"safe $i", i), Line("and", i))))
    for i <- 4 to 7 do maker.done(journal.append("a", any, Seq[Note](Line(s"written $i", i)), level = Level.OsCache))

  private def nothing(maker: GoldenMaker): Unit = ()

  val all: List[GoldenCase] = List(
    of("empty")(maker => maker.use()(_ => ())),
    of("single-stream"): maker =>
      maker.use(): journal =>
        maker.done(journal.append("notes", ExpectedVersion.NoStream, Seq(created)))
        for i <- 1 to 4 do maker.done(journal.append("notes", Line("é €", i): Note))
        maker.done(journal.append("notes", ExpectedVersion(5), Seq[Note](Closed)))
    ,
    of("streams-tags-keys"): maker =>
      maker.use(): journal =>
        maker.done(journal.append("a", any, Seq(created), Some(key(1)), Set("urgent")))
        maker.done(journal.append("b", any, lines(3), Some(key(2)), Set("urgent", "später")))
        maker.together(journal, Closed: Note):
          Seq(
            journal.append("a", any, lines(1), tags = Set("urgent")),
            journal.append("b", any, lines(2), Some(key(3))),
            journal.append("a", any, Seq[Note](Closed))
          )
      maker.later(3600000)
      maker.use()(journal => maker.done(journal.append("a", ExpectedVersion(3), lines(1), Some(key(4)))))
    ,
    of("several-streams-at-once"): maker =>
      maker.use(): journal =>
        maker.done(journal.append("a", any, Seq(created)))
        maker.done(
          journal.appendAll(
            Seq(
              StreamAppend("a", ExpectedVersion(1), lines(2), Set("moved")),
              StreamAppend("b", ExpectedVersion.NoStream, lines(3)),
              StreamAppend("c", any, Seq("another type"), Set("moved"))
            ),
            Some(key(5))
          )
        )
        maker.done(journal.append("b", any, Seq[Note](Closed)))
    ,
    of("large-append"): maker =>
      maker.use(JournalSettings(segmentSize = 2 << 20, firstSegmentSize = 2 << 20)): journal =>
        maker.done(journal.append("a", any, Seq(created)))
        maker.done(journal.append("a", any, Seq[Note](Line("x" * 300000, 1), Line("y" * 400000, 2))))
        maker.done(journal.append("a", any, Seq[Note](Closed)))
    ,
    of("deflate"): maker =>
      maker.use(GoldenMaker.settings.copy(compression = Compression.Deflate)): journal =>
        maker.done(journal.append("a", any, Seq(created)))
        for i <- 1 to 3 do maker.done(journal.append("a", any, lines(20 * i)))
        maker.done(journal.append("a", any, Seq[Note](Closed)))
    ,
    of("evolved"): maker =>
      maker.use(): journal =>
        maker.done(journal.append("a", any, created +: lines(2)))
        maker.endSegment(journal)
        maker.done(
          journal.append(
            "a",
            ExpectedVersion(3),
            Seq(Later.Note.Created("b", began.plusSeconds(1), Some("Ada")), Later.Note.Line(1L << 40, "long"))
          )
        )
        maker.done(journal.append("b", any, Seq[Later.Note](Later.Note.Opened("Ada"))))
        maker.done(journal.append("b", any, Seq(created)))
    ,
    of("sealed-last"): maker =>
      maker.use(): journal =>
        maker.done(journal.append("a", any, lines(3)))
        maker.endSegment(journal)
        maker.done(journal.append("a", any, lines(3)))
        maker.endSegment(journal)
      // The last segment is gone with the power before it became one: its file is named when its header is safe.
      maker.storage.delete(maker.folder.resolve(maker.segments.last))
      maker.setManifest(_.copy(watermark = Watermark(2, SegmentHeader.Length, 3), isClosed = false))
    ,
    of("compacted"): maker =>
      maker.use(): journal =>
        for i <- 1 to 4 do
          maker.done(journal.append("state", any, Seq[Note](Line(s"state $i", i)), Some(key(i)), Set("all")))
          maker.done(journal.append("a", any, lines(2)))
        maker.done(journal.append("b", any, lines(2), Some(key(9))))
        maker.endSegment(journal)
        maker.done(journal.append("b", any, lines(1)))
        maker.done(journal.append("state", any, Seq[Note](Closed), tags = Set("all")))
        maker.endSegment(journal)
        maker.done(journal.append("a", any, Seq[Note](Closed)))
      maker.compact(stream => stream == "state" || stream == "b")
    ,
    of("retention"): maker =>
      maker.use(): journal =>
        for i <- 1 to 3 do
          maker.done(journal.append("a", any, lines(2)))
          maker.done(journal.append(s"only in $i", any, lines(i)))
          maker.endSegment(journal)
        maker.done(journal.append("a", any, Seq[Note](Closed)))
      maker.retain(2)
    ,
    of("snapshots"): maker =>
      maker.use()(journal => for i <- 1 to 5 do maker.done(journal.append("a", any, lines(i).take(1))))
      maker.saved(maker.snapshots.save("notes", Offset(3), lines(3).toVector))
      maker.saved(maker.snapshots.save("notes", Offset(5), lines(5).toVector))
      maker.saved(
        maker.snapshots.saveParts("parts", Offset(5), Iterator.tabulate(400)(i => Line("x" * (i % 400), i): Note))
      )
    ,
    after("killed", nothing)(nothing),
    after("torn-tail", nothing): maker =>
      val units = maker.units(maker.segments.head)
      maker.wipe(maker.segments.head, units(units.size - 2) + 24, units.last)
    ,
    after("out-of-order", nothing): maker =>
      val units = maker.units(maker.segments.head)
      maker.wipe(maker.segments.head, units(4), units(5))
    ,
    after("recovered", torn): maker =>
      maker.use(): journal =>
        maker.done(journal.append("a", any, Seq[Note](Closed)))
        maker.done(journal.append("b", any, Seq(created)))
    ,
    after("lost-in-the-middle", nothing): maker =>
      val units = maker.units(maker.segments.head)
      maker.wipe(maker.segments.head, units(1), units(2))
    ,
    of("lost-at-the-end"): maker =>
      maker.use()(journal => for i <- 1 to 3 do maker.done(journal.append("a", any, lines(i))))
      val units = maker.units(maker.segments.head)
      maker.wipe(maker.segments.head, units(2), units(3))
    ,
    of("segment-missing"): maker =>
      maker.use(): journal =>
        for i <- 1 to 3 do
          maker.done(journal.append("a", any, lines(i)))
          maker.endSegment(journal)
      maker.storage.delete(maker.folder.resolve(maker.segments(1)))
    ,
    of("compacted-appends"): maker =>
      maker.use(): journal =>
        for i <- 1 to 3 do
          maker.done(
            journal.appendAll(
              Seq(
                StreamAppend(s"only $i", any, lines(i)),
                StreamAppend("state", any, lines(2), Set("all")),
                StreamAppend("b", any, lines(1))
              ),
              Some(key(i))
            )
          )
        maker.done(journal.append("a", any, lines(2), Some(key(4))))
        maker.endSegment(journal)
        maker.done(journal.append("b", any, Seq[Note](Closed)))
      maker.compact(stream => stream == "state" || stream == "b")
  )

  private def torn(maker: GoldenMaker): Unit =
    val units = maker.units(maker.segments.head)
    maker.wipe(maker.segments.head, units(units.size - 2) + 24, units.last)
