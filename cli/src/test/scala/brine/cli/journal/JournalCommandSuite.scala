package brine.cli.journal

import brine.commandline.{Captured, TemporaryFolder}
import brine.journal.{Journal, Level, Offset, RetentionRules}
import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** The commands on journals as programs write them. */
class JournalCommandSuite extends TemporaryFolder:
  private def runWith(stdin: String)(arguments: String*): Captured[Int] =
    Captured(
      JournalCommand(() => ByteArrayInputStream(stdin.getBytes(UTF_8))).run(arguments.toList)
    )

  private def run(arguments: String*): Captured[Int] = runWith("")(arguments*)

  private def ok(arguments: String*)(using munit.Location): String =
    val ran = run(arguments*)
    assertEquals((ran.value, ran.err), (0, ""), ran.out)
    ran.out

  private def json(arguments: String*)(using munit.Location): ujson.Value = ujson.read(ok(arguments*))

  private def lines(arguments: String*)(using munit.Location): Vector[ujson.Value] =
    ok(arguments*).linesIterator.map(ujson.read(_)).toVector

  private def isComplaint(ran: Captured[Int], says: String, code: Int = 2)(using munit.Location): Unit =
    assertEquals(ran.value, code, ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    assert(ran.err.startsWith("brine: "), ran.err)
    assert(clue(ran.err).contains(says))

  private val tasks = List(
    "info",
    "verify",
    "dump",
    "tail",
    "grep",
    "stats",
    "export",
    "import",
    "copy",
    "backup",
    "restore",
    "delete",
    "compact",
    "repair"
  )

  test("the commands are listed, and each explains itself"):
    val help = ok("--help")
    for name <- tasks do
      assert(help.linesIterator.exists(_.startsWith(s"  $name ")), help)
      assert(clue(ok(name, "--help")).contains(s"brine journal $name"), name)
    assertEquals(run().value, 2)

  test("an unknown command or option is refused"):
    isComplaint(run("dmup", "x"), "did you mean dump")
    for name <- tasks do isComplaint(run(name, "--colour", "x"), "--colour")
    isComplaint(run("verify", "--top", "3", "x"), "--top")
    isComplaint(run("dump", "x", "--at"), "--at wants a value")
    isComplaint(run("info"), "info takes DIR; 0 were given")
    isComplaint(run("grep", "x"), "grep takes PATTERN DIR")

  folder.test("what is no journal, or one of a later release, is said"): folder =>
    for name <- tasks.filterNot(Set("grep", "import", "copy", "backup", "restore", "delete", "compact")) do
      isComplaint(run(name, folder.toString), "is no journal")
      isComplaint(run(name, folder.resolve("none").toString), "is no journal")
    isComplaint(run("grep", "x", folder.toString), "is no journal")
    ShopEvent.write(folder, 5)
    val file  = ShopEvent.segments(folder).head
    val bytes = Files.readAllBytes(file)
    bytes(8) = 7
    val crc = java.util.zip.CRC32C()
    crc.update(bytes, 0, 4092)
    java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(4092, crc.getValue.toInt)
    Files.write(file, bytes)
    for name <- tasks.filterNot(Set("grep", "import", "copy", "backup", "restore", "delete", "compact")) do
      isComplaint(run(name, folder.toString), "format version 7, newer than this release", code = 1)

  folder.test("info, as text and as JSON"): folder =>
    ShopEvent.write(folder)
    val info = json("info", "--json", folder.toString)
    assertEquals(info("last").num.toInt, 604)
    assertEquals(info("closed").bool, true)
    assertEquals(info("segments").arr.size, ShopEvent.segments(folder).size)
    val text = ok("info", folder.toString)
    assert(clue(text).contains("604, offsets 1 to 604"))
    assert(text.contains("ShopEvent "))
    assertEquals(text.linesIterator.count(_.contains(".seg  ")), ShopEvent.segments(folder).size)

  folder.test("dump: all, and parts, by the schema alone"): folder =>
    ShopEvent.write(folder)
    val all = lines("dump", "--json", folder.toString)
    assertEquals(all.map(_("offset").num.toInt), (1 to 604).toVector)
    assertEquals(all.head("value"), ujson.Obj("Opened" -> ujson.Obj("name" -> "Shop 1", "owner" -> ujson.Null)))
    assertEquals(all(1)("value")("Opened")("owner"), ujson.Str("Ada"))
    assertEquals(all(3)("value")("Sold")("price"), ujson.Str("0.25"))
    assertEquals(all.last("value"), ujson.Str("Closed"))
    assertEquals(all(102)("key").str, "00000000-0000-0001-0000-000000000064")
    val where = folder.toString
    assertEquals(lines("dump", "--json", where, "--stream", "shop-2"), all.filter(_("stream").str == "shop-2"))
    assertEquals(lines("dump", "--json", where, "--tag", "round"), all.filter(_.obj.contains("tags")))
    assertEquals(
      lines("dump", "--json", where, "--tag", "round", "--stream", "shop-2", "--from", "100"),
      all.drop(99).filter(one => one.obj.contains("tags") && one("stream").str == "shop-2")
    )
    assertEquals(lines("dump", "--json", where, "--from", "10", "--to", "20"), all.slice(9, 20))
    assertEquals(lines("dump", "--json", where, "--from", "10", "--limit", "3"), all.slice(9, 12))
    val middle = all(300)("at").str
    assertEquals(lines("dump", "--json", where, "--at", middle, "--limit", "1"), Vector(all(300)))
    assertEquals(lines("dump", "--json", where, "--at", middle.stripSuffix("Z"), "--limit", "1"), Vector(all(300)))
    assertEquals(lines("dump", "--json", where, "--at", "2026-11-19", "--limit", "1"), all.take(1))
    assertEquals(lines("dump", "--json", where, "--at", "2027-01-01"), Vector.empty)
    val text = ok("dump", where, "--limit", "2")
    assertEquals(text.linesIterator.size, 2)
    assert(
      clue(text).linesIterator
        .next()
        .matches("1  2026-11-20T10:\\S+Z  shop-1 1  Opened \\{name: \"Shop 1\", owner: null\\}")
    )
    isComplaint(run("dump", where, "--at", "yesterday"), "'yesterday' is no time")
    isComplaint(run("dump", where, "--from", "-1"), "--from is 0 or more")
    isComplaint(run("dump", where, "--limit", "0"), "--limit is 1 or more")

  folder.test("a time is found without the segments before it"): folder =>
    ShopEvent.write(folder)
    val last = lines("dump", "--json", folder.toString).last
    ShopEvent.segments(folder).init.foreach(ShopEvent.damage(_, 20000))
    assertEquals(lines("dump", "--json", folder.toString, "--at", last("at").str), Vector(last))
    assertEquals(lines("tail", "--json", folder.toString, "--limit", "1"), Vector(last))
    isComplaint(run("dump", folder.toString), "is damaged at byte", code = 1)

  folder.test("tail and dump: what is kept, also where more is requested; what is deleted is named"): folder =>
    ShopEvent.write(folder)
    val where   = folder.toString
    val all     = lines("dump", "--json", where)
    val journal = Journal.open(folder, ShopEvent.settings)
    val first   =
      try journal.retain(RetentionRules(upTo = Offset(300))).fold(error => fail(error.message), _.first.sequence)
      finally journal.close()
    assert(first > 1 && first < 604, s"$first")
    val kept = all.drop(first.toInt - 1)
    assertEquals(lines("tail", "--json", where, "--limit", "604"), kept)
    assertEquals(lines("tail", "--json", where, "--limit", "2"), kept.takeRight(2))
    assertEquals(lines("dump", "--json", where), kept)
    assertEquals(lines("dump", "--json", where, "--from", s"$first"), kept)
    isComplaint(run("dump", where, "--from", s"${first - 1}"), s"deleted the records before $first", code = 1)
    isComplaint(run("dump", where, "--from", "1"), s"deleted the records before $first", code = 1)
    assertEquals(json("info", "--json", where)("first"), ujson.Num(first.toDouble))
    assertEquals(json("verify", "--json", where)("first"), ujson.Num(first.toDouble))

  folder.test("tail: the last ones, and those that come"): folder =>
    ShopEvent.write(folder, 50)
    val where = folder.toString
    val all   = lines("dump", "--json", where)
    assertEquals(lines("tail", "--json", where), all.takeRight(10))
    assertEquals(lines("tail", "--json", where, "--limit", "3"), all.takeRight(3))
    assertEquals(
      lines("tail", "--json", where, "--stream", "shop-2", "--limit", "2"),
      all.filter(_("stream").str == "shop-2").takeRight(2)
    )
    assertEquals(
      lines("tail", "--json", where, "--tag", "round", "--limit", "2"),
      all.filter(_.obj.contains("tags")).takeRight(2)
    )
    assertEquals(lines("tail", where, "--limit", "0", "--json"), Vector.empty)
    val journal = Journal.open(folder, ShopEvent.settings)
    try
      val pipe   = java.io.PipedInputStream(1 << 16)
      val out    = java.io.PrintStream(java.io.PipedOutputStream(pipe))
      val reader = java.io.BufferedReader(java.io.InputStreamReader(pipe))
      val thread = Thread: () =>
        Console.withOut(out)(
          JournalCommand(() => System.in)
            .run(List("tail", "--follow", "--json", "--limit", "1", where))
        ): Unit
      thread.setDaemon(true)
      thread.start()
      val next = () =>
        val line = java.util.concurrent.CompletableFuture
          .supplyAsync(() => reader.readLine())
          .get(30, java.util.concurrent.TimeUnit.SECONDS)
        ujson.read(line)("offset").num.toInt
      assertEquals(next(), 54)
      for i <- 55 to 60 do
        ShopEvent.append(journal, "new", ShopEvent.Sold("more", i, BigDecimal(1)))
        assertEquals(next(), i)
      thread.interrupt()
      thread.join(30000)
      assert(!thread.isAlive)
    finally journal.close()

  folder.test("grep: by what dump prints"): folder =>
    ShopEvent.write(folder)
    val where = folder.toString
    val found = lines("grep", "--json", "item-1[23] ", where)
    assertEquals(found.map(_("value")("Sold")("count").num.toInt), Vector(12, 13))
    assertEquals(lines("grep", "ADA", where, "--json", "--ignore-case").size, 1)
    assertEquals(lines("grep", "Sold", where, "--json", "--stream", "shop-1", "--limit", "4").size, 4)
    assertEquals(run("grep", "nowhere", where), Captured(1, "", ""))
    isComplaint(run("grep", "(", where), "is no regular expression")

  folder.test("stats"): folder =>
    ShopEvent.write(folder)
    val stats = json("stats", "--json", folder.toString, "--top", "2")
    assertEquals(stats("records").num.toInt, 604)
    assertEquals(stats("streamCount").num.toInt, 3)
    assertEquals(stats("streams").arr.size, 2)
    assertEquals(stats("tags").arr.map(_("records").num.toInt).toList, List(60))
    assertEquals(stats("keys").num.toInt, 6)
    assert(clue(ok("stats", folder.toString)).contains("604, "))
    isComplaint(run("stats", folder.toString, "--top", "0"), "--top is 1 or more")

  folder.test("verify: sound, and damaged"): folder =>
    ShopEvent.write(folder)
    assert(clue(ok("verify", folder.toString)).startsWith("sound: 604 records"))
    assertEquals(json("verify", "--json", folder.toString)("sound").bool, true)
    val file = ShopEvent.segments(folder)(1)
    ShopEvent.damage(file, 20000)
    val ran = run("verify", folder.toString)
    isComplaint(ran, "has 1 damage; 1 record cannot be read. Restore a backup, or see brine journal repair", code = 1)
    assert(clue(ran.out).contains(s"damage: $file, byte "))
    val found = ujson.read(run("verify", "--json", folder.toString).out)
    assertEquals(found("damages").arr.size, 1)
    assertEquals(found("lost").num.toInt, 1)
    assertEquals(found("damages")(0)("lostFrom"), found("damages")(0)("lostTo"))

  folder.test("a journal that is written meanwhile is looked into"): folder =>
    val journal = Journal.open(folder, ShopEvent.settings)
    try
      for round <- 1 to 5 do
        for i <- 1 to 100 do ShopEvent.append(journal, s"shop-$i", ShopEvent.Sold("x" * 200, i, BigDecimal(1)))
        val where = folder.toString
        assert(clue(ok("verify", where)).startsWith(s"sound: ${round * 100} records"))
        assertEquals(json("info", "--json", where)("closed").bool, false)
        // Another process knows of the last group a moment later.
        val until = System.nanoTime + 20_000_000_000L
        while lines("dump", "--json", where).size < round * 100 && System.nanoTime < until do Thread.sleep(5)
        assertEquals(lines("dump", "--json", where).size, round * 100)
        assertEquals(json("stats", "--json", where)("records").num.toInt, round * 100)
      assertEquals(run("repair", folder.toString, "--apply").out, "sound: there is nothing to repair\n")
    finally journal.close()

  folder.test("repair: says what it would do, and does it when told to"): folder =>
    ShopEvent.write(folder)
    val where = folder.toString
    val all   = lines("dump", "--json", where)
    assertEquals(ok("repair", where), "sound: there is nothing to repair\n")
    val file = ShopEvent.segments(folder)(1)
    ShopEvent.damage(file, 20000)
    val plan = ok("repair", where)
    assert(clue(plan).contains(s"rewrite $file with the "))
    assert(plan.contains("Nothing was changed."))
    assertEquals(run("verify", where).value, 1)
    assertEquals(json("repair", where, "--json")("applied").bool, false)
    assert(clue(ok("repair", where, "--apply")).contains("repaired; what was replaced is in the folder quarantine"))
    assert(ok("verify", where).startsWith("sound: 603 records"))
    val left = lines("dump", "--json", where)
    assertEquals(left, all.filter(left.map(_("offset")).toSet.compose(_("offset"))))
    assert(Files.exists(folder.resolve("quarantine")))

  folder.test("repair: not while somebody has it open"): folder =>
    ShopEvent.write(folder)
    val journal = Journal.open(folder, ShopEvent.settings)
    try
      ShopEvent.damage(ShopEvent.segments(folder)(1), 20000)
      val ran = run("repair", folder.toString, "--apply")
      isComplaint(ran, "is open for writing already", code = 1)
    finally journal.close()

  folder.test("backup and restore"): folder =>
    val (one, two, three) = (folder.resolve("one"), folder.resolve("two"), folder.resolve("three"))
    ShopEvent.write(one)
    val exported = ok("export", one.toString)
    assert(clue(ok("backup", one.toString, two.toString)).startsWith("backup up to offset 604: "))
    assertEquals(json("backup", one.toString, two.toString, "--json", "--thorough")("copied").num.toInt, 1)
    assert(clue(ok("restore", two.toString, three.toString)).startsWith("restored: 604 records up to offset 604"))
    assertEquals(ok("export", three.toString), exported)
    isComplaint(run("restore", two.toString, three.toString), "has files")
    isComplaint(run("restore", folder.resolve("none").toString, three.toString), "there is no folder")
    isComplaint(run("backup", folder.toString, two.toString), "is no journal")
    ShopEvent.damage(ShopEvent.segments(two)(1), 20000)
    isComplaint(run("restore", two.toString, folder.resolve("four").toString), "is damaged", code = 1)

  folder.test("state records do not confuse the commands, and a backup says that it has none"): folder =>
    val (one, two) = (folder.resolve("one"), folder.resolve("two"))
    ShopEvent.write(one)
    val where     = one.toString
    def records() = Seq(ok("dump", "--json", where), ok("export", where), ok("stats", "--json", where))
    val before    = records()
    val journal   = Journal.open(one)
    try
      val saved = journal.states.save("shop-1", journal.durable, "a state of shop 1", Level.Disk)
      assertEquals(saved.get(1, TimeUnit.MINUTES), Right(()))
    finally journal.close()
    assertEquals(records(), before)
    for name <- Seq("info", "verify", "repair") do ok(name, where): Unit
    assert(clue(ok("dump", s"$where/states")).contains("a state of shop 1"))
    assert(clue(ok("backup", where, two.toString)).contains("states are not in it"))
    assertEquals(json("backup", where, two.toString, "--json")("copied").num.toInt, 1)
    assert(!Files.exists(two.resolve("states")))

  folder.test("compact: the last record of each stream named"): folder =>
    ShopEvent.write(folder)
    val where = folder.toString
    val all   = lines("dump", "--json", where)
    isComplaint(run("compact", where), "compact takes either --stream")
    isComplaint(run("compact", where, "--all", "--stream", "shop-1"), "compact takes either --stream")
    isComplaint(run("compact", folder.resolve("none").toString, "--all"), "is no journal")
    assert(!Files.exists(folder.resolve("none")))
    val done = json("compact", where, "--stream", "shop-2", "--json")
    assert(done("recordsAfter").num < done("recordsBefore").num)
    val left = lines("dump", "--json", where)
    assertEquals(left.filter(_("stream").str != "shop-2"), all.filter(_("stream").str != "shop-2"))
    assert(left.size < all.size)
    assert(clue(ok("verify", where)).startsWith(s"sound: ${left.size} records"))
    assertEquals(json("stats", where, "--json")("records").num.toInt, left.size)
    assertEquals(ok("repair", where), "sound: there is nothing to repair\n")
    val copy = newFolder()
    try
      assertEquals(runWith(ok("export", where))("import", copy.toString, "-", "--segment-size=65536").value, 0)
      assertEquals(lines("dump", "--json", copy.toString).map(_("version")), left.map(_("version")))
    finally delete(copy)

  folder.test("delete: a stream is gone for readers, is listed, and compact removes its events"): folder =>
    ShopEvent.write(folder)
    val where   = folder.toString
    val all     = lines("dump", "--json", where)
    val version = all.count(_("stream").str == "shop-2")
    isComplaint(run("delete", where), "delete takes DIR STREAM")
    isComplaint(run("delete", where, "nope"), "has no record of stream 'nope'")
    isComplaint(run("delete", where, ""), "has no record of stream ''")
    isComplaint(
      run("delete", where, "shop-2", "--expected", "1"),
      s"has version $version, not the expected 1",
      code = 1
    )
    isComplaint(run("delete", folder.resolve("none").toString, "x"), "is no journal")
    assertEquals(ok("delete", "--list", where), "")
    val done = json("delete", where, "shop-2", "--expected", version.toString, "--json")
    assertEquals((done("version").num.toInt, done("offset").num.toInt), (version + 1, all.size + 1))
    assert(clue(ok("delete", "--list", where)).endsWith(s"  shop-2@${version + 1}\n"))
    assertEquals(lines("delete", "--list", "--json", where), Vector(done))
    assertEquals(ok("dump", "--stream", "shop-2", where), "")
    assertEquals(lines("dump", "--json", where).size, all.size + 1)
    isComplaint(run("compact", where, "--deleted", "--all"), "compact takes either --stream")
    val compacted = json("compact", where, "--deleted", "--json")
    assert(compacted("recordsAfter").num < compacted("recordsBefore").num)
    val left = lines("dump", "--json", where)
    assertEquals(left.filter(_("stream").str == "shop-2").map(_("version").num.toInt), Vector(version + 1))
    assertEquals(left.count(_("stream").str != "shop-2"), all.count(_("stream").str != "shop-2"))
    assert(clue(ok("verify", where)).startsWith(s"sound: ${left.size} records"))

  folder.test("names that begin with a dash come after two"): folder =>
    val where   = folder.toString
    val names   = Vector("-x", "--json", "-h", "--")
    val journal = Journal.open(folder)
    try names.foreach(name => assert(journal.append(name, s"to $name").await().isRight))
    finally journal.close()
    isComplaint(run("delete", where, "-x"), "a name that begins with - comes after --")
    for name <- names do
      assertEquals(json("delete", "--json", "--", where, name)("stream").str, name)
      assertEquals(lines("dump", "--json", s"--stream=$name", where).size, 0, name)
    assertEquals(ok("delete", "--list", "--", where).linesIterator.size, names.size)
    assert(clue(ok("grep", "--", "-x", where)).contains("to -x"))
    assert(clue(ok("grep", "--", "--json", where)).contains("to --json"))
    isComplaint(run("delete", "--", where), "delete takes DIR STREAM; 1 were given")
    isComplaint(run("verify", "--top", "3", "--", where), "unknown option '--top'")
    assert(clue(ok("verify", "--", where)).startsWith("sound"))

  folder.test("export and import: the same once more"): folder =>
    val (one, two) = (folder.resolve("one"), folder.resolve("two"))
    ShopEvent.write(one)
    val exported = ok("export", one.toString)
    val parsed   = exported.linesIterator.map(ujson.read(_)).toVector
    assertEquals(parsed.map(_("kind").str).distinct, Vector("export", "schema", "record", "end"))
    assertEquals(
      runWith(exported)("import", two.toString, "-", "--segment-size", "65536"),
      Captured(0, "604 records imported\n", "")
    )
    assertEquals(lines("dump", "--json", two.toString), lines("dump", "--json", one.toString))
    assertEquals(ok("export", two.toString).linesIterator.drop(1).toVector, exported.linesIterator.drop(1).toVector)
    assert(ok("verify", two.toString).startsWith("sound: 604"))
    val file = folder.resolve("file").toString
    assertEquals(ok("export", one.toString, "--out", file, "--from", "600"), "")
    assertEquals(Files.readAllLines(Path.of(file)).size, 8)
    assertEquals(ujson.read(Files.readAllLines(Path.of(file)).get(0))("from"), ujson.Num(600))
    isComplaint(run("export", one.toString, "--out", file), "is there already", code = 1)
    assertEquals(
      ok("import", folder.resolve("three").toString, file, "--segment-size", "65536"),
      "5 records imported\n"
    )

  folder.test("import refuses what does not fit, with its line"): folder =>
    val one = folder.resolve("one")
    ShopEvent.write(one, 20)
    val exported                         = ok("export", one.toString).linesIterator.toVector
    def importing(lines: Vector[String]) =
      val to = newFolder()
      try runWith(lines.mkString("", "\n", "\n"))("import", to.toString, "-", "--segment-size", "65536")
      finally delete(to)
    def changed(line: Int)(change: ujson.Value => Unit) =
      val json = ujson.read(exported(line))
      change(json)
      exported.updated(line, ujson.write(json))
    isComplaint(importing(exported.init), "the export is not whole", code = 1)
    isComplaint(importing(exported.patch(5, Nil, 1)), "had 24 records, but there are 23", code = 1)
    isComplaint(importing(exported.patch(1, Nil, 1)), "line 2: schema ", code = 1)
    isComplaint(importing(exported.drop(1)), "line 1: not an export", code = 1)
    isComplaint(importing(exported.updated(4, "{")), "line 5: not JSON", code = 1)
    isComplaint(importing(exported.updated(4, "{}")), "line 5: not a line of an export", code = 1)
    isComplaint(
      importing(changed(0)(_("format") = 2)),
      "line 1: an export of format 2, newer than this release",
      code = 1
    )
    isComplaint(importing(changed(6)(_("value") = "Closed")), "line 7: its value is not what its bytes say", code = 1)
    isComplaint(importing(changed(6)(_("bytes") = "AAAA")), "line 7: its ", code = 1)
    isComplaint(importing(changed(6)(_("version") = 1)), "line 7: version 1 of stream", code = 1)
    isComplaint(importing(changed(6)(_("at") = "2020-01-01T00:00:00Z")), "line 7: its time", code = 1)
    isComplaint(
      importing(changed(1)(_("schema") = "0123456789abcdef")),
      "line 2: a schema of another fingerprint",
      code = 1
    )
    val twice = runWith(exported.mkString("\n"))("import", one.toString, "-")
    isComplaint(twice, "line 3: version 1 of stream 'shop-1', which has version", code = 1)
    isComplaint(run("import", one.toString, "-", "--segment-size", "7"), "--segment-size is 65536 to")
    isComplaint(run("import", one.toString, folder.resolve("no").toString), "no file")
    assertEquals(importing(exported).value, 0)
