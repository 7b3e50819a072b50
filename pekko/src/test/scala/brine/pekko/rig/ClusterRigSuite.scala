package brine.pekko.rig

import brine.effort.Effort
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** Processes of a cluster lose nothing that was acknowledged, do nothing twice, and never interleave, whatever happens
  * to them. Effort quick keeps both parts up of a cluster that was cut in two; effort full does all scenarios.
  */
class ClusterRigSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(20, "min")

  private val missing = Namespaces.missing

  test("three processes under load"):
    missing.foreach(reason => println(s"no network namespaces here, so no node is cut off: $reason"))
    val possible = Scenario.values.toVector.filter(one => !one.cuts || missing.isEmpty)
    val chosen   =
      if Effort.isFull then possible
      else if missing.isEmpty then Vector(Scenario.Split)
      else Vector(Scenario.Database)
    // Tests may run on a busy machine, whose pauses must not look like lost nodes.
    val patient      = if Effort.isFull then List("nodes=3", "pause=10s") else List("nodes=2", "stable-after=60s")
    val (code, said) = rig(chosen.map(_.flag) ++ List("entities=6", "steady=0") ++ patient)
    assertEquals(code, 0, said)
    for one <- chosen do assert(said.linesIterator.exists(_.startsWith(s"| ${one.flag} |")), said)

  private def rig(arguments: Vector[String]): (Int, String) =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val program = List(java, "-Xmx128m", "-cp", sys.props("java.class.path"), "brine.pekko.rig.ClusterRig")
    val process = ProcessBuilder((program ++ arguments).asJava).redirectErrorStream(true).start()
    try
      val said = String(process.getInputStream.readAllBytes)
      (process.waitFor(), said)
    finally process.destroyForcibly(): Unit
