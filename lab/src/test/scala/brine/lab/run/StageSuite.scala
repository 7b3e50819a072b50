package brine.lab.run

import brine.lab.Fixtures
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

final class StageSuite extends munit.FunSuite:
  private def api(digest: String) = s"/stage/jars/brine-lab-api-0.1.0-SNAPSHOT-$digest.jar"

  private val now     = api("0123456789ab")
  private val earlier = api("ba9876543210")

  private def names(peers: (String, List[String])*): List[String] =
    Fixtures.in("stage"): folder =>
      Files.write(folder.resolve("labHarness.classpath"), List("/stage/jars/harness.jar", now).asJava)
      val staged = Files.createDirectories(folder.resolve("peers"))
      for (name, path) <- peers do { val _ = Files.write(staged.resolve(s"$name.classpath"), path.asJava) }
      Stage.read(folder, Map("own" -> List(Path.of("/own/jar-with-000000000000.jar")))).peers.map(_.name)

  test("a peer that was built with an earlier harness is not listed"):
    val current = List("/stage/jars/peerkryo5_3-0.1.0-SNAPSHOT-36d9b72bbf81.jar", now, "/cache/kryo-5.6.2.jar")
    assertEquals(names("kryo5" -> current), List("kryo5", "own"))
    assertEquals(names("kryo5" -> current, "brine" -> current.map(_.replace(now, earlier))), List("kryo5", "own"))

  test("a peer that shares no jar with the harness is listed, and so is one of the user's"):
    assertEquals(names("fixtures" -> List("/classes")), List("fixtures", "own"))
