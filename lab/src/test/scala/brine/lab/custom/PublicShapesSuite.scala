package brine.lab.custom

import brine.lab.Fixtures
import brine.lab.sample.{JsonForm, JsonReader}
import java.io.StringReader
import java.net.URLClassLoader
import java.nio.file.Files

/** Samples with the shapes of public data have types, which read every record back and write it again. */
final class PublicShapesSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(10, "min")

  private val samples = PublicShapes.all(7).map((name, records) => name -> records.take(300).toVector)

  private def infer(name: String, records: Vector[String]): Inferred =
    Inference(name).run(JsonReader(StringReader(records.mkString("\n"))))._1

  private def source(name: String): String =
    ScalaSource.of(infer(name, samples.toMap.apply(name)), "a test", "none").replaceAll("\\s+", " ")

  test("each has the types that a person would write"):
    assert(source("events").contains("sealed trait"), source("events"))
    for kind <- List("PushEvent", "IssuesEvent", "WatchEvent", "CreateEvent") do
      assert(source("events").contains(kind), kind)
    assert(source("events").contains("createdAt: Instant") || source("events").contains("created_at: Instant"))
    for kind <- List("Point", "LineString", "Polygon", "Vector[Vector[Vector[Double]]]", "height: Option[Int]") do
      assert(source("places").contains(kind), s"$kind: ${source("places")}")
    for part <- List("orderId: UUID", "placed: Instant", "enum Status", "discount: Option[Double]", "`ship to`") do
      assert(source("orders").contains(part), s"$part: ${source("orders")}")
    for part <- List("enum Level", "error: Option[", "Instant") do assert(source("log").contains(part), part)
    assert(source("nested").contains("children: Vector["), source("nested"))

  test("their types compile, and read and write every record"):
    Fixtures.in("public-shapes"): folder =>
      val typed   = samples.map((name, records) => (name, infer(name, records), records))
      val sources = typed.map: (name, inferred, _) =>
        val source = ScalaSource.of(inferred, "a test", "none").replace("package custom\n", s"package custom.$name\n")
        val check  = s"object Back { def form = summon[JsonForm[${Names.quoted(inferred.root)}]] }\n"
        Files.writeString(folder.resolve(s"$name.scala"), source + check)
      val out      = folder.resolve("out")
      val problems = ScalaCompiler.compile(sources, ScalaCompiler.sample :: ScalaCompiler.library, out)
      assertEquals(problems.map(_.shown), Nil)
      val loader = URLClassLoader(Array(out.toUri.toURL), getClass.getClassLoader)
      try
        for (name, _, records) <- typed do
          val module = loader.loadClass(s"custom.$name.Back$$")
          val form   =
            module.getMethod("form").invoke(module.getField("MODULE$").get(null)).asInstanceOf[JsonForm[Any]]
          JsonReader(StringReader(records.mkString("\n"))).foreach: record =>
            val back = form.write(form.read(record))
            assertEquals(TypedOracle.normal(back).text, TypedOracle.normal(record).text, name)
          : Unit
      finally loader.close()
