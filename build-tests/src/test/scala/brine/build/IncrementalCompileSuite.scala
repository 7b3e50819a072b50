package brine.build

import brine.effort.Effort

import java.nio.file.{Files, Path}
import java.util.Comparator
import munit.FunSuite
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters.*

/** Counts the sources that are compiled after a change of each kind, in a copy of this checkout: as few as can be where
  * derived codecs stay what they are, all tests of the codec where `Codec.derived` may generate other code. See
  * `project/DerivedCodecs.scala`.
  *
  * It compiles the codec and its tests several times, so it runs with effort full alone.
  */
class IncrementalCompileSuite extends FunSuite:
  override val munitTimeout: Duration = Duration.Inf // its tests wait for compilers only

  private val codec = "codec/shared/src/main/scala/brine/codec"

  /** A change that must not be noticed anywhere else than in the file and in `Codec`, which has the macro. */
  private val apart = List(
    ("a comment in Limits", s"$codec/Limits.scala", after("\n// a comment\n")),
    ("a comment in Out", s"$codec/Out.scala", after("\n// a comment\n")),
    (
      "the body of a method of In",
      s"$codec/In.scala",
      inPlaceOf("(waiting, null)", "(waiting, 0, waiting.length, null)")
    ),
    (
      "the body of a method that In inherits",
      s"$codec/internal/messages/InputBytes.scala",
      inPlaceOf("bytes follow the end", "bytes come after the end")
    ),
    (
      "the body of a method of Out",
      s"$codec/Out.scala",
      inPlaceOf("refuseNull(\"BigInt\")", "refuseNull(\"big Int\")")
    ),
    ("a body in internal", s"$codec/internal/numbers/Times.scala", inPlaceOf("\"Duration\"", "\"duration\""))
  )

  /** A change after which every derived codec may be another. */
  private val everywhere = List(
    ("generated code", s"$codec/derive/StructureCode.scala", inPlaceOf("no such part", "no part of this number")),
    ("what runs in the macro", s"$codec/internal/schema/SchemaBytes.scala", inPlaceOf("Version  = 1", "Version  = 2")),
    (
      "a signature that generated code calls",
      s"$codec/internal/errors/Malformed.scala",
      inPlaceOf("badChoice(in: In, what: String)", "badChoice(in: In, what: CharSequence)")
    )
  )

  private def after(text: String): String => String                  = _ + text
  private def inPlaceOf(old: String, text: String): String => String = _.replace(old, text)

  private val checkout = new Fixture[(WorkingCopy, SbtShell)]("checkout"):
    private lazy val copy  = WorkingCopy.of(Path.of(sys.props("brine.home")), Files.createTempDirectory("brine-build"))
    private lazy val shell = SbtShell(copy.root)
    def apply()            = (copy, shell)
    override def afterAll(): Unit =
      shell.close()
      val all = Files.walk(copy.root)
      try all.sorted(Comparator.reverseOrder).forEach(file => Files.delete(file))
      finally all.close()

  override def munitFixtures: Seq[Fixture[?]] = if Effort.isFull then List(checkout) else Nil

  private def compile() =
    val output = checkout()._2.run("codecJVM/Test/compile")
    (output.compiled("codec/jvm", "classes"), output.compiled("codec/jvm", "test-classes"))

  private def sources: Int = count("codec/shared/src/main", "codec/jvm/src/main")

  /** With the counts of the searching tests, which are compiled into the tests of several modules. */
  private def tests: Int =
    count("codec/shared/src/test", "codec/shared/src/test-logic", "codec/jvm/src/test", "test-effort")

  private def count(folders: String*): Int =
    folders.map { folder =>
      val files = Files.walk(checkout()._1.root.resolve(folder))
      try files.iterator.asScala.count(file => List(".scala", ".java").exists(file.toString.endsWith))
      finally files.close()
    }.sum

  test("counts the sources that sbt says it compiles") {
    val output = SbtShell.Output(
      List(
        "[info] compiling 19 Scala sources to /home/brine/project/target/scala-2.12/sbt-1.0/classes ...",
        "[info] compiling 160 Scala sources and 3 Java sources to /home/brine/codec/jvm/target/scala-3.3.7/classes ...",
        "sbt:brine> [info] compiling 1 Scala source to /home/brine/codec/jvm/target/scala-3.3.7/classes ...",
        "[info] compiling 2 Scala sources to /home/brine/codec/jvm/target/scala-3.3.7/test-classes ...",
        "[info] done compiling"
      )
    )
    assertEquals(output.compiled("codec/jvm", "classes"), 164)
    assertEquals(output.compiled("codec/jvm", "test-classes"), 2)
  }

  if Effort.isFull then
    test("everything is compiled at first, and nothing after that") {
      assertEquals(compile(), (sources, tests))
      assertEquals(compile(), (0, 0))
    }

    for (what, file, change) <- apart do
      test(s"$what: compiles that file and Codec alone") {
        checkout()._1.edit(file)(change)
        assertEquals(compile(), (2, 0))
      }

    for (what, file, change) <- everywhere do
      test(s"$what: compiles all that has derived codecs") {
        checkout()._1.edit(file)(change)
        val (_, compiled) = compile()
        assertEquals(compiled, tests)
      }

    test("a test: compiles that test alone") {
      checkout()._1.edit("codec/shared/src/test/scala/brine/codec/OutSuite.scala")(after("\n// a comment\n"))
      assertEquals(compile(), (0, 1))
    }
