package brine.actor.model

import brine.effort.Effort
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import org.openjdk.jcstress.infra.collectors.{DiskReadCollector, TestResult}
import org.openjdk.jcstress.infra.grading.{ReportUtils, TestGrading}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A short run of the jcstress classes: those of the runtime pass, each with a seeded fault fails.
  *
  * A fault that depends on luck is given up to three runs.
  */
final class StressSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 10.minutes

  /** Runs the classes whose names match, and tells for each which results it forbids were seen. */
  private def run(names: String, milliseconds: Int, jvm: String = "-Xmx512m"): Map[String, List[String]] =
    val folder = Files.createTempDirectory("jcstress")
    val java   = Path.of(System.getProperty("java.home"), "bin", "java").toString
    // Those are of the process that starts the others and collects what they saw, over before they would pay off.
    val options = List("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    val command = java :: options ::: List("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main") ++
      s"-t $names -f 1 -fsm 1 -iters 1 -time $milliseconds -c 2 -sc false -af NONE -r $folder".split(' ') ++
      List("-jvmArgs", jvm)
    val process = ProcessBuilder(command*)
      .directory(folder.toFile)
      .redirectErrorStream(true)
      .redirectOutput(folder.resolve("output").toFile)
      .start()
    try
      assert(process.waitFor(8, TimeUnit.MINUTES), "jcstress takes too long")
      val results = scala.collection.mutable.ListBuffer.empty[TestResult]
      Files
        .list(folder)
        .iterator
        .asScala
        .filter(_.toString.endsWith(".bin.gz"))
        .foreach: file =>
          val reader = DiskReadCollector(file.toString, results += _)
          reader.dump()
          reader.close()
      assert(results.nonEmpty, Files.readString(folder.resolve("output")))
      ReportUtils
        .mergedByName(results.asJava)
        .asScala
        .map(result => result.getName -> result)
        .toMap
        .map((name, result) => name.split('.').last -> broken(result))
    finally
      process.descendants.forEach(_.destroyForcibly(): Unit)
      process.destroyForcibly(): Unit
      Files.walk(folder).iterator.asScala.toList.reverse.foreach(Files.delete)

  private def broken(result: TestResult): List[String] =
    val grading = TestGrading.grade(result)
    if grading.isPassed then Nil
    else "failed" :: grading.failureMessages.asScala.toList

  // What quick runs of each: a class costs several JVMs of jcstress.
  private val quick      = "TwoSenders|OldestFirstLast"
  private val quickFault = "SeededIdleByPlainStore"

  private val milliseconds = if Effort.isFull then 500 else 250

  // In one run for both tests: jcstress starts a dozen JVMs before the first class.
  private lazy val (seeded, sound) =
    run(if Effort.isFull then "Stress." else s"Stress.($quick|$quickFault)$$", milliseconds)
      .partition((name, _) => name.contains("Seeded"))

  test("the runtime's classes pass"):
    assertEquals(sound.size, if Effort.isFull then 11 else 2, sound.keys)
    sound.foreach((name, broken) => assertEquals(broken, Nil, name))

  test("every seeded fault is caught"):
    assertEquals(seeded.size, if Effort.isFull then 6 else 1, seeded.keys)
    var left = seeded.collect { case (name, Nil) => name }.toSet
    // Some processors show only code of the second compiler what they reorder.
    for jvm <- List("-Xmx512m", "-Xmx512m -XX:-TieredCompilation", "-Xmx512m -XX:-TieredCompilation") do
      if left.nonEmpty then
        val names = left.mkString("(", "|", ")").replace("$", ".")
        left = run(names, 3000, jvm).collect { case (name, Nil) => name }.toSet
    assertEquals(left, Set.empty[String])
