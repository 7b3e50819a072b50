package brine.lab.custom

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.cli.CustomCommand
import brine.lab.plan.TurnTimes
import brine.lab.results.Results
import brine.lab.run.{PeerCatalog, Stage}
import java.io.{ByteArrayOutputStream, File, PrintStream}
import java.nio.file.{Files, Path}
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*

/** The whole command, with real libraries, and what a person sees of it. */
final class CustomRunSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(20, "min")

  /** The peers that the build gave the tests; with effort quick two of them. */
  private def stage(in: Path): Stage =
    val found = System.getProperties.asScala.toList.collect:
      case (s"brine.lab.peer.$name", path) =>
        Stage.Peer(name, path.split(File.pathSeparator).toList.map(Path.of(_)), "")
    val chosen = found.sortBy(peer => (peer.name != "brine", peer.name != "java-serialization", peer.name))
    val fast   = shortLived(in)
    Stage
      .read(Fixtures.stage(in))
      .copy(peers = chosen.take(Effort.connectedLibraries).map(peer => peer.copy(classPath = fast :: peer.classPath)))

  /** A folder for the class path of a peer, whose JVMs then start with the least work and are steady soonest. */
  private def shortLived(in: Path): Path =
    val folder = in.resolve("short-lived")
    val file   = folder.resolve(PeerCatalog.optionsResource)
    Files.createDirectories(file.getParent)
    Files.write(file, Fixtures.shortLived.asJava)
    folder

  /** Runs the command.
    *
    * @return
    *   exit code, standard output, standard error
    */
  private def run(folder: Path, arguments: String*): (Int, String, String) =
    val (out, err)       = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val (oldOut, oldErr) = (System.out, System.err)
    val seconds          = if arguments.contains("--seconds") then Nil else List("--seconds", "10")
    System.setErr(PrintStream(err, true))
    val code =
      try
        Console.withOut(PrintStream(out, true)):
          CustomCommand.run(
            seconds ++ List("--out", folder.resolve("report").toString) ++ arguments,
            stage(folder),
            Fixtures.java,
            InTurns(CustomRunSuite.times, starts = 1)
          )
      finally
        System.setOut(oldOut)
        System.setErr(oldErr)
    (code, out.toString, err.toString)

  private val order =
    """{"id":"6b1d5e2c-7d41-4a5b-8f0e-1d2c3b4a5f60","at":"2026-01-31T12:00:00.000001Z","ship to":{"city":"Köln"},""" +
      """"lines":[{"sku":"S-1","price":9.99,"count":3},{"sku":"S-2","price":1e400,"count":3000000000}],""" +
      """"tags":{"1":true,"2":false},"state":"STATE","note":NOTE,"shape":{"type":"round","r":1.5},"next":NEXT}"""
  private val orders = (0 until 40)
    .map: number =>
      def one(next: String) = order
        .replace("STATE", List("open", "paid")(number % 2))
        .replace("NOTE", if number % 3 == 0 then "null" else "\"x\"")
        .replace("\"round\",\"r\":1.5", if number % 2 == 0 then "\"round\",\"r\":1.5" else "\"square\",\"side\":2")
        .replace("NEXT", next)
      one(if number % 4 == 0 then one("null") else "null")
    .mkString("\r\n")

  test("JSON lines: types, every library's figures, the bytes of every field, a page"):
    Fixtures.in("custom"): folder =>
      val file = Files.writeString(folder.resolve("orders.jsonl"), "\ufeff" + orders)
      // The report's folder may be one of the user's own, with folders of any name.
      val own = List("types", "classes", "peers").map: name =>
        Files.writeString(Files.createDirectories(folder.resolve("report/work").resolve(name)).resolve("own.txt"), name)
      val (code, out, err) = run(folder, file.toString)
      assertEquals(code, 0, err)
      assert(out.contains("next: Option[Order]") && out.contains("sealed trait Shape"), out)
      val report  = folder.resolve("report")
      val results = Results.read(report.resolve("results.jsonl"))
      val rows    = results.libraries.map(_.name)
      assert(rows.contains("brine") && rows.contains("java"), rows)
      for row <- results.libraries if row.peer == "brine" || row.peer == "java-serialization" do
        val cells = results.measured.filter(cell => cell.library == row.name && !cell.op.startsWith("size-"))
        val seen  = cells.map(cell => cell.op -> cell.status).distinct.sorted
        val why   = s"${row.name}: ${row.unavailable} ${cells.map(_.note).distinct}"
        assertEquals(seen, List("decode" -> "ok", "encode" -> "ok", "size" -> "ok"), why)
      val staged = stage(folder).peers.map(_.name)
      for row <- results.libraries do
        if staged.contains(row.peer) then assert(row.unavailable.isEmpty, s"${row.name}: ${row.unavailable}")
        else assert(row.unavailable.contains("not staged"), s"${row.name}: ${row.unavailable}")
      val size = results.measured.find(cell => cell.library == "brine" && cell.op == "size").get
      assertEquals(size.n, Some(40))
      val page   = Jsoup.parse(Files.readString(report.resolve("index.html")))
      val fields = page.select("#own-fields tbody tr").asScala.toList
      // The fields are all bytes of the bare messages, no more and no less.
      assertEquals(fields.map(_.select("[data-value]").attr("data-value").toDouble).sum, size.sizeB.get)
      assert(fields.exists(_.text.contains("lines[].price")), fields.map(_.text))
      val shown = page.select("#own-figures tbody tr").asScala.find(_.select("th").text == "brine").get
      val raw   = shown.select("td").asScala.toList.map(_.attr("data-value"))
      assertEquals(raw.head.toDouble, size.sizeB.get)
      // One figure of all starts: libraries that stay close are measured again. With one start it is the same number.
      val encodes = results.measured.filter(cell => cell.library == "brine" && cell.op == "encode").map(_.value.get)
      assert(encodes.min <= raw(4).toDouble && raw(4).toDouble <= encodes.max, (raw(4), encodes))
      assertEquals(page.select("script, link, [src]").size, 0)
      assert(!page.outerHtml.replace("http://www.w3.org/2000/svg", "").contains("http"), "the page has an address")

      own.foreach(kept => assert(Files.exists(kept), s"the run has deleted $kept"))

      // The source that was saved can be given to the command again.
      val again = UserTypes.compile(report.resolve("Custom.scala"), folder.resolve("again"))
      assertEquals(again.root, "custom.Order")

  test("what cannot be measured is refused in one line, with the place"):
    Fixtures.in("refused"): folder =>
      def refused(name: String, text: String, options: String*): String =
        val file = Files.writeString(folder.resolve(name), text)
        intercept[brine.lab.failure.Refusal](run(folder, (file.toString +: options)*)).getMessage
      assert(refused("a.json", "{\"a\":1}\n{\"a\":}").endsWith("line 2, $.a: expected a JSON value, met '}'"))
      assert(refused("a.json", "").endsWith("expected JSON, met an empty file"))
      assert(refused("a.json", "{\"a\":1} {\"a\":\"x\"}").contains("--without '$.a'"))
      assert(refused("A.scala", "val samples: Seq[A] = Nil").contains("A.scala:1: "))
      assert(refused("a.json", "{}", "--only", "brin").contains("brine"))
      assert(refused("a.json", "{}", "--seconds", "1").contains("10 or more"))
      assert(refused("a.json", "{}", "--without", "a").contains("--without wants a path"))
      assert(intercept[brine.lab.failure.Refusal](run(folder, "none.json")).getMessage.contains("no such file"))
      assert(intercept[brine.lab.failure.Refusal](run(folder)).getMessage.contains("custom takes a file"))
      assert(intercept[brine.lab.failure.Refusal](run(folder, folder.toString)).getMessage.contains("not a file"))

  test("only the types, without measuring"):
    Fixtures.in("types"): folder =>
      val file           = Files.writeString(folder.resolve("a.json"), "[{\"a\":1}]")
      val (code, out, _) = run(folder, file.toString, "--types-only")
      assertEquals(code, 0)
      assert(out.contains("final case class A2(a: Int)") || out.contains("final case class A(a: Int)"), out)
      assert(!Files.exists(folder.resolve("report/results.jsonl")))

object CustomRunSuite:
  /** With JVMs that take as long to start, there is no time for a second start: each figure is of one cell. */
  private val times =
    TurnTimes(rounds = 3, turnMillis = 2, leastWarmUp = 50, mostWarmUp = 20000, opening = 60)
