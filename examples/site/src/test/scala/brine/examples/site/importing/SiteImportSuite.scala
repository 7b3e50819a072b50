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
      log.append(Sites.stream(id.toString), ExpectedVersion.NoStream, all.take(7)).await(): Unit
      val failed = intercept[ImportException](SiteImport(log)(file))
      assert(failed.getMessage.contains("7 events"), failed.getMessage)
      assertEquals(events(log, id).size, 7)

  test("of two files with the same id, the second one is refused, in every order, and the site stays as it was"):
    TestService.inFolder: folder =>
      val id    = UUID(5, 5)
      val all   = changes(4, id, 60)
      val lines = all.map(line(id, _))
      // A site, its events, fewer of its events, and events of another site that come before.
      val other = changes(7, UUID(6, 6), 20)
      val files = Vector(
        write(folder, "site.json", SiteJson.write(all.foldLeft(Sites.initial)(Sites.evolve).site.get)),
        write(folder, "events.jsonl", lines.mkString("\n")),
        write(folder, "fewer.jsonl", lines.take(30).mkString("\n")),
        write(folder, "both.jsonl", (other.map(line(UUID(6, 6), _)) ++ lines.take(40)).mkString("\n"))
      )
      for first <- files; second <- files if first != second do
        val log      = MemoryEventLog()
        val importer = SiteImport(log)
        importer(first): Unit
        val before = events(log, id)
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
