package brine.lab.custom

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.sample.{Json, JsonReader}
import java.io.StringReader
import java.net.URLClassLoader
import java.nio.file.Files
import scala.util.Random

/** The source that the lab prints: the compiler takes it, and its types read every record back and write it again. */
final class CompiledSourceSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(10, "min")

  test("random types compile, and read and write every record"):
    Fixtures.in("compiled"): folder =>
      val drawn = Iterator
        .from(1)
        .map: seed =>
          val random = Random(seed)
          val type0  = RandomTypes(random).draw()
          Vector.fill(30)(type0.next(0))
        .filter(_.exists(_.isInstanceOf[Json.Members]))
        .flatMap(records => infer(records).map(_ -> records))
        .take(Effort.compiledTypes)
        .toVector
      val sources = drawn.zipWithIndex.map { case ((inferred, _), number) =>
        val source = ScalaSource.of(inferred, "a test", "none").replace("package custom\n", s"package custom$number\n")
        val check  = s"object Back { def form = summon[JsonForm[${Names.quoted(inferred.root)}]] }\n"
        Files.writeString(folder.resolve(s"Custom$number.scala"), source + check)
      }
      val out      = folder.resolve("out")
      val problems = ScalaCompiler.compile(sources.toList, ScalaCompiler.sample :: ScalaCompiler.library, out)
      assertEquals(problems.map(_.shown), Nil)
      val loader = URLClassLoader(Array(out.toUri.toURL), getClass.getClassLoader)
      for ((_, records), number) <- drawn.zipWithIndex do
        val module = loader.loadClass(s"custom$number.Back$$")
        val form   = module
          .getMethod("form")
          .invoke(module.getField("MODULE$").get(null))
          .asInstanceOf[brine.lab.sample.JsonForm[Any]]
        for record <- records do
          val back = form.write(form.read(record))
          assertEquals(TypedOracle.normal(back).text, TypedOracle.normal(record).text, s"type $number")
      loader.close()

  private def infer(records: Vector[Json]): Option[Inferred] =
    try Some(Inference("records").run(JsonReader(StringReader(records.map(_.text).mkString("\n"))))._1)
    catch case _: Untypable | _: brine.lab.sample.BadJson => None

  test("an error of the user's own source is shown with its file and line"):
    Fixtures.in("wrong"): folder =>
      def refused(text: String): String =
        val source = Files.writeString(folder.resolve("Own.scala"), text)
        intercept[brine.lab.failure.Refusal](UserTypes.compile(source, folder.resolve("work"))).getMessage
      val wrong = refused("// mine\nfinal case class A(x: Int)\nval samples: Seq[A] = Seq(A(\"x\"))\n")
      assert(wrong.contains("Own.scala:3: ") && wrong.contains("Required: Int"), wrong)
      assert(refused("final case class A(x: Int)\n").contains("add the values to measure"))
      assert(refused("val samples = 1\n").contains("val samples: Seq[YourType]"))
      assert(refused("val samples: Seq[Int] = Seq(1)\n").contains("your own case classes"))
      val latin = Files.write(folder.resolve("Latin.scala"), "// \u00e9\nval samples = 1".getBytes("ISO-8859-1"))
      val coded = intercept[brine.lab.failure.Refusal](UserTypes.compile(latin, folder.resolve("work"))).getMessage
      assert(coded.contains("not in UTF-8"), coded)

  test("the user's own types are found, in whatever package they are"):
    Fixtures.in("own"): folder =>
      for (start, prefix) <- List(
          ""                                 -> "custom.",
          "package a.b\n"                    -> "a.b.",
          "package a\npackage b.c;\n"        -> "a.b.c.",
          "\ufeff#!/usr/bin/env scala\r\n"   -> "custom.",
          "/* package x */ package y // z\n" -> "y."
        )
      do
        val source = Files.writeString(
          folder.resolve("Own.scala"),
          start + "enum E:\n  case X, Y\nfinal case class A(e: E, all: List[A])\ndef samples: Seq[A] = throw RuntimeException(\"never run\")\n"
        )
        val types = UserTypes.compile(source, folder.resolve("work"))
        assertEquals(
          types.types.map(one => one.name -> one.kind),
          List(s"${prefix}E" -> "choice", s"${prefix}A" -> "record")
        )
        assertEquals(types.samples, s"_root_.${prefix}samples")
        Folders.delete(folder.resolve("work"))
