package brine.docs

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The class files of the published modules use nothing that makes the JVM print a warning when a program starts. */
class PublishedClassesSuite extends munit.FunSuite:
  private val modules = List[(String, Class[?])](
    "codec"           -> classOf[brine.codec.Codec[?]],
    "codec-testkit"   -> classOf[brine.codec.testkit.CodecLaws[?]],
    "codec-zstd"      -> classOf[brine.codec.zstd.ZstdDictionary],
    "actor"           -> classOf[brine.actor.ActorSystem],
    "actor-testkit"   -> classOf[brine.actor.testkit.TestSystem],
    "journal"         -> classOf[brine.journal.Journal],
    "journal-testkit" -> classOf[brine.journal.testkit.FaultStorage]
  )

  // Code of the macro runs in the compiler, never in a program.
  private def isForUsers(file: Path) = file.toString.endsWith(".class") && !file.toString.contains("/codec/derive/")

  private def mentions(file: Path, name: String): Boolean =
    String(Files.readAllBytes(file), ISO_8859_1).contains(name)

  for (module, one) <- modules do
    test(s"$module has no lazy val of Scala 3.3, which uses sun.misc.Unsafe"):
      val folder = Path.of(one.getProtectionDomain.getCodeSource.getLocation.toURI)
      assert(Files.isDirectory(folder), folder)
      val walk = Files.walk(folder)
      try
        val files = walk.iterator.asScala.filter(isForUsers).toList
        assert(files.sizeIs > 5, files)
        val found = files.filter(file => mentions(file, "scala/runtime/LazyVals") || mentions(file, "sun/misc/Unsafe"))
        assertEquals(found.map(folder.relativize(_).toString), Nil)
      finally walk.close()
