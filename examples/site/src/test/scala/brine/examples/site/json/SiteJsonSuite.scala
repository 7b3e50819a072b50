package brine.examples.site.json

import brine.entity.testkit.EntityTest
import brine.examples.site.RandomCommands
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import java.time.Instant
import java.util.UUID

class SiteJsonSuite extends munit.FunSuite:
  private val id = "a8604947-8280-46dd-acfb-f022abe16521"

  test("a site in the shape of the published study"):
    val text =
      s"""{"id":"$id","ownerId":"$id","revision":1,"siteType":"Flash","flags":["Free"],"name":"shop","description":"",""" +
        s""""domains":[{"name":"example.net","primary":true}],"defaultMetaTags":[{"name":"og:image","value":"x"}],""" +
        s""""pages":[{"name":"start","path":"/","metaTags":[],"components":[{"id":"$id","componentType":"Text",""" +
        s""""data":{"type":"TextComponentData","text":"Title"},"position":null,"dateCreated":1464170400000,""" +
        s""""dateUpdated":1464170400000},{"id":"$id","componentType":"Button","data":{"type":"ButtonComponentData",""" +
        s""""name":"b","text":"t","action":"$id"},"position":{"x":1,"y":-2},"dateCreated":0,"dateUpdated":0}]}],""" +
        s""""entryPoints":[{"type":"FreeEntryPoint","userName":"user","siteName":"shop","primary":true}],""" +
        s""""published":true,"dateCreated":1464084000000,"dateUpdated":1464170400000}"""
    val site = SiteJson.parse[Site](text).fold(fail(_), identity)
    assertEquals(site.dateUpdated, Instant.ofEpochMilli(1464170400000L))
    assertEquals(SiteJson.write(site), text)

  test("a line of a file of events"):
    val text =
      s"""{"id":"$id","event":{"type":"SiteCreated","id":"$id","ownerId":"$id","siteType":"Flash"},"timestamp":5}"""
    val line = SiteJson.parse[SiteJson.EventLine](text).fold(fail(_), identity)
    val uuid = UUID.fromString(id)
    assertEquals(
      line,
      SiteJson.EventLine(uuid, SiteEvent.SiteCreated(uuid, uuid, SiteType.Flash), Instant.ofEpochMilli(5))
    )
    assertEquals(SiteJson.write(line), text)
    val published = s"""{"id":"$id","event":{"type":"SitePublished"},"timestamp":0}"""
    assertEquals(SiteJson.parse[SiteJson.EventLine](published).map(_.event), Right(SiteEvent.SitePublished()))

  test("commands, events and sites are the same after their JSON"):
    for seed <- 1 to 20 do
      val commands = RandomCommands(seed)
      var entity   = EntityTest(Sites)
      for _ <- 1 to 100 do
        val command = commands.next()
        assertEquals(SiteJson.parse[SiteCommand](SiteJson.write[SiteCommand](command)), Right(command))
        val decided = entity.when(SiteAsk.Change(UUID(1, 1), Vector(command), None))
        for change <- decided.events do
          assertEquals(SiteJson.parse[SiteEvent](SiteJson.write[SiteEvent](change.event)), Right(change.event))
        for site <- decided.state.site do assertEquals(SiteJson.parse[Site](SiteJson.write(site)), Right(site))
        entity = decided.entity

  test("what cannot be read is an error of one line that says what is wrong"):
    def wrong(text: String) = SiteJson.parse[SiteJson.Posted](text) match
      case Left(message) => assert(!message.contains('\n'), message); message
      case Right(value)  => fail(s"$text is $value")
    assert(wrong("").nonEmpty)
    assert(wrong("{").nonEmpty)
    assert(wrong("""{"commands":5}""").contains("commands: expected a list"), wrong("""{"commands":5}"""))
    assert(wrong("""{"commands":[{"type":"Nothing"}]}""").contains("Nothing"))
    assert(wrong("""{"commands":[{"type":"RenameSite"}]}""").contains("name"))
    assert(wrong("""{"commands":[{"type":"RenameSite","name":"x","more":1}]}""").contains("more"))
    assert(wrong("""{"commands":[],"basedOn":"x"}""").nonEmpty)
    assert(wrong("""{"commands":[{"type":"RemovePageComponent","pagePath":"/","id":"1-1-1-1-1"}]}""").contains("UUID"))
    assert(wrong("""{"commands":[{"type":"SetSiteFlag","siteFlag":"Gold","isSet":true}]}""").contains("Gold"))
    assert(wrong("[" * 100_000).nonEmpty)
    val deep = "[" * 60_000
    assert(wrong(s"""{"commands":[{"x":$deep""").nonEmpty)
    assert(wrong(s"""{"commands":[{"x":$deep${"]" * 60_000},"type":"PublishSite"}]}""").nonEmpty)

  test("an omitted position or version is none"):
    val add = """{"type":"MovePageComponent","id":"a8604947-8280-46dd-acfb-f022abe16521"}"""
    assertEquals(SiteJson.parse[SiteCommand](add), Right(SiteCommand.MovePageComponent(UUID.fromString(id), None)))
    assertEquals(SiteJson.parse[SiteJson.Posted]("""{"commands":[]}"""), Right(SiteJson.Posted(Vector.empty, None)))
