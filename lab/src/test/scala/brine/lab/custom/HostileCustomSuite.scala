package brine.lab.custom

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.cli.CustomCommand
import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.results.{Cell, EarlierFiles, Results}
import brine.lab.run.Stage
import brine.lab.sample.{BadJson, JsonReader}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, File, PrintStream, StringReader}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Data and sources of a hostile or unlucky user, and what becomes of the files that they have already. */
final class HostileCustomSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private def infer(text: String, without: String*): Inferred =
    Inference("records", without.toSet).run(JsonReader(StringReader(text)))._1

  private def untypable(text: String, without: String*): String =
    intercept[Untypable](infer(text, without*)).getMessage

  /** Infers types without measuring.
    *
    * @return
    *   exit code and standard error
    */
  private def types(file: Path, out: Path, more: String*): (Int, String) =
    val err = ByteArrayOutputStream()
    val was = System.err
    System.setErr(PrintStream(err, true))
    try
      val arguments = List(file.toString, "--types-only", "--out", out.toString) ++ more
      val code      = Console.withOut(ByteArrayOutputStream()):
        CustomCommand.run(arguments, Stage.read(Fixtures.stage(out)), Fixtures.java)
      (code, err.toString)
    finally System.setErr(was)

  test("objects nested as deeply as the reader allows have types"):
    val depth = JsonReader.depthLimit - 1
    val found = infer("{\"a\":" * depth + "1" + "}" * depth)
    assertEquals(found.definitions.size, depth)

  test("levels that differ only at the bottom are not tried out against each other in copies"):
    def level(depth: Int): String =
      val fields = (0 until 8).map(at => s""""a$at":{"x":$at,"y":[{"z":$depth}]}""").mkString(",")
      s"{$fields,\"child\":${if depth < Effort.similarLevels then level(depth + 1) else "1"}}"
    assertEquals(infer(level(0)).records, 1)

  test("a path to leave out that names nothing is refused, as what it was to hide would be shown"):
    assert(untypable("""{"user":{"name":"x"}}""", "$.user.nmae").contains("--without '$.user.nmae' names nothing"))
    assertEquals(infer("""{"a":{"b":1,"c":2}} {"a":{}}""", "$.a.b", "$.a").definitions.size, 1)
    assert(intercept[Refusal](infer("{}", "")).getMessage.contains("--without wants a path"))
    assertEquals(infer("""{"a":{"x, y":1,"c":2}}""", """$.a["x, y"]""").definitions.size, 2)

  test("several paths in one option, of names with commas too"):
    Fixtures.in("commas"): folder =>
      val file   = Files.writeString(folder.resolve("a.json"), """{"a, b":{"c":1},"d":2,"e":3}""")
      val (_, _) = types(file, folder.resolve("out"), "--without", """$["a, b"].c, $.d""")
      val source = Files.readString(folder.resolve("out").resolve("Custom.scala"))
      assert(source.contains("e: Int") && !source.contains("c: Int") && !source.contains("d: Int"), source)

  test("the advice of a refusal can be followed"):
    assert(untypable("""{"a":1} [1]""").endsWith("all records must be of one kind: change the data"))
    assert(untypable(wide(Fields.mostNames + 1, "1")).contains("with more fields than a class can have becomes a map"))
    assert(untypable("""{"a":1} {"a":"x"}""").endsWith("--without '$.a'"))

  /** An object with this number of fields: a boolean and numbers. */
  private def wide(fields: Int, number: String) =
    (1 to fields).map(at => s""""f$at":${if at == 7 then "true" else number}""").mkString("{", ",", "}")

  test("an object with very many fields of different types is a class, as far as the JVM can have one"):
    Fixtures.in("wide"): folder =>
      val classes = List(wide(Fields.mostNames, "1"), wide(127, "0.5"), wide(Fields.mostNames, "0.5") + "{}")
      val sources = classes.zipWithIndex.map: (records, at) =>
        val inferred = infer(records)
        assertEquals(inferred.definitions.size, 1)
        val source = ScalaSource.of(inferred, "wide", "none").replace("package custom\n", s"package wide$at\n")
        Files.writeString(folder.resolve(s"Wide$at.scala"), source)
      val path     = ScalaCompiler.sample :: ScalaCompiler.library
      val problems = ScalaCompiler.compile(sources, path, folder.resolve("classes"))
      assertEquals(problems.map(_.shown), Nil)
      assert(untypable(wide(128, "0.5")).contains("with more fields than a class can have becomes a map"))
    val numbers = wide(121, "1").replace("true", "2")
    assert(infer(numbers).definitions.toString.contains("Keyed(Int32)"), "values of one type are those of a map")

  private val words =
    "abstract as case catch class def derives do else end enum erased export extends extension false " +
      "final finally for given if implicit import infix inline into lazy macro match new null object " +
      "opaque open override package private protected return sealed super then this throw tracked trait " +
      "transparent true try type update using val var while with yield _ => <- : = # @ JsonForm Json " +
      "Samples Codec Option String List Vector Map Instant UUID BigDecimal Int scala java brine custom " +
      "Root Predef Any derived values valueOf bare name samples"

  test("words of the language and names of the library are names of fields and of types"):
    Fixtures.in("words"): folder =>
      val all     = words.split(" ").toList
      val sources = all
        .zip(all.tail :+ all.head)
        .grouped(20)
        .zipWithIndex
        .toList
        .map: (group, at) =>
          // The name of a field and of its class; and first in a class, where some words would be modifiers.
          val fields = group.zipWithIndex.map: (words, number) =>
            s""""${words._1}":{"${words._2}":$number,"y$number":"x"}"""
          val inferred = infer(fields.mkString("{", ",", "}"))
          assertEquals(inferred.definitions.size, group.size + 1, "a class for each word")
          val source = ScalaSource.of(inferred, "words", "none").replace("package custom\n", s"package words$at\n")
          Files.writeString(folder.resolve(s"Words$at.scala"), source)
      val path     = ScalaCompiler.sample :: ScalaCompiler.library
      val problems = ScalaCompiler.compile(sources, path, folder.resolve("classes"))
      assertEquals(problems.map(_.shown), Nil)

  test("gzip files and UTF-16 are called by their names"):
    def met(bytes: Array[Byte]) =
      intercept[BadJson](JsonReader.utf8(ByteArrayInputStream(bytes)).foreach(_ => ())).getMessage
    assert(met(Array(0x1f, 0x8b.toByte, 8)).contains("a gzip file; unpack it first"))
    assert(met("{}".getBytes("UTF-16")).contains("UTF-16; convert it first"))
    assertEquals(JsonReader.utf8(ByteArrayInputStream("7".getBytes)).foreach(_ => ()), 1)

  test("data in the folder of the report is refused and stays as it is"):
    Fixtures.in("own-data"): folder =>
      for name <- CustomRun.written do
        val file   = Files.writeString(folder.resolve(name), "{\"a\":1}\n" * 2000)
        val failed = intercept[Refusal](types(file, folder)).getMessage
        assert(failed.contains("choose another with --out"), failed)
        assertEquals(Files.size(file), 16000L)

  test("an edited source and a foreign file are kept when types are inferred again"):
    Fixtures.in("edited"): folder =>
      val out  = folder.resolve("report")
      val file = Files.writeString(folder.resolve("a.jsonl"), "{\"a\":1}")
      assertEquals(types(file, out)._1, 0)
      assertEquals(types(file, out)._1, 0)
      assert(!Files.exists(out.resolve(EarlierFiles.folder)), "nothing has changed, so nothing is kept")
      Files.writeString(out.resolve("Custom.scala"), "// edited")
      Files.writeString(out.resolve(CustomSource.sampleFile), "mine")
      assertEquals(types(file, out)._1, 0)
      val kept = Files.list(out.resolve(EarlierFiles.folder)).toList
      val seen = kept.toArray.toList.map(path => Files.readString(path.asInstanceOf[Path]))
      assertEquals(seen.sorted, List("// edited", "mine"))
      assert(Files.readString(out.resolve("Custom.scala")).contains("case class"))

  test("without a library that is built the run fails, and says which part to build"):
    Fixtures.in("no-library"): folder =>
      val stage  = Stage.read(Fixtures.stage(folder)).copy(peers = Nil)
      val file   = Files.writeString(folder.resolve("a.json"), "{\"a\":1}")
      val out    = folder.resolve("report")
      val was    = System.err
      val failed =
        System.setErr(PrintStream(ByteArrayOutputStream()))
        try
          Console.withOut(ByteArrayOutputStream()):
            intercept[RunFailure](CustomCommand.run(List(file.toString, "--out", out.toString), stage, Fixtures.java))
        finally System.setErr(was)
      assert(failed.getMessage.contains("no library can write these types"), failed)
      assert(failed.getMessage.contains("./brine build codecs"), failed)
      assert(!Files.exists(out.resolve(Results.fileName)))

  test("a run in which nothing was measured fails, and keeps the results of the one before"):
    Fixtures.in("nothing"): folder =>
      val nothing = new Measuring:
        def run(what: Measurement, cancellation: Cancellation, said: String => Unit)(emit: Cell => Unit) = ()
        def estimate(rows: Int, seconds: Double)                                                         = 1.0
      val peer  = System.getProperty("brine.lab.peer.brine").split(File.pathSeparator).toList.map(Path.of(_))
      val stage = Stage.read(Fixtures.stage(folder)).copy(peers = List(Stage.Peer("brine", peer, "")))
      val file  = Files.writeString(folder.resolve("a.jsonl"), "{\"a\":1}")
      val out   = folder.resolve("report")
      val err   = ByteArrayOutputStream()
      val was   = System.err
      System.setErr(PrintStream(err, true))
      try
        for _ <- 1 to 2 do
          val code = Console.withOut(ByteArrayOutputStream()):
            CustomCommand.run(
              List(file.toString, "--only", "brine", "--out", out.toString),
              stage,
              Fixtures.java,
              nothing
            )
          assertEquals(code, 1, err.toString)
      finally System.setErr(was)
      assert(err.toString.contains("no library could be measured; brine: "), err)
      assert(Files.exists(out.resolve("results.jsonl")))
      assertEquals(Files.list(out.resolve(EarlierFiles.folder)).count, 1L)
