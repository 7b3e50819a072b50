package brine.examples.site.http

import brine.examples.site.TestService
import brine.examples.site.model.SiteCommand
import java.util.UUID

/** What clients of the API rely on. */
class SiteRoutesSuite extends munit.FunSuite:
  private val running = new Fixture[TestService]("service"):
    private var closes: () => Unit   = () => ()
    private var service: TestService = null
    def apply(): TestService         = service
    override def beforeAll(): Unit   =
      val folder = java.nio.file.Files.createTempDirectory("brine-example-site")
      service = TestService(s"files:$folder")
      closes = () => service.close()
    override def afterAll(): Unit = closes()

  override def munitFixtures: Seq[Fixture[?]] = List(running)

  private def client = running().client

  private def rename(name: String) = s"""{"type":"RenameSite","name":${ujson.write(name)}}"""

  test("a site is created, changed and read"):
    val id      = UUID.randomUUID
    val created = client.change(id, 0, Client.create("Shop")).require(200).body
    assertEquals((created("version").num, created("events").num), (5.0, 5.0))
    val changed = client.change(id, 5, rename("Books"), """{"type":"PublishSite"}""").require(200).body
    assertEquals(changed("version").num, 8.0)
    val site = client.get(s"/api/sites/$id").require(200).body
    assertEquals((site("version").num, site("site")("name").str, site("site")("published").bool), (8.0, "Books", true))

  test("a site that does not exist is not found, and has no state"):
    assertEquals(client.get(s"/api/sites/${UUID.randomUUID}").require(404).body("error").str, "not-found")
    val refused = client.change(UUID.randomUUID, 0, rename("x")).require(422).body
    assertEquals(refused("field").str, "")

  test("a refusal names command and field, and nothing is executed"):
    val id      = client.create("Shop")
    val refused = client.change(id, 5, rename("Books"), rename("")).require(422).body
    assertEquals((refused("error").str, refused("command").num, refused("field").str), ("refused", 1.0, "name"))
    assertEquals(client.get(s"/api/sites/$id").body("version").num, 5.0)

  test("commands based on an older version get the newer state"):
    val id = client.create("Shop")
    client.change(id, 5, rename("First")).require(200)
    val stale = client.change(id, 5, rename("Second")).require(409).body
    assertEquals((stale("error").str, stale("version").num, stale("site")("name").str), ("stale", 6.0, "First"))
    client.change(id, 6, rename("Second")).require(200)

  test("commands that are sent again with the same key are executed once"):
    val id   = client.create("Shop")
    val key  = UUID.randomUUID.toString
    val body = s"""{"commands":[${rename("Books")}],"basedOn":5}"""
    val sent = List.fill(3)(client.post(s"/api/sites/$id/commands", body, "Idempotency-Key" -> key).require(200).body)
    assertEquals(sent.distinct.size, 1)
    assertEquals(client.get(s"/api/sites/$id").body("version").num, 6.0)
    val other = client.create("Other")
    val used  = client.post(s"/api/sites/$other/commands", body, "Idempotency-Key" -> key).require(422).body
    assertEquals(used("error").str, "key-reused")

  test("a key that is used again for other commands is refused, whatever became of the first ones"):
    def send(id: UUID, key: String, commands: String, basedOn: Int) =
      client.post(
        s"/api/sites/$id/commands",
        s"""{"commands":[$commands],"basedOn":$basedOn}""",
        "Idempotency-Key" -> key
      )
    for (first, basedOn, status) <- List((rename("First"), 5, 200), (rename(""), 5, 422), (rename("First"), 4, 409)) do
      val id     = client.create("Shop")
      val key    = UUID.randomUUID.toString
      val answer = send(id, key, first, basedOn).require(status).body
      val after  = client.get(s"/api/sites/$id").body
      for (other, version) <- List((rename("Other"), basedOn), (s"$first,$first", basedOn), (first, 7)) do
        val used = send(id, key, other, version).require(422).body
        assertEquals(used("error").str, "key-reused")
        assert(used("message").str.contains("used for other commands"), used)
      assertEquals(client.get(s"/api/sites/$id").body, after)
      // The first ones have their answer, also written in another way.
      assertEquals(send(id, key, first.replace(":", " : "), basedOn).require(status).body, answer)

  test("of many who change the same version at once, one succeeds"):
    val id      = client.create("Shop")
    val threads = List.tabulate(20): number =>
      val result = java.util.concurrent.CompletableFuture[Int]()
      Thread.ofVirtual.start(() => result.complete(client.change(id, 5, rename(s"name $number")).status): Unit): Unit
      result
    assertEquals(threads.map(_.get).sorted, 200 :: List.fill(19)(409))

  test("what is malformed is refused and says why"):
    val id                                                           = client.create("Shop")
    def wrong(status: Int, body: String, headers: (String, String)*) =
      client.post(s"/api/sites/$id/commands", body, headers*).require(status).body("message").str
    assert(wrong(400, "{").nonEmpty)
    assert(wrong(400, """{"commands":[]}""").contains("0 commands"))
    assert(wrong(400, s"""{"commands":[${List.fill(101)(rename("x")).mkString(",")}]}""").contains("101"))
    assert(wrong(400, """{"commands":[{"type":"Nothing"}]}""").contains("Nothing"))
    assert(wrong(400, "{}", "Idempotency-Key" -> "x").contains("UUID"))
    assertEquals(client.get("/api/sites/nothing").status, 400)
    assertEquals(client.get("/api/sites?limit=1000").status, 400)
    assertEquals(client.get(s"/api/sites/$id/last-change?field=colour").status, 400)
    // The first one might not be the one that was meant.
    val twice = client.get(s"/api/sites/$id/state?version=1&version=2").require(400).body("message").str
    assertEquals(twice, "version is there 2 times: it must be there once")
    for number <- List("%2B1", "%D9%A1", "1.0", "", "-1", "99999999999999999999") do
      client.get(s"/api/sites/$id/state?version=$number").require(400)
    assertEquals(client.get("/api/nothing").require(404).body("error").str, "not-found")

  test("a body of another type or that is too large is refused"):
    val id   = client.create("Shop")
    val path = s"/api/sites/$id/commands"
    val text = client.request(path).header("Content-Type", "text/plain")
    assertEquals(client.send(text.POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}"))).status, 415)
    val large = s"""{"commands":[{"type":"DescribeSite","description":"${"x" * (64 << 10)}"}]}"""
    assertEquals(client.post(path, large).require(413).body("error").str, "too-large")
    // Also one that does not say its length.
    val bytes  = large.getBytes
    val unsaid = java.net.http.HttpRequest.BodyPublishers.ofInputStream(() => java.io.ByteArrayInputStream(bytes))
    val sent   = client.request(path).header("Content-Type", "application/json").POST(unsaid)
    assertEquals(client.send(sent).status, 413)

  test("the list finds sites by all words, the last changed first, in pages"):
    val word = s"w${UUID.randomUUID.toString.take(8)}"
    val ids  = List("Alpha", "beta", "100%").map(name => client.create(s"$name $word"))
    val last = client.change(ids.head, 5, rename(s"Новости $word")).require(200).body("offset").num.toLong
    def found(search: String, more: String = "") =
      val query = java.net.URLEncoder.encode(search, "UTF-8")
      client.get(s"/api/sites?search=$query&seen=$last$more").require(200).body
    assertEquals(found(word)("sites").arr.map(_("id").str).toList, List(ids(0), ids(2), ids(1)).map(_.toString))
    assertEquals(found(s"новости $word")("sites").arr.map(_("id").str).toList, List(ids.head.toString))
    assertEquals(found(s"100% $word")("sites").arr.map(_("name").str).toList, List(s"100% $word"))
    assertEquals(found(s"_ $word")("sites").arr.size, 0)
    val first = found(word, "&limit=2")
    assertEquals((first("sites").arr.size, first("hasMore").bool), (2, true))
    for (limit, hasMore) <- List(2 -> true, 3 -> false, 4 -> false) do
      assertEquals(found(word, s"&limit=$limit")("hasMore").bool, hasMore, limit)
    val rest = found(word, s"&limit=2&before=${first("sites")(1)("last").num.toLong}")
    assertEquals((rest("sites").arr.map(_("id").str).toList, rest("hasMore").bool), (List(ids(1).toString), false))

  test("statistics count sites and events"):
    def of(topic: String, name: String) =
      client.get("/api/statistics").require(200).body(topic).arr.find(_("name").str == name).fold(0.0)(_("count").num)
    val before = (of("sites", "Html5"), of("events", "SitePublished"))
    val id     = client.create("Shop")
    client.change(id, 5, """{"type":"PublishSite"}""").require(200)
    TestService.await("statistics"):
      (of("sites", "Html5"), of("events", "SitePublished")) == (before._1 + 1, before._2 + 1)

  test("every answer has the headers that bind a browser, and answers of the API are not stored"):
    for path <- List("/", "/app.js", "/api/sites", "/api/nothing", "/nothing") do
      val answer = client.get(path)
      val policy = answer.header("Content-Security-Policy").getOrElse("")
      assert(policy.contains("default-src 'none'") && !policy.contains("unsafe"), s"$path: $policy")
      assertEquals(answer.header("X-Content-Type-Options"), Some("nosniff"), path)
      if path.startsWith("/api") then assertEquals(answer.header("Cache-Control"), Some("no-store"), path)

  test("every operation of openapi.json is there, and all routes are described"):
    val spec  = client.get("/openapi.json").require(200).body
    val paths = spec("paths").obj
    assertEquals(paths.size, 11)
    for (path, operations) <- paths; method <- operations.obj.keys do
      val filled = path.replace("{id}", UUID.randomUUID.toString).replace("{name}", "nothing")
      if path != "/api/events" then
        val answer = if method == "get" then client.get(filled) else client.post(filled, "{}")
        val known  = operations(method)("responses").obj.keySet
        assert(known(answer.status.toString), s"$method $path gives ${answer.status}, which it does not describe")
    val commands = spec("components")("schemas")("SiteCommand")("oneOf").arr.map(_("properties")("type")("const").str)
    assertEquals(commands.toSet, brine.codec.Codec.caseNames[SiteCommand].map(_.name).toSet)
