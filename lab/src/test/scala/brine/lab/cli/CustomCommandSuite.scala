package brine.lab.cli

import brine.lab.Fixtures
import brine.lab.custom.InTurns
import brine.lab.failure.Refusal
import brine.lab.run.Stage
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}

/** What a person types after `custom`. Runs that compile are in `HostileCustomSuite`, those that measure in
  * `CustomRunSuite`.
  */
final class CustomCommandSuite extends munit.FunSuite:
  private def noStage: Stage = throw AssertionError("the stage was asked for")

  /** Runs the command, with `--out FOLDER/report` unless another folder is given.
    *
    * @return
    *   exit code, standard output, standard error
    */
  private def run(folder: Path, stage: => Stage, arguments: String*): (Int, String, String) =
    val err         = ByteArrayOutputStream()
    val was         = System.err
    val out_        = if arguments.contains("--out") then Nil else List("--out", folder.resolve("report").toString)
    def run_        = CustomCommand.run(out_ ++ arguments, stage, Fixtures.java, InTurns())
    val (code, out) =
      System.setErr(PrintStream(err, true))
      try RunFolder.printed(run_)
      finally System.setErr(was)
    (code, out, err.toString)

  private def in[A](text: String, name: String = "some data.json")(body: (Path, String) => A): A =
    Fixtures.in("custom-command")(folder => body(folder, Files.writeString(folder.resolve(name), text).toString))

  private def refused(arguments: String*): String =
    Fixtures.in("custom-command")(folder => intercept[Refusal](run(folder, noStage, arguments*)).getMessage)

  test("options may stand before and after the file, and every one of them is known"):
    in("""{"a":1,"b":null}"""): (folder, file) =>
      assertEquals(run(folder, noStage, "--types-only", file)._1, 0)
      assertEquals(run(folder, noStage, file, "--without", "$.b", "--seconds=10", "--types-only")._1, 0)
    assertEquals(
      CustomCommand.options,
      List("--json", "--only", "--out", "--seconds", "--types-only", "--without")
    )

  test("the inferred types are printed, saved, and can be edited and given again"):
    in("""{"name":"x","size":1}"""): (folder, file) =>
      val (code, out, err) = run(folder, noStage, file, "--types-only")
      val saved            = folder.resolve("report/Custom.scala")
      assertEquals(code, 0)
      assertEquals(out, Files.readString(saved))
      assert(out.contains("name: String") && out.contains("size: Int"), out)
      assert(err.contains(saved.toString) && err.contains("1 record"), err)
      // A source is not inferred again, so there is nothing to print.
      val again = run(folder, noStage, saved.toString, "--types-only")
      assertEquals(again._2, "")

  test("with --json standard output is for machines"):
    in("""{"a":1}""")((folder, file) => assertEquals(run(folder, noStage, file, "--types-only", "--json")._2, ""))

  test("paths that are left out may be given together or one by one"):
    val text                    = """{"a":1,"b":{"c":2,"d":[{"e":true,"f":"x"}]}}"""
    def types(options: String*) =
      in(text)((folder, file) => run(folder, noStage, file +: "--types-only" +: options*)._2)
    val apart = types("--without", "$.b.c", "--without", "$.b.d[].f")
    assertEquals(types("--without", "$.b.c, $.b.d[].f"), apart)
    assert(!apart.contains("c: Int") && !apart.contains("f: String") && apart.contains("e: Boolean"), apart)

  test("bad input is refused before anything is read, compiled or written"):
    assert(refused().contains("custom takes a file: JSON, JSON lines, or a .scala file"))
    assert(refused("a.json", "b.json").contains("custom takes one file, not 2"))
    assert(refused("nowhere.json").contains("no such file: nowhere.json"))
    assert(refused("/").contains("not a file that can be read"))
    assert(refused("--frobnicate", "a.json").contains("--frobnicate"))
    assert(refused("a.json", "--seconds", "soon").contains("soon"))
    assert(refused("a.json", "--seconds").contains("seconds"))
    in("""{"a":1}"""): (folder, file) =>
      def wrong(arguments: String*) = intercept[Refusal](run(folder, noStage, file +: arguments*)).getMessage
      assert(wrong("--seconds", "9").contains("--seconds must be 10 or more, not 9"))
      assert(wrong("--only", "brine,jsonite").contains("no library 'jsonite'; did you mean jsoniter"))
      assert(wrong("--out", file).contains("cannot write to"))
      assert(!Files.exists(folder.resolve("report/Custom.scala")))

  test("a source has no paths to leave out"):
    in("final case class A(x: Int)\nval samples: Seq[A] = Seq(A(1))\n", "Own.scala"): (folder, file) =>
      val message = intercept[Refusal](run(folder, noStage, file, "--without", "$.x", "--types-only")).getMessage
      assert(message.contains("edit the source instead"), message)

  test("data that cannot be typed are refused with file, line and path"):
    in("""{"a":1}""" + "\n" + """{"a":[}"""): (folder, file) =>
      val message = intercept[Refusal](run(folder, noStage, file)).getMessage
      assert(message.startsWith(s"$file: line 2, $$.a[0]: "), message)
