package brine.examples.site.stores

import brine.examples.site.TestService
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
      finally server.close()

  test("a store that cannot be opened says what and why, and keeps passwords to itself"):
    for flag <- List("", "files:", "oracle:x", "postgresql:x?password=secret") do
      val wrong = Store.open(flag).swap.getOrElse(fail(flag))
      assert(wrong.contains("files:FOLDER") && !wrong.contains("secret"), wrong)
    val wrong = Store.open("postgresql://localhost:1/nothing?user=a&password=secret").swap.getOrElse(fail("it opened"))
    assert(wrong.startsWith("the store cannot be opened: ") && !wrong.contains("secret"), wrong)
    TestService.inFolder: folder =>
      val file = java.nio.file.Files.writeString(folder.resolve("file"), "no folder")
      assertEquals(
        Store.open(s"files:$file").swap.toOption,
        Some(s"the store cannot be opened: $file is a file, and must be a folder")
      )
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
      val files = java.nio.file.Files.list(folder)
      try assertEquals(files.count, 0L)
      finally files.close()

  test("a second process on a file of SQLite or on files is refused"):
    TestService.inFolder: folder =>
      checkOneProcess(s"sqlite:$folder/x.db")
      // Also by another name.
      java.nio.file.Files.createSymbolicLink(folder.resolve("link.db"), folder.resolve("x.db"))
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
    val second = TestService(flag)
    try
      assertEquals(second.client.get(s"/api/sites/$id").require(200).body("site")("name").str, "Books")
      assertEquals(second.client.get("/api/sites").require(200).body("sites").arr.size, 1)
      val then5 = second.client.get(s"/api/sites/$id/state?version=5").require(200).body
      assertEquals(then5("site")("name").str, "Shop")
      val stream = second.client.stream("/api/events?after=5")
      try assertEquals(stream.next().data("event")("name").str, "Books")
      finally stream.close()
    finally second.close()
