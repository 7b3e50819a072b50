package brine.cli

import brine.cli.journal.ShopEvent
import brine.codec.ContainerWriter
import brine.codec.zstd.Zstd
import brine.commandline.TemporaryFolder
import brine.journal.{Journal, JournalSettings}
import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import java.util.jar.JarFile
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The jar as its users start it: in a JVM of its own, without options and without a checkout. */
class CliJarSuite extends TemporaryFolder:
  override val munitTimeout: Duration = 5.minutes // finds what hangs; a machine that is busy is no failure

  private val jar = Path.of(sys.props("brine.cli.jar"))

  private final case class Ended(code: Int, out: String, err: String)

  private def run(folder: Path, arguments: String*): Ended =
    val java       = Path.of(sys.props("java.home"), "bin", "java").toString
    val copy       = Files.copy(jar, Files.createTempDirectory(folder, "elsewhere").resolve("brine-cli.jar"))
    val (out, err) = (folder.resolve("out"), folder.resolve("err"))
    val builder    = ProcessBuilder((List(java, "-jar", copy.toString) ++ arguments)*).directory(folder.toFile)
    builder.environment.clear()
    val process = builder.redirectOutput(out.toFile).redirectError(err.toFile).start()
    process.getOutputStream.close()
    assert(process.waitFor(2, TimeUnit.MINUTES), "it does not end")
    Ended(process.exitValue, Files.readString(out), Files.readString(err))

  private def journal(folder: Path): Path =
    val written = folder.resolve("journal")
    val journal = Journal.open(written, JournalSettings(compression = Zstd()))
    try for i <- 1 to 100 do journal.append("shop-1", ShopEvent.Sold(s"item-$i", i, 1): ShopEvent).await(): Unit
    finally journal.close()
    written

  folder.test("verifies a journal with Zstandard, without a word on standard error"): folder =>
    val ended = run(folder, "journal", "verify", journal(folder).toString)
    assertEquals((ended.code, ended.err), (0, ""))
    assert(clue(ended.out).startsWith("sound: 100 records"))

  folder.test("shows the bytes of a container with Zstandard, without a word on standard error"): folder =>
    val container = ContainerWriter(compression = Zstd())
    for i <- 1 to 50 do container.add(ShopEvent.Sold(s"item-$i", i, 1): ShopEvent)
    val file  = Files.write(folder.resolve("container"), container.toArray)
    val ended = run(folder, "codec", "dump", file.toString)
    assertEquals((ended.code, ended.err), (0, ""))
    assert(clue(ended.out).contains("item-50"))

  folder.test("copies a journal into a database, without a word on standard error"): folder =>
    val url   = s"jdbc:sqlite:${folder.resolve("shop.db")}"
    val ended = run(folder, "journal", "copy", journal(folder).toString, url)
    assertEquals((ended.code, ended.err), (0, ""))
    assert(clue(ended.out).startsWith("copied 100 records"))
    val info = run(folder, "journal", "info", url)
    assertEquals((info.code, info.err), (0, ""))

  folder.test("a server that cannot be reached is one line on standard error, without the password"): folder =>
    for kind <- List("postgresql", "mariadb") do
      val ended = run(folder, "journal", "info", s"jdbc:$kind://localhost:1/shop?user=ann&password=geheim")
      assertEquals((ended.code, ended.err.count(_ == '\n')), (1, 1), ended.err)
      assert(!ended.err.contains("geheim"), ended.err)

  folder.test("every command explains itself, without a word on standard error"): folder =>
    for command <- List("journal", "codec", "version", "help") do
      val ended = run(folder, command, "--help")
      assertEquals((ended.code, ended.err), (0, ""), command)
      assert(ended.out.nonEmpty, command)

  folder.test("errors are one line, and the exit code says whose they are"): folder =>
    val unknown = run(folder, "jurnal")
    assertEquals((unknown.code, unknown.err), (2, "brine: no command 'jurnal'; did you mean journal?\n"))
    val nothing = run(folder, "journal", "verify", folder.resolve("none").toString)
    assertEquals(nothing.code, 2)
    assertEquals(nothing.err.count(_ == '\n'), 1, nothing.err)

  // --- what is in it ----------------------------------------------------------------------------

  private def entries(file: Path): Map[String, Array[Byte]] = Using.resource(JarFile(file.toFile)): jar =>
    jar.entries.asScala
      .filterNot(_.isDirectory)
      .map(entry => entry.getName -> jar.getInputStream(entry).readAllBytes())
      .toMap

  private lazy val content = entries(jar)

  test("license and notice are those of the project, and each library's license is named"):
    for name <- List("LICENSE", "NOTICE") do
      val original = Files.readString(Path.of(sys.props("brine.home"), name))
      assertEquals(String(content(s"META-INF/$name"), UTF_8), original)
    val libraries = String(content("META-INF/DEPENDENCIES"), UTF_8)
    for library <- List("org.scala-lang:scala3-library_3:", "com.github.luben:zstd-jni:", "org.xerial:sqlite-jdbc:") do
      assert(clue(libraries).linesIterator.exists(line => line.startsWith(library) && line.contains("http")), library)

  test("the manifest starts the program and allows its native libraries"):
    val manifest = Using.resource(JarFile(jar.toFile))(_.getManifest.getMainAttributes)
    assertEquals(manifest.getValue("Main-Class"), "brine.cli.Main")
    assertEquals(manifest.getValue("Enable-Native-Access"), "ALL-UNNAMED")
    assertEquals(manifest.getValue("Multi-Release"), "true")

  test("services of all libraries are there, each once"):
    val libraries =
      sys.props("java.class.path").split(File.pathSeparator).map(Path.of(_)).filter(Files.isRegularFile(_))
    val services =
      for
        library       <- libraries.toList
        (name, bytes) <- entries(library)
        if name.startsWith("META-INF/services/") && !library.toString.contains("munit") // a library of the tests alone
        line <- String(bytes, UTF_8).linesIterator if line.nonEmpty
      yield name -> line
    for
      (name, line) <- services if content.contains(name.stripPrefix("META-INF/services/").replace('.', '/') + ".class")
    do assertEquals(String(content(name), UTF_8).linesIterator.count(_ == line), 1, s"$name: $line")

  test("nothing else of the project is in it, no tests, no signatures, no descriptions of modules"):
    val packages = content.keySet.filter(_.startsWith("brine/")).map(_.split('/')(1))
    assertEquals(packages, Set("cli", "codec", "commandline", "jdbc", "journal"))
    assert(!content.contains("brine/cli/CliJarSuite.class"))
    assert(!content.keys.exists(_.startsWith("munit/")))
    val dropped = content.keySet.filter(name =>
      name.endsWith(".SF") || name.endsWith(".RSA") || name.endsWith("module-info.class") || name.endsWith(".tasty")
    )
    assertEquals(dropped, Set.empty[String])
