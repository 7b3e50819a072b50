package brine.docs

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

/** The class files of the published modules use nothing that makes the JVM print a warning when a program starts. */
class PublishedClassesSuite extends munit.FunSuite:
  private def mentions(file: Path, name: String): Boolean =
    String(Files.readAllBytes(file), ISO_8859_1).contains(name)

  for (module, one) <- PublishedModules.all do
    test(s"$module has no lazy val of Scala 3.3, which uses sun.misc.Unsafe"):
      val folder = PublishedModules.folder(one)
      assert(Files.isDirectory(folder), folder)
      val files = PublishedModules.files(one)
      assert(files.exists(_.endsWith(s"${one.getSimpleName}.class")), files)
      val found = files.filter(file => mentions(file, "scala/runtime/LazyVals") || mentions(file, "sun/misc/Unsafe"))
      assertEquals(found.map(folder.relativize(_).toString), Nil)
