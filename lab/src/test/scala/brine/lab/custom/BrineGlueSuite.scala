package brine.lab.custom

import brine.lab.Fixtures
import java.io.{ByteArrayOutputStream, File, PrintStream}
import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import java.util.Optional
import scala.jdk.CollectionConverters.*

/** What connects Brine with a person's types, compiled and used in this JVM, with classes of its own. */
final class BrineGlueSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(5, "min") // the compiler is started

  // Names of the codec and of the lab, which must not be taken for those.
  private val source =
    """package own.types
      |enum Format:
      |  case Input, Output
      |final case class Codec(format: Format, `type`: Option[String])
      |final case class Library(peer: List[Codec], note: String)
      |def samples: Seq[Library] = Seq(
      |  Library(List(Codec(Format.Input, None), Codec(Format.Output, Some("type"))), "note"),
      |  Library(Nil, "note note note note")
      |)
      |""".stripMargin

  private def loaded(folder: Path): URLClassLoader =
    val out   = folder.resolve("classes")
    val types = UserTypes(out, folder, "_root_.own.types.samples", "own.types.Library", Nil)
    val peer  = System.getProperty("brine.lab.peer.brine").split(File.pathSeparator).toList.map(Path.of(_))
    val own   = Files.writeString(folder.resolve("Own.scala"), source)
    val glue  = Files.writeString(folder.resolve("Glue.scala"), BrineGlue.source(types))
    val path  = ScalaCompiler.sample :: peer
    assertEquals(ScalaCompiler.compile(List(own, glue), path, out).map(_.shown), Nil)
    URLClassLoader((out :: path).map(_.toUri.toURL).toArray, ClassLoader.getPlatformClassLoader)

  private def call(on: AnyRef, name: String, arguments: Any*): AnyRef =
    val found = on.getClass.getMethods.find(it => it.getName == name && it.getParameterCount == arguments.size).get
    found.setAccessible(true)
    found.invoke(on, arguments.map(_.asInstanceOf[AnyRef])*)

  test("every row reads back what it wrote; the profile has every byte of the bare messages"):
    Fixtures.in("glue"): folder =>
      val loader = loaded(folder)
      try check(loader)
      finally loader.close()

  private def check(loader: URLClassLoader): Unit =
    val peer  = loader.loadClass(s"brine.lab.peers.brine.${Glue.className}").getConstructor().newInstance()
    val input = loader.loadClass("brine.lab.peer.Input").getConstructors.head.newInstance(Optional.empty)
    val rows  = call(peer.asInstanceOf[AnyRef], "libraries").asInstanceOf[java.util.List[AnyRef]].asScala.toList
    val names = rows.map(call(_, "name").toString)
    assertEquals(names, Glue.all.find(_.peer == "brine").get.rows)
    for row <- rows do
      assertEquals(call(row, "studies"), java.util.Set.of(CustomStage.study))
      assert(call(row, "settings").toString.nonEmpty && call(row, "version").toString.nonEmpty, row)
    val sizes = names.map: name =>
      val format   = call(peer.asInstanceOf[AnyRef], "open", name, CustomStage.study, "samples", input)
      val values   = call(format, "values").asInstanceOf[Array[AnyRef]]
      val messages = values.map(value => call(format, "encode", value).asInstanceOf[Array[Byte]])
      assertEquals(values.length, 2)
      for (message, index) <- messages.zipWithIndex do
        assertEquals(call(format, "decode", message, index), values(index), name)
      name -> messages.map(_.length).sum
    val bytes = sizes.toMap
    // A marker and a fingerprint before each of the two messages.
    assertEquals(bytes("brine-standalone"), bytes("brine") + 2 * 9)

    val lines = printed(loader.loadClass(BrineGlue.profiler)).map(_.split("\t", 4))
    assertEquals(lines.map(_.length).distinct, List(4))
    assertEquals(lines.map(_.head.toInt).sum, bytes("brine"))
    assert(lines.exists(_.last.contains("peer[].type")), lines.map(_.last))

  /** What a program prints. */
  private def printed(program: Class[?]): List[String] =
    val out = ByteArrayOutputStream()
    val was = System.out
    System.setOut(PrintStream(out, true))
    try program.getMethod("main", classOf[Array[String]]).invoke(null, Array.empty[String]): Unit
    finally System.setOut(was)
    out.toString.linesIterator.toList
