package brine.examples.site.importing

import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import brine.examples.site.{RandomCommands, TestService}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion}
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.UUID

class SiteImportSuite extends munit.FunSuite:
  private def changes(seed: Long, id: UUID, count: Int): Vector[SiteChange] =
    val commands = RandomCommands(seed)
    val create   = SiteAsk.Change(id, Vector(SiteCommand.CreateSite(id, SiteType.Html5, "Shop", "Books")), None)
    val first    = brine.entity.testkit.EntityTest(Sites).when(create).entity
    Iterator
      .iterate(first)(entity => entity.when(SiteAsk.Change(id, Vector(commands.next()), None)).entity)
      .find(_.events.size >= count)
      .get
      .events
      .map(change => change.copy(at = Instant.ofEpochMilli(seed)))

  private def line(id: UUID, change: SiteChange) = SiteJson.write(SiteJson.EventLine(id, change.event, change.at))

  private def events(log: EventLog, id: UUID): Vector[SiteChange] =
    log
      .read[SiteChange](Sites.stream(id.toString))
      .foldLeft(Vector.empty[SiteChange])(_ :+ _.value)
      .fold(error => fail(error.message), identity)

  private def write(folder: Path, name: String, text: String): Path = Files.writeString(folder.resolve(name), text)

  test("events of several sites, in any order between them, and importing them again changes nothing"):
    TestService.inFolder: folder =>
      val sites =
        List.tabulate(3)(number => UUID(5, number.toLong) -> changes(number + 1, UUID(5, number.toLong), 1500))
      val lines = sites.map((id, all) => all.take(1500).map(line(id, _))).transpose.flatten
      val file  = write(folder, "events.jsonl", lines.mkString("\n"))
      val log   = MemoryEventLog()
      assertEquals(SiteImport(log)(file), 4500L)
      for (id, all) <- sites do assertEquals(events(log, id), all.take(1500))
      val before = log.durable
      assertEquals(SiteImport(log)(file), 4500L)
      assertEquals(log.durable, before)

  test("a site, as the events that build it"):
    TestService.inFolder: folder =>
      val id    = UUID(5, 5)
      val state = changes(3, id, 200).foldLeft(Sites.initial)(Sites.evolve)
      val file  = write(folder, "site.json", SiteJson.write(state.site.get))
      val log   = MemoryEventLog()
      assert(SiteImport(log)(file) > 5)
      assertEquals(events(log, id).foldLeft(Sites.initial)(Sites.evolve).site, state.site)

  test("a site that has other events is refused, and nothing is overwritten"):
    TestService.inFolder: folder =>
      val id   = UUID(5, 5)
      val all  = changes(4, id, 50)
      val file = write(folder, "events.jsonl", all.map(line(id, _)).mkString("\n"))
      val log  = MemoryEventLog()
      val six  = all.take(6) :+ all(6).copy(at = Instant.EPOCH)
      log.append(Sites.stream(id.toString), ExpectedVersion.NoStream, six).await(): Unit
      val failed = intercept[ImportException](SiteImport(log)(file))
      assert(failed.getMessage.contains("7 events"), failed.getMessage)
      assertEquals(events(log, id), six)

  test("other events are refused, whatever their number: no later ones of the file follow them"):
    TestService.inFolder: folder =>
      val id   = UUID(5, 5)
      val all  = changes(4, id, 3100)
      val file = write(folder, "events.jsonl", all.map(line(id, _)).mkString("\n"))
      for stored <- List(1, 999, 1000, 1001, 2000, 3000); wrong <- Set(0, stored - 1, stored / 2) do
        val log    = MemoryEventLog()
        val others = all.take(stored).updated(wrong, all(wrong).copy(at = Instant.EPOCH))
        others.grouped(700).foreach(log.append(Sites.stream(id.toString), ExpectedVersion.Any, _).await(): Unit)
        val failed = intercept[ImportException](SiteImport(log)(file))
        assert(failed.getMessage.contains(s"with $stored events that are not"), failed.getMessage)
        assertEquals(events(log, id), others)

  test("an import continues with whatever events of the file the store has"):
    TestService.inFolder: folder =>
      val ids = Vector(UUID(5, 5), UUID(6, 6))
      val all = ids.map(id => id -> changes(id.getLeastSignificantBits, id, 2100).take(2100)).toMap
      for stored <- List(0, 1, 999, 1000, 1001, 2099, 2100) do
        val log = MemoryEventLog()
        for (id, of) <- all; some <- of.take(stored).grouped(1234) do
          log.append(Sites.stream(id.toString), ExpectedVersion.Any, some).await(): Unit
        val lines = Vector.tabulate(2100)(number => ids.map(id => line(id, all(id)(number)))).flatten
        val file  = write(folder, "events.jsonl", lines.mkString("\n"))
        assertEquals(SiteImport(log)(file), 4200L)
        for (id, of) <- all do assertEquals(events(log, id), of)

  test("a file that is a part of another one may come before or after it; any other with the same id is refused"):
    TestService.inFolder: folder =>
      val id    = UUID(5, 5)
      val all   = changes(4, id, 60)
      val lines = all.map(line(id, _))
      // A site, its events, fewer of its events, and events of another site that come before.
      val other = changes(7, UUID(6, 6), 20)
      val site  = all.foldLeft(Sites.initial)(Sites.evolve).site.get
      val files = Vector(
        (write(folder, "site.json", SiteJson.write(site)), SiteParts.of(site)),
        (write(folder, "events.jsonl", lines.mkString("\n")), all),
        (write(folder, "fewer.jsonl", lines.take(30).mkString("\n")), all.take(30)),
        (write(folder, "both.jsonl", (other.map(line(UUID(6, 6), _)) ++ lines.take(40)).mkString("\n")), all.take(40))
      )
      for (first, firstOnes) <- files; (second, secondOnes) <- files if first != second do
        val log      = MemoryEventLog()
        val importer = SiteImport(log)
        importer(first): Unit
        val before = events(log, id)
        assertEquals(before, firstOnes)
        if firstOnes.startsWith(secondOnes) || secondOnes.startsWith(firstOnes) then
          importer(second): Unit
          assertEquals(events(log, id), Vector(firstOnes, secondOnes).maxBy(_.size))
        else
          val failed = intercept[ImportException](importer(second)).getMessage
          assert(
            failed.startsWith(s"$second: the store has a site with the id $id already, with ${before.size} events"),
            failed
          )
          assertEquals(events(log, id), before)
        // The first one can be repeated, and another store takes the second one.
        val durable = log.durable
        importer(first): Unit
        assertEquals(log.durable, durable)
        assert(SiteImport(MemoryEventLog())(second) > 5)

  test("a site that has gone on since its import is imported again, and stays as it is"):
    TestService.inFolder: folder =>
      val id   = UUID(5, 5)
      val all  = changes(4, id, 60)
      val file = write(folder, "events.jsonl", all.take(50).map(line(id, _)).mkString("\n"))
      val log  = MemoryEventLog()
      SiteImport(log)(file): Unit
      log.append(Sites.stream(id.toString), ExpectedVersion.Any, all.drop(50)).await(): Unit
      assertEquals(SiteImport(log)(file), 50L)
      assertEquals(events(log, id), all)

  test("lines may end as on Windows, and a byte order mark may come first"):
    TestService.inFolder: folder =>
      val id   = UUID(5, 5)
      val all  = changes(4, id, 20)
      val log  = MemoryEventLog()
      val text = all.map(line(id, _)).mkString("\ufeff", "\r\n", "\r\n\r\n")
      assertEquals(SiteImport(log)(write(folder, "events.jsonl", text)), all.size.toLong)
      assertEquals(events(log, id), all)
      val site = all.foldLeft(Sites.initial)(Sites.evolve).site.get
      assert(SiteImport(MemoryEventLog())(write(folder, "site.json", "\ufeff" + SiteJson.write(site))) > 5)

  test("an endless line and a huge site are refused"):
    TestService.inFolder: folder =>
      def holes(name: String, size: Long) =
        val file = folder.resolve(name)
        scala.util.Using.resource(java.io.RandomAccessFile(file.toFile, "rw"))(_.setLength(size))
        intercept[ImportException](SiteImport(MemoryEventLog())(file)).getMessage
      val line = holes("endless.jsonl", 1L << 26)
      assert(line.endsWith("endless.jsonl, line 1: it has more than 33554432 characters"), line)
      val site = holes("huge.json", (1L << 28) + 1)
      assert(site.endsWith(s"huge.json: it has 268435457 bytes: a site may have 268435456"), site)

  test("what is not valid says which file, which line and why"):
    TestService.inFolder: folder =>
      val id                                = UUID(5, 5)
      val all                               = changes(4, id, 10).map(line(id, _))
      def wrong(name: String, text: String) =
        intercept[ImportException](SiteImport(MemoryEventLog())(write(folder, name, text))).getMessage
      assert(wrong("a.jsonl", all.head + "\n{").contains("a.jsonl, line 2"))
      assert(wrong("b.jsonl", all(1)).contains("line 1: the first event of the site"))
      assert(wrong("c.jsonl", all.head + "\n\n" + all.head).contains("line 3: the site"))
      assert(wrong("d.json", "{}").contains("d.json: "))
      assert(wrong("e.txt", "").contains("must end with"))
      assert(wrong("f.jsonl", all.head.replaceFirst(id.toString, UUID(6, 6).toString)).contains("two ids"))
      val root = intercept[ImportException](SiteImport(MemoryEventLog())(Path.of("/"))).getMessage
      assert(root.contains("its name must end with"), root)
      val missing = intercept[ImportException](SiteImport(MemoryEventLog())(folder.resolve("nothing.jsonl")))
      assert(missing.getMessage.endsWith("nothing.jsonl cannot be read: there is no such file"), missing.getMessage)
      assert(wrong("g.json", "null").endsWith("g.json: expected an object, and found null"))
      assert(wrong("h.jsonl", all.head + "\nnull").endsWith("h.jsonl, line 2: expected an object, and found null"))
      val noName = all.map(_.replaceFirst("""name":"[^"]*"""", """name":null""")).find(_.contains("null")).get
      assert(wrong("i.jsonl", all.head + "\n" + noName).contains("i.jsonl, line 2: event.name: expected a text"))
      // Far behind what a reader buffers, and the first line that is wrong.
      val bytes = (all.head + "\n" * 100_000 + "x").getBytes ++ Array(0xff.toByte, '\n'.toByte, 0xfe.toByte)
      val file  = Files.write(folder.resolve("j.jsonl"), bytes)
      val utf   = intercept[ImportException](SiteImport(MemoryEventLog())(file)).getMessage
      assert(utf.endsWith("j.jsonl, line 100001: it is not text in UTF-8"), utf)
      val one = Files.write(folder.resolve("k.json"), Array(0xff.toByte))
      assert(
        intercept[ImportException](SiteImport(MemoryEventLog())(one)).getMessage.endsWith("it is not text in UTF-8")
      )
