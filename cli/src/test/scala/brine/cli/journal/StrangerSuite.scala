package brine.cli.journal

import brine.commandline.{Captured, TemporaryFolder}
import brine.journal.{ExpectedVersion, Journal, JournalSettings, Offset}
import java.io.{ByteArrayInputStream, OutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** The commands as somebody uses them who knows neither them nor the journal: wrong names, hostile names, long values,
  * broken pipes.
  */
class StrangerSuite extends TemporaryFolder:
  override val munitTimeout: Duration = 5.minutes // processes are started; finds what hangs

  private def run(arguments: String*): Captured[Int] =
    Captured(JournalCommand(() => ByteArrayInputStream("".getBytes(UTF_8))).run(arguments.toList))

  private def isComplaint(ran: Captured[Int], says: String, code: Int = 2)(using munit.Location): Unit =
    assertEquals((ran.value, ran.out), (code, ""), ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    assert(clue(ran.err).startsWith("brine: "))
    assert(clue(ran.err).contains(says))

  private def fails(ran: Captured[Int])(using munit.Location): Unit =
    isComplaint(ran, "", if ran.value == 1 then 1 else 2)

  private def write(folder: Path)(body: Journal => Unit): Unit =
    val journal = Journal.open(folder, JournalSettings(segmentSize = 1 << 16))
    try body(journal)
    finally journal.close()

  private def append(journal: Journal, stream: String, text: String, tags: Set[String] = Set.empty): Unit =
    assert(journal.append(stream, ExpectedVersion.Any, Seq(text), tags = tags).await().isRight)

  private val readers = List("info", "verify", "dump", "tail", "stats", "export", "repair")

  folder.test("streams and tags that do not exist are refused, and nothing changes"): folder =>
    ShopEvent.write(folder, 20)
    val where  = folder.toString
    val before = Files.getLastModifiedTime(folder.resolve("MANIFEST-a"))
    isComplaint(run("compact", where, "--stream", "nope"), "has no record of stream 'nope'")
    isComplaint(run("compact", where, "--stream", "shop-1", "--stream", "nope"), "has no record of stream 'nope'")
    isComplaint(run("dump", where, "--stream", "nope"), "has no record of stream 'nope'")
    isComplaint(run("dump", where, "--json", "--tag", "nope"), "has no record with tag 'nope'")
    isComplaint(run("tail", where, "--stream", "nope"), "has no record of stream 'nope'")
    isComplaint(run("tail", where, "--tag", "nope"), "has no record with tag 'nope'")
    isComplaint(run("grep", "x", where, "--stream", "nope"), "has no record of stream 'nope'")
    isComplaint(run("grep", "x", where, "--tag", "nope"), "has no record with tag 'nope'")
    isComplaint(run("dump", where, "--stream", ""), "has no record of stream ''")
    assertEquals(Files.getLastModifiedTime(folder.resolve("MANIFEST-a")), before)
    assertEquals(run("dump", where, "--stream", "shop-2", "--tag", "round", "--from", "1000"), Captured(0, "", ""))

  folder.test("long values are cut with a mark, unless asked for whole; JSON is whole"): folder =>
    val long = "0123456789" * 2000
    write(folder)(journal => append(journal, "s", long, Set("tagged")))
    val where = folder.toString
    for arguments <- List(Seq("dump", where), Seq("tail", where), Seq("grep", "789", where)) do
      val cut = run(arguments*)
      assertEquals(cut.value, 0)
      assert(clue(cut.out).length < 1300)
      assert(cut.out.contains("… (cut after 1000 characters: --whole or --json prints all)  [tagged]"), cut.out)
      assert(run((arguments :+ "--whole")*).out.contains(s"\"$long\"  [tagged]"))
      assertEquals(ujson.read(run((arguments :+ "--json")*).out)("value").str, long)

  folder.test("info counts indexes and snapshots"): folder =>
    write(folder): journal =>
      for _ <- 1 to 200 do append(journal, "s", "x" * 2000)
      for i <- 1 to 3 do journal.snapshots.save(s"state-$i", Offset(i), i)
    for i <- 1 to 12 do Files.writeString(folder.resolve(s"note-$i"), "x")
    val text = run("info", folder.toString).out.linesIterator.find(_.startsWith("others ")).get
    assert(clue(text).matches("others    \\d+ indexes, 3 snapshots, .*, note-1, .*, \\d more, which --json lists"))
    assert(text.length < 200)
    val all = ujson.read(run("info", "--json", folder.toString).out)("otherFiles").arr.map(_.str)
    assert(all.count(_.endsWith(".idx")) > 3 && all.count(_.endsWith(".snap")) == 3 && all.contains("note-12"))

  folder.test("no command prints codes that a terminal obeys, or more than one line for a name"): folder =>
    val hostile = Vector(0x1b, 0x9b, 0x85, 0x2028, 0x202e, 0x2066, 0x7f, 0x0a).map(_.toChar).mkString("a", "b", "c")
    write(folder)(journal => for i <- 1 to 3 do append(journal, s"$hostile-$i", hostile, Set(hostile)))
    Files.writeString(folder.resolve(s"x${0x1b.toChar}y"), "")
    val where = folder.toString
    val lines = Map("dump" -> 3, "tail" -> 3, "grep" -> 3)
    for
      arguments <- List("info", "verify", "dump", "tail", "stats", "export")
        .map(Seq(_, where)) :+ Seq("grep", "a", where)
      asJson <- List(false, true) if arguments.head != "export" || !asJson
    do
      val ran = run((arguments ++ Option.when(asJson)("--json"))*)
      assertEquals((ran.value, ran.err), (0, ""))
      val text = ran.out.replace("\n", "")
      assertEquals(text.filter(char => hostile.contains(char) && char != 'a' && char != 'b' && char != 'c'), "")
      lines.get(arguments.head).foreach(assertEquals(ran.out.linesIterator.size, _))
      if asJson || arguments.head == "export" then ran.out.linesIterator.foreach(ujson.read(_): Unit)
    val streams = run("dump", "--json", where).out.linesIterator.map(ujson.read(_)("stream").str).toVector
    assertEquals(streams, Vector(1, 2, 3).map(i => s"$hostile-$i"))
    isComplaint(run("dump", where, "--stream", hostile), "has no record of stream 'a\\u001bb\\u009bb\\u0085b")
    isComplaint(run(s"du$hostile"), "no command")

  folder.test("a file, an empty folder or a wrong path in place of a journal"): folder =>
    val file  = Files.writeString(folder.resolve("file"), "text").toString
    val empty = Files.createDirectory(folder.resolve("empty")).toString
    for name <- readers do
      fails(run(name, file))
      isComplaint(run(name, empty), "is no journal")
      fails(run(name, s"$file/below"))
      isComplaint(run(name, "a\u0000b"), "is not the name of a file or folder")
    isComplaint(run("compact", empty, "--all"), "is no journal")
    fails(run("backup", file, s"$empty/x"))
    isComplaint(run("restore", file, s"$empty/x"), "there is no folder")
    isComplaint(run("restore", empty, file), "has files")
    ShopEvent.write(folder.resolve("journal"), 5)
    val journal = folder.resolve("journal").toString
    isComplaint(run("export", journal, "--out", "a\u0000b"), "is not the name of a file or folder")
    isComplaint(run("export", journal, "--out", s"$file/below"), "cannot be written", code = 1)
    isComplaint(run("export", journal, "--out", s"$empty/none/x"), "does not exist; create it first", code = 1)
    fails(run("backup", journal, file))
    fails(run("import", file, empty))
    fails(run("import", s"$file/below", empty))

  folder.test("without permission every command says for which file, and what to do"): folder =>
    import java.nio.file.attribute.PosixFilePermissions.fromString
    val journal  = folder.resolve("journal")
    val closed   = Files.createDirectory(folder.resolve("closed"))
    val exported = folder.resolve("exported")
    ShopEvent.write(journal, 5)
    assertEquals(run("export", journal.toString, "--out", exported.toString).value, 0)
    val hidden = ShopEvent.segments(journal).head

    val where = journal.toString
    val all   = (readers ++ List("grep x", "repair --apply", "compact --all")).map(_.split(' ').toSeq :+ where)

    def say(expected: (Path, Seq[String])*): Unit =
      val ran = UnprivilegedCommands.run(expected.map(_._2))
      assertEquals(ran.size, expected.size)
      expected
        .zip(ran)
        .foreach:
          case ((file, _), ran) =>
            isComplaint(
              ran,
              s"no permission for $file (change the permissions, or run as",
              if ran.value == 2 then 2 else 1
            )

    def close[A](file: Path, permissions: String)(body: => A): A =
      Files.setPosixFilePermissions(file, fromString(permissions))
      try body
      finally Files.setPosixFilePermissions(file, fromString("rwxr-xr-x")): Unit

    val backup = Seq("backup", where, folder.resolve("backup").toString)
    for file <- Seq(hidden, journal.resolve("MANIFEST-a")) do
      close(file, "---------")(say((all ++ Seq(Seq("import", where, exported.toString), backup)).map(file -> _)*))
    close(journal, "---------")(say((all :+ backup).map(journal.resolve("MANIFEST-a") -> _)*))
    val to = closed.resolve("new")
    close(closed, "r-xr-xr-x"):
      say(
        to -> Seq("backup", where, s"$to"),
        to -> Seq("restore", where, s"$to"),
        to -> Seq("import", s"$to", s"$exported"),
        to -> Seq("export", where, "--out", s"$to")
      )
    close(exported, "---------")(say(exported -> Seq("import", folder.resolve("new").toString, s"$exported")))
    assert(!Files.exists(folder.resolve("new")))

  folder.test("a file that is no export creates no journal"): folder =>
    ShopEvent.write(folder.resolve("journal"), 5)
    val exported = run("export", folder.resolve("journal").toString).out.linesIterator.toVector
    val files    = Vector(
      "line 1: not JSON"          -> Vector("to be, or not"),
      "line 1: not a line of"     -> Vector("{}"),
      "line 1: not an export"     -> exported.drop(1),
      "the export is not whole"   -> Vector.empty,
      "line 3: not JSON"          -> exported.take(2).appended("x"),
      "line 1: an export of form" -> exported.updated(0, exported(0).replace("\"format\":1", "\"format\":2"))
    )
    for (says, lines) <- files do
      val file = Files.writeString(folder.resolve("file"), lines.map(_ + "\n").mkString)
      for to <- Vector("new", "deep/er") do
        val ran = run("import", folder.resolve(to).toString, file.toString)
        isComplaint(ran, says, code = 1)
        assert(clue(ran.err).contains("; nothing was imported"))
        assert(!Files.exists(folder.resolve(to.takeWhile(_ != '/'))))

  for name <- Vector("lost-in-the-middle", "lost-at-the-end", "segment-missing") do
    folder.test(s"every command that reads says what is lost: $name"): folder =>
      GoldenJournal.restore(name, folder.resolve("journal"))
      val where = folder.resolve("journal").toString
      assertEquals(run("verify", where).value, 1)
      val all = readers.filterNot(Set("verify", "repair")).map(Seq(_, where)) ++ Seq(
        Seq("grep", ".", where),
        Seq("backup", where, folder.resolve("backup").toString),
        Seq("compact", where, "--all")
      )
      for arguments <- all do
        val ran = run(arguments*)
        isComplaint(ran, "is damaged at byte", code = 1)
        assert(clue(ran.err).contains("estore a backup"))

  folder.test("a pattern that takes too much stack is refused"): folder =>
    write(folder)(journal => append(journal, "s", "ab" * 15000))
    isComplaint(run("grep", "(a|b)*z", folder.toString), "takes too much memory for record 1", code = 1)

  folder.test("a command stops when nobody reads its output"): folder =>
    write(folder)(journal => for _ <- 1 to 3 do append(journal, "s", "x"))
    val where  = folder.toString
    val closed = PrintStream(new OutputStream { def write(byte: Int): Unit = throw java.io.IOException("Broken pipe") })
    for command <- List("dump", "tail", "info", "stats", "verify") do
      assertEquals(Console.withOut(closed)(run0(command, where)), 0, command)
    val err = java.io.ByteArrayOutputStream()
    assertEquals(Console.withErr(err)(Console.withOut(closed)(run0("export", where))), 1)
    assert(clue(err.toString(UTF_8)).contains("could not be written whole"))
    assertEquals(Console.withOut(closed)(run0("tail", where, "--follow")), 0)

  private def run0(arguments: String*): Int = JournalCommand(() => System.in).run(arguments.toList)
