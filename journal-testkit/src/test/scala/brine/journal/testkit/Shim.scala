package brine.journal.testkit

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.util.Using
import scala.util.control.NonFatal

/** The library that makes system calls fail, built by gcc when it is first needed; `faultshim.c` says what its
  * variables mean.
  */
object Shim:
  /** Environment that preloads it for a child process.
    *
    * @param files
    *   pattern of the whole paths of the files to strike
    */
  def environment(files: String, settings: (String, String)*): Map[String, String] =
    Map("LD_PRELOAD" -> library.toString, "BRINE_SHIM_FILES" -> files) ++
      settings.map((name, value) => s"BRINE_SHIM_$name" -> value)

  private lazy val library: Path =
    val folder = Files.createTempDirectory("brine-shim")
    val source = folder.resolve("faultshim.c")
    val built  = folder.resolve("faultshim.so")
    Using.resource(getClass.getResourceAsStream("faultshim.c"))(Files.copy(_, source)): Unit
    val command =
      List("gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", built.toString, source.toString, "-ldl")
    val compiler =
      try ProcessBuilder(command*).redirectErrorStream(true).start()
      catch
        case NonFatal(_) =>
          throw AssertionError(
            "gcc is missing, which the tests of failing system calls need: install gcc and libc6-dev"
          )
    val output = String(compiler.getInputStream.readAllBytes())
    if !compiler.waitFor(60, TimeUnit.SECONDS) || compiler.exitValue != 0 then
      throw AssertionError(
        s"gcc does not build the library of failing system calls (are gcc and libc6-dev installed?):\n$output"
      )
    for file <- List(folder, source, built) do file.toFile.deleteOnExit()
    built
