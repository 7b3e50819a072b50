package brine.examples.site.stores

import brine.examples.site.TestService
import brine.examples.site.importing.SiteImport
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.{SiteEvent, SiteType}
import java.nio.file.Files
import java.time.Instant
import java.util.UUID
import scala.jdk.CollectionConverters.*
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres

/** The service does the same over each store, also after a restart. */
class StoreSuite extends munit.FunSuite:
  test("files"):
    TestService.inFolder(folder => check(s"files:$folder/deep/er"))

  test("SQLite"):
    TestService.inFolder(folder => check(s"sqlite:$folder/sites.db"))

  test("PostgreSQL"):
    TestService.inFolder: folder =>
      // The test's server loses commits in a power cut, unless it is told not to.
      val server = EmbeddedPostgres.builder
        .setOverrideWorkingDirectory(folder.resolve("programs").toFile)
        .setServerConfig("fsync", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("synchronous_commit", "on")
        .start()
      val flag = s"postgresql://localhost:${server.getPort}/postgres?user=postgres"
      try
        check(flag)
        checkOneProcess(flag)
        // As by a process that is started again at once.
        for _ <- 1 to 100; isShared <- List(false, true) do ProcessLock.ofPostgresql(s"jdbc:$flag", isShared).close()
      finally server.close()

  test("a store that cannot be opened says what and why, and keeps passwords to itself"):
    for flag <- List("", "files:", "oracle:x", "postgresql:x?password=secret") do
      val wrong = Store.open(flag).swap.getOrElse(fail(flag))
      assert(wrong.contains("files:FOLDER") && !wrong.contains("secret"), wrong)
    val wrong = Store.open("postgresql://localhost:1/nothing?user=a&password=secret").swap.getOrElse(fail("it opened"))
    assert(wrong.startsWith("the store cannot be opened: ") && !wrong.contains("secret"), wrong)
    TestService.inFolder: folder =>
      val file = Files.writeString(folder.resolve("file"), "no folder")
      assertEquals(
        Store.open(s"files:$file").swap.toOption,
        Some(s"the store cannot be opened: $file is a file, and must be a folder")
      )
      Files.createDirectories(folder.resolve("store/views.db")): Unit
      val views = Store.open(s"files:$folder/store").swap.getOrElse(fail("it opened"))
      assert(views.startsWith(s"the store cannot be opened: the views in $folder/store/views.db: "), views)
      val none = Store.open("files:/proc/nothing").swap.getOrElse(fail("it opened"))
      assert(none.startsWith("the store cannot be opened: there is no /proc/nothing"), none)

  test("no message has a password, also if a driver puts the URL into its own"):
    for flag <- List(
        "postgresql://localhost:port/x?user=a&password=secret",
        "postgresql://localhost:port/x?user=a&PASSWORD=secret&sslmode=disable",
        "postgresql://localhost:1/%zz?password=secret",
        "postgresql://a:secret@localhost:port/x",
        "postgresql://localhost:1/x?sslpassword=secret&sslmode=none",
        "postgresql://localhost:port/x?password=sec%72et&user=secret"
      )
    do
      TestService.inFolder: folder =>
        for wrong <- List(Store.open(flag), Store.ofNode(flag, folder.resolve("views.db"))) do
          val said = wrong.swap.getOrElse(fail(s"$flag opened"))
          assert(said.startsWith("the store cannot be opened: "), said)
          assert(!said.contains("secret") && !said.contains("%72"), said)

  test("a file of SQLite in a folder that is not there, or with options, is refused before anything is created"):
    TestService.inFolder: folder =>
      def wrong(flag: String) = Store.open(flag).swap.getOrElse(fail(s"$flag opened"))
      assert(wrong(s"sqlite:$folder/none/x.db").endsWith(s"there is no folder $folder/none: create it first"))
      assert(wrong(s"sqlite:$folder/x.db?journal_mode=DELETE").contains("has a '?': name the file alone"))
      val files = Files.list(folder)
      try assertEquals(files.count, 0L)
      finally files.close()

  test("a second process on a file of SQLite or on files is refused"):
    TestService.inFolder: folder =>
      checkOneProcess(s"sqlite:$folder/x.db")
      // Also by another name.
      Files.createSymbolicLink(folder.resolve("link.db"), folder.resolve("x.db"))
      Store
        .open(s"sqlite:$folder/x.db")
        .foreach: store =>
          try assert(Store.open(s"sqlite:$folder/link.db").left.exists(_.contains("another process")))
          finally store.close()
      checkOneProcess(s"files:$folder/files", "open for writing already")

  test("a file of views that another node uses is named"):
    TestService.inFolder: folder =>
      val file = folder.resolve("views.db")
      val lock = ProcessLock.ofFile(file)
      try
        val wrong = Store.ofNode("postgresql://localhost:1/nothing?user=a", file).swap.getOrElse(fail("it opened"))
        assert(wrong.contains(s"another process of this service uses the file of views $file: "), wrong)
      finally lock.close()

  private def checkOneProcess(flag: String, says: String = "another process of this service uses it"): Unit =
    val first = Store.open(flag).fold(fail(_), identity)
    try
      val wrong = Store.open(flag).swap.getOrElse(fail(s"$flag is open twice"))
      assert(wrong.contains(says), wrong)
    finally first.close()
    Store.open(flag).fold(fail(_), identity).close()

  private def check(flag: String): Unit =
    val first = TestService(flag)
    val id    =
      try
        val id      = first.client.create("Shop")
        val changed = first.client.change(id, 5, """{"type":"RenameSite","name":"Books"}""").require(200).body
        val seen    = changed("offset").num.toLong
        val found   = first.client.get(s"/api/sites?search=books&seen=$seen").require(200).body
        assertEquals(found("sites").arr.map(_("id").str).toList, List(id.toString))
        assertEquals(first.client.post("/api/views/sites/rebuild", "").status, 202)
        TestService.await("the rebuild")(first.service.views("sites").status.version == 2)
        id
      finally first.close()
    checkTexts(flag)
    val second = TestService(flag)
    try
      assertEquals(second.client.get(s"/api/sites/$id").require(200).body("site")("name").str, "Books")
      assertEquals(second.client.get("/api/sites").require(200).body("sites").arr.size, 2)
      val then5 = second.client.get(s"/api/sites/$id/state?version=5").require(200).body
      assertEquals(then5("site")("name").str, "Shop")
      val stream = second.client.stream("/api/events?after=5")
      try assertEquals(stream.next().data("event")("name").str, "Books")
      finally stream.close()
    finally second.close()

  // Files of others may have texts that no command would have written.
  private def checkTexts(flag: String): Unit =
    val name    = "half \ud83d, none \u0000, right \u202e, \u2028 and whole \ud83d\ude00"
    val running = TestService(flag)
    try
      TestService.inFolder: folder =>
        val id    = UUID(3, 3)
        val lines =
          for event <- List(SiteEvent.SiteCreated(id, id, SiteType.Flash), SiteEvent.SiteNameSet(name))
          yield SiteJson.write(SiteJson.EventLine(id, event, Instant.EPOCH), escapeUnicode = true)
        val file = Files.write(folder.resolve("odd.jsonl"), lines.asJava)
        for _ <- 1 to 2 do assertEquals(SiteImport(running.store.log)(file), 2L)
        val seen  = running.store.log.durable.sequence
        val found = running.client.get(s"/api/sites?search=half%20right%20whole&seen=$seen").require(200).body("sites")
        assertEquals(found.arr.map(_("id").str).toList, List(id.toString))
        val site = running.client.get(s"/api/sites/$id").require(200).body("site")
        assertEquals(site("name").str, name)
        running.client.get(s"/api/sites/$id/difference?from=1").require(200): Unit
        val stream = running.client.stream(s"/api/events?site=$id&after=0")
        try assertEquals(List.fill(2)(stream.next()).last.data("event")("name").str, name)
        finally stream.close()
    finally running.close()
