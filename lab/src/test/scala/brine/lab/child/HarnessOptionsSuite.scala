package brine.lab.child

import brine.lab.Fixtures
import java.io.File
import java.lang.reflect.Method
import java.net.URLClassLoader
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

final class HarnessOptionsSuite extends munit.FunSuite:
  private val methods = HarnessOptions.oneCompilation.collect:
    case s"-XX:CompileCommand=dontinline,$name::$method" => name -> method

  /** The methods of a class of the harness, which has libraries that the lab itself has not. */
  private def declared[A](name: String)(body: List[Method] => A): A =
    val path   = System.getProperty("brine.lab.harness").split(File.pathSeparator).map(Path.of(_).toUri.toURL)
    val loader = URLClassLoader(path, ClassLoader.getPlatformClassLoader)
    try body(Class.forName(name, false, loader).getDeclaredMethods.toList)
    finally loader.close()

  // A JVM says nothing about an option that names a method which is not there.
  test("the methods that are not inlined are those that JMH measures"):
    assertEquals(methods.map(_._1).distinct.size, 1)
    declared(methods.head._1): there =>
      val measured = there.filter(_.getAnnotations.exists(_.annotationType.getSimpleName == "Benchmark"))
      assertEquals(measured.map(_.getName).sorted, methods.map(_._2).sorted)

  test("a JVM takes the options and prints nothing, since the children print figures"):
    val command = Fixtures.java.toString :: HarnessOptions.oneCompilation ::: List("-version")
    val process = ProcessBuilder(command*).start()
    val printed = String(process.getInputStream.readAllBytes(), UTF_8)
    val errors  = String(process.getErrorStream.readAllBytes(), UTF_8)
    assertEquals(process.waitFor, 0, errors)
    assertEquals(printed, "")
    assert(!errors.contains("CompileCommand") && !errors.contains("dontinline"), errors)
