package brine.journal.golden

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.golden.GoldenTypes.{Later, Note}
import brine.journal.index.SegmentIndex
import brine.journal.lookup.SegmentIndexes
import brine.journal.maintenance.JournalContent
import brine.journal.snapshot.SnapshotError
import scala.concurrent.duration.{Duration, DurationInt}

/** Journals that were written once, and have to be read for ever. */
class GoldenSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def bytes(maker: GoldenMaker): Map[String, Vector[Byte]] =
    val names = maker.storage.list(maker.folder).filter(_ != SegmentFiles.Lock)
    names.map(name => name -> maker.storage.bytes(maker.folder.resolve(name)).toVector).toMap

  test("every case has its files, and nothing else is there"):
    assertEquals(GoldenFolders.names, GoldenCases.all.map(_.name).sorted.toVector)

  for of <- GoldenCases.all do
    test(s"${of.name}: written today, it has the same bytes"):
      val golden = GoldenFolders.read(of.name)
      val now    = GoldenFolders.render(of.make())
      assertEquals(now.keySet, golden.keySet)
      golden.foreach((file, text) => assertEquals(now(file), text, file))

    test(s"${of.name}: it is read, or refused where it is damaged"):
      val golden              = GoldenFolders.read(of.name)
      val (records, expected) = GoldenFolders.describe(GoldenFolders.restore(of.name))
      assertEquals(expected, golden("expected.json"))
      assertEquals(records, golden("records.ndjson"))

    test(s"${of.name}: a reader refuses what opening refuses"):
      val maker     = GoldenFolders.restore(of.name)
      val reader    = JournalReader.tryOpen(maker.folder, GoldenMaker.settings, maker.storage)
      val isDamaged = GoldenFolders.read(of.name)("expected.json").contains("damage")
      assertEquals(reader.left.exists(_.isInstanceOf[OpenError.Corrupt]), isDamaged, reader.toString)
      reader.foreach(_.close())

    test(s"${of.name}: opened, it is whole, and opened again, the same"):
      val golden = GoldenFolders.read(of.name)
      val maker  = GoldenFolders.restore(of.name)
      if golden("expected.json").contains("damage") then
        val before = bytes(maker)
        intercept[JournalException](maker.use()(_ => ()))
        assertEquals(bytes(maker), before)
      else
        for _ <- 1 to 3 do
          assertEquals(GoldenFolders.records(maker), golden("records.ndjson"))
          JournalContent.read(maker.storage, maker.folder, Compressions.of(GoldenMaker.settings)): Unit

  test("records of an earlier version of a type are read as the later one, and appended to"):
    val maker = GoldenFolders.restore("evolved")
    maker.use(): journal =>
      val notes = ok(journal.read[Later.Note]("a").toVector).map(_.value)
      assertEquals(
        notes.collect { case Later.Note.Created(title, _, author) => (title, author) },
        Vector(("a", None), ("b", Some("Ada")))
      )
      assertEquals(notes.collect { case Later.Note.Line(number, _) => number }, Vector(1L, 2L, 1L << 40))
      maker.done(journal.append("a", ExpectedVersion(5), Seq[Note](Note.Closed)))
      assertEquals(ok(journal.read[Later.Note]("a").toVector).size, 6)

  test("keys of golden journals are known"):
    val maker = GoldenFolders.restore("streams-tags-keys")
    maker.use(): journal =>
      val keys = ok(journal.readAll[Stored]().toVector).flatMap(_.key)
      assertEquals(keys.size, 4)
      keys.foreach: key =>
        val again = journal.append("a", ExpectedVersion.Any, Seq[Note](Note.Closed), Some(key)).await()
        assert(again.left.exists(_.isInstanceOf[AppendError.Duplicate]), again.toString)

  test("a key whose append has lost its last event says which version that had"):
    val maker = GoldenFolders.restore("compacted-appends")
    maker.use(): journal =>
      val keyed = ok(journal.readAll[Stored]().toVector).filter(_.key.nonEmpty)
      val found = keyed.map: record =>
        journal.append("x", ExpectedVersion.Any, Seq[Note](Note.Closed), record.key).await() match
          case Left(AppendError.Duplicate(original)) => (record.stream, original.last.sequence, original.version)
          case other                                 => fail(other.toString)
      // The last events were of the stream "b", and none of them is kept.
      assertEquals(found, Vector(("only 1", 4L, 1L), ("only 2", 9L, 2L), ("only 3", 15L, 3L), ("a", 17L, 2L)))

  test("golden snapshots are read"):
    val maker = GoldenFolders.restore("snapshots")
    val notes = ok(maker.snapshots.latest[Vector[Later.Note]]("notes").left.map(unreadable)).get
    assertEquals((notes.offset, notes.state.size), (Offset(5), 5))
    assertEquals(
      ok(maker.snapshots.latest[Vector[Note]]("notes", upTo = Offset(4)).left.map(unreadable)).get.offset,
      Offset(3)
    )
    val parts = maker.snapshots.loadParts[Note, Int]("parts")(0)((sum, note) => sum + note.toString.length)
    assertEquals(ok(parts.left.map(unreadable)).get.info.parts, 400L)

  private def unreadable(error: SnapshotError): ReadError = fail(error.message)

  test("golden indexes are those of their segments"):
    for of <- GoldenCases.all do
      val maker = GoldenFolders.restore(of.name)
      maker.storage
        .list(maker.folder)
        .filter(_.matches("\\d+\\.idx"))
        .foreach: name =>
          val number = name.stripSuffix(".idx").toLong
          val path   = maker.folder.resolve(name)
          val header = maker.header(SegmentFiles.name(number))
          val next   = maker.segments(maker.segments.indexOf(SegmentFiles.name(number)) + 1)
          val index  = SegmentIndex.open(maker.storage, path, header, maker.header(next).previous.sequence)
          assert(index.isDefined, s"${of.name}/$name")
          index.get.verify()
          assert(index.get.allStreams.exists(_.hasEvents), s"${of.name}/$name")

  test("an index of version 1 is read as well, and replaced when segments are merged"):
    val files = GoldenFolders.firstIndexes
    assertEquals(files.size, 6)
    for (name, file, bytes) <- files do
      val maker = GoldenFolders.restore(name)
      val path  = maker.folder.resolve(file)
      val now   = maker.storage.bytes(path)
      maker.storage.put(path, bytes)
      val header  = maker.header(SegmentFiles.name(file.stripSuffix(".idx").toLong))
      val next    = maker.segments(maker.segments.indexOf(SegmentFiles.name(header.firstSequence)) + 1)
      val last    = maker.header(next).previous.sequence
      val indexes =
        SegmentIndexes(maker.storage, maker.folder, Compressions.of(GoldenMaker.settings), keeps = true)
      val index = indexes.of(header, last)
      assert(index.isOutdated, name)
      assert(index.streamPlaces(index.streamName(0)) == null, name)
      assert(index.streamUnits(index.streamName(0)).nonEmpty, name)
      assertEquals(GoldenFolders.records(maker), GoldenFolders.read(name)("records.ndjson"))
      assert(maker.storage.bytes(path).sameElements(bytes), "an index that is good enough stays")
      assert(!indexes.renewed(header, last).isOutdated)
      assert(maker.storage.bytes(path).sameElements(now))

  test("text of files is read back"):
    val bytes =
      Array.tabulate[Byte](1000)(i => if i > 200 && i < 700 then 7 else (i % 3).toByte) ++ new Array[Byte](500)
    assert(GoldenText.parse(GoldenText.render(bytes)).sameElements(bytes))
    assertEquals(GoldenText.parse(GoldenText.render(Array.empty)).toSeq, Seq.empty)
