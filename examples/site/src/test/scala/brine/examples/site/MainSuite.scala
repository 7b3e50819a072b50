package brine.examples.site

import brine.commandline.{Captured, HelpFiles}
import brine.examples.site.http.Client
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.{SiteChange, SiteEvent, SiteType}
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.UUID
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*

class MainSuite extends HelpFiles:
  test("the launcher's help is that of the program"):
    checkHelpFile("example-site", Main.run, List("--help"))

  test("bad arguments say what is wrong"):
    def wrong(arguments: String*) =
      val printed = Captured(Main.run(arguments.toList))
      assertEquals(printed.value, 2, arguments)
      printed.err
    assert(wrong("--port=70000").contains("--port is 70000"))
    assertEquals(wrong("--port=many"), "brine: --port is 'many': it must be a number; --help lists the options\n")
    assert(wrong("--cluster=x").contains("--cluster is 'x': it must be a number"))
    assert(wrong("--rate=99999999999").contains("--rate is '99999999999': it must be"))
    assert(wrong("--host=0.0.0.0").contains("--host must be"))
    assert(wrong("--rate=0").contains("--rate is 0"))
    assert(wrong("--rate=2000000000").contains("--rate is 2000000000"))
    assert(wrong("--token=short").contains("--token"))
    assert(wrong("--store=oracle:x").contains("files:FOLDER"))
    assert(wrong("--cluster=0").contains("--cluster is 0"))
    assert(wrong("--cluster=3", "--port=65534").contains("the 2 ports after it"))
    assert(wrong("--cluster=3", "--cluster-node=127.0.0.1:7355").contains("choose one"))
    assert(wrong("--cluster=3", "--seed=127.0.0.1:7355").contains("leave out --seed"))
    assert(wrong("--cluster=3", "--store=files:x").contains("must be postgresql://"))
    assert(wrong("--seed=127.0.0.1:7355").contains("add --cluster-node"))
    assert(wrong("--views=x").contains("add --cluster-node"))
    assert(wrong("--cluster-node=127.0.0.1").contains("it must be HOST:PORT"))
    assert(wrong("--cluster-node=127.0.0.1:7355", "--seed=x").contains("--seed is 'x'"))
    assert(wrong("--cluster-node=127.0.0.1:7355").contains("nodes share events in postgresql://"))
    assert(
      wrong("--colour=red").contains("unknown option '--colour=red'") || wrong("--colour=red").contains("--colour")
    )

  test("a file that cannot be imported ends the program, and says why"):
    TestService.inFolder: folder =>
      val printed = Captured(Main.run(List(s"--store=files:$folder/store", s"$folder/nothing.jsonl")))
      assertEquals(printed.value, 1)
      assert(printed.err.contains("nothing.jsonl cannot be read"), printed.err)

  test("it imports files and ends, if that is all"):
    TestService.inFolder: folder =>
      val printed = Captured(Main.run(List(s"--store=files:$folder/store", "--import-only", events(folder).toString)))
      assertEquals((printed.value, printed.err), (0, ""))
      assert(printed.out.startsWith("imported 1 events of "), printed.out)

  test("it says where it is, serves what it has imported, and stops when it is asked to, with all that was written"):
    TestService.inFolder: folder =>
      val store = s"--store=files:$folder/store"
      val file  = events(folder)
      for round <- 1 to 2 do
        val process = start(folder, store, "--port=0", file.toString)
        try
          val lines = BufferedReader(InputStreamReader(process.getInputStream))
          assert(lines.readLine().startsWith("imported 1 events of "))
          val address = lines.readLine()
          val said    = raw".*: open http://127\.0\.0\.1:(\d+)/#token=([\w-]+)".r
          val client  = address match
            case said(port, token) => Client(port.toInt, token)
            case other             => fail(s"it said $other")
          val stream = client.stream("/api/events")
          assertEquals(client.get("/api/sites?seen=1").require(200).body("sites").arr.size, 1)
          val renamed = client.change(UUID(1, 1), round.toLong, s"""{"type":"RenameSite","name":"round $round"}""")
          assertEquals(renamed.require(200).body("version").num.toInt, round + 1)
          process.toHandle.destroy(): Unit // as Ctrl-C does; what it prints can still be read
          assert(process.waitFor(30, SECONDS), "it does not end")
          assertEquals(Iterator.continually(lines.readLine()).takeWhile(_ != null).toList.last, "stopped")
          stream.close()
        finally process.destroyForcibly(): Unit

  test("a port that is taken is an error"):
    TestService.use(): running =>
      TestService.inFolder: folder =>
        val process = start(folder, s"--store=files:$folder/store", s"--port=${running.server.port}")
        val said    =
          try
            assert(process.waitFor(20, SECONDS), "it does not end")
            String(process.getErrorStream.readAllBytes)
          finally process.destroyForcibly(): Unit
        assertEquals(process.exitValue, 1)
        assert(said.contains(s"cannot listen on 127.0.0.1:${running.server.port}"), said)

  test("a host that is not known, and an address of another machine, are errors that say so"):
    TestService.inFolder: folder =>
      for (host, why) <- List("nobody.invalid" -> "there is no host nobody.invalid", "192.0.2.1" -> "or --host") do
        val printed = Captured(Main.run(List(s"--store=files:$folder/store", "--port=0", s"--host=$host")))
        assertEquals(printed.value, 1)
        assert(printed.err.startsWith(s"brine: cannot listen on $host:0: "), printed.err)
        assert(printed.err.contains(why), printed.err)

  private def events(folder: Path): Path =
    val id     = UUID(1, 1)
    val change = SiteChange(SiteEvent.SiteCreated(id, id, SiteType.Html5), Instant.EPOCH)
    Files.writeString(folder.resolve("events.jsonl"), SiteJson.write(SiteJson.EventLine(id, change.event, change.at)))

  private def start(folder: Path, arguments: String*): Process =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val command =
      List(java, "--enable-native-access=ALL-UNNAMED", "-cp", sys.props("java.class.path"), "brine.examples.site.Main")
    ProcessBuilder((command ++ arguments).asJava).directory(folder.toFile).start()
