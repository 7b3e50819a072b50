package brine.lab.model

import java.nio.file.{Files, Path}

class SiteDataSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("site-data"),
    folder =>
      Files.list(folder).forEach(Files.delete(_))
      Files.delete(folder)
  )

  private val id     = "01234567-89ab-4cde-8f01-23456789abcd"
  private val action = "fedcba98-7654-4321-8fed-cba987654321"

  private val site = s"""{"id":"$id","ownerId":"$action","revision":7,"siteType":"Html5","flags":["Free","Premium"],
    "name":"n","description":"d","domains":[{"name":"e.org","primary":true}],
    "defaultMetaTags":[{"name":"a","value":"b"}],
    "pages":[{"name":"p","path":"/","metaTags":[],"components":[
      {"id":"$id","componentType":"Button","data":{"type":"ButtonComponentData","name":"x","text":"y","action":"$action"},
       "position":{"x":1,"y":-2},"dateCreated":1464084000000,"dateUpdated":1464084001000},
      {"id":"$action","componentType":"Blog","data":{"type":"BlogComponentData","name":"x","rss":true,"tags":false},
       "position":null,"dateCreated":0,"dateUpdated":1}]}],
    "entryPoints":[{"type":"FreeEntryPoint","userName":"u","siteName":"s","primary":false}],
    "published":true,"dateCreated":1464084000000,"dateUpdated":1464170400000}"""

  private def write(folder: Path, name: String, text: String): Unit =
    Files.writeString(folder.resolve(name), text): Unit

  private def problem(read: => Any): String =
    val message = intercept[IllegalArgumentException](read).getMessage
    assert(!message.contains("\n"), message)
    message

  folder.test("a site is read"): folder =>
    write(folder, "site_1k.json", site)
    val read = SiteData.site(folder, "1k")
    assertEquals(read.id.toString, id)
    assertEquals(read.flags, Seq(SiteFlag.Free, SiteFlag.Premium))
    assertEquals(read.pages.head.components.head.position, Some(PageComponentPosition(1, -2)))
    assertEquals(read.pages.head.components(1).data, BlogComponentData("x", rss = true, tags = false))
    assertEquals(read.entryPoints, Seq(FreeEntryPoint("u", "s", primary = false)))
    assertEquals(EventProcessor(EventProcessor.unapply(read)), read)

  folder.test("events are read line by line"): folder =>
    write(
      folder,
      "events_2k.jsonl",
      s"""{"id":"$id","event":{"type":"SitePublished"},"timestamp":0}
         |{"id":"$id","event":{"type":"SiteNameSet","name":"n"},"timestamp":5}
         |""".stripMargin
    )
    assertEquals(SiteData.events(folder, "2k").map(_.event), Vector(SitePublished(), SiteNameSet("n")))
    assertEquals(SiteData.events(folder, "2k")(1).timestamp.toEpochMilli, 5L)

  folder.test("a missing file is named"): folder =>
    assert(problem(SiteData.check(folder)).startsWith(s"${folder.resolve("site_1k.json")}: no such file; a folder of"))

  folder.test("a wrong value is named with its path and what was expected"): folder =>
    def changed(from: String, to: String): String =
      assert(site.contains(from))
      write(folder, "site_1k.json", site.replace(from, to))
      problem(SiteData.site(folder, "1k")).stripPrefix(s"${folder.resolve("site_1k.json")}, ")
    assertEquals(
      changed("\"x\":1", "\"x\":1.5"),
      "$.pages[0].components[0].position.x: expected a whole number of at most 32 bits, found 1.5"
    )
    assertEquals(
      changed("\"Html5\"", "\"Html6\""),
      "$.siteType: expected one of Unknown, Flash, Silverlight, Html5, found \"Html6\""
    )
    assertEquals(
      changed("\"FreeEntryPoint\"", "\"Free\""),
      "$.entryPoints[0].type: expected one of DomainEntryPoint, FreeEntryPoint, found \"Free\""
    )
    assertEquals(
      changed("\"revision\":7", "\"revision\":\"7\""),
      "$.revision: expected a whole number of at most 64 bits, found \"7\""
    )
    assertEquals(
      changed(s"\"id\":\"$id\",\"o", "\"id\":\"1-1-1-1-1\",\"o"),
      "$.id: expected a UUID in lower case, found \"1-1-1-1-1\""
    )
    assert(changed("\"revision\":7,", "").startsWith("$: expected field revision, found {"))
    assert(changed("\"name\":\"n\"", "\"name\":\"n\",\"extra\":1").startsWith("$: expected no field extra, found {"))

  folder.test("a wrong event is named with its line"): folder =>
    val good = s"""{"id":"$id","event":{"type":"SitePublished"},"timestamp":0}"""
    write(folder, "events_1k.jsonl", good + "\n" + good.replace("SitePublished", "SiteEaten"))
    val file = folder.resolve("events_1k.jsonl")
    assert(
      problem(SiteData.events(folder, "1k")).startsWith(s"$file, line 2, $$.event.type: expected one of SiteCreated, ")
    )
    write(folder, "events_1k.jsonl", "\n")
    assertEquals(problem(SiteData.events(folder, "1k")), s"$file: expected one event a line, found none")

  folder.test("what is not JSON, or not text, is said in one line"): folder =>
    val file = folder.resolve("site_1k.json")
    write(folder, "site_1k.json", site.dropRight(1))
    assert(problem(SiteData.site(folder, "1k")).startsWith(s"$file: expected JSON: "))
    write(folder, "site_1k.json", site + "{}")
    assert(problem(SiteData.site(folder, "1k")).startsWith(s"$file: expected JSON: "))
    write(folder, "site_1k.json", "")
    assertEquals(problem(SiteData.site(folder, "1k")), s"$file, $$: expected an object, found null")
    Files.write(file, Array[Byte](-1, -2))
    assertEquals(problem(SiteData.site(folder, "1k")), s"$file: expected text in UTF-8")
