package brine.codec.testkit

import brine.codec.testkit.internal.LockFile
import munit.MUnitRunner
import org.junit.runner.notification.{Failure, RunListener, RunNotifier}

/** What munit makes of suites with a lock file. They have a parameter, so that nothing else runs them. */
object SchemaLockRunSuite:
  final class Good(path: String) extends SchemaLockSuite(path):
    lock[Sensors.Two.Reading]
    lock[Sensors.Two.Event]
    lock[List[Int]]("levels")

  final class Bad(path: String) extends SchemaLockSuite(path):
    lock[Sensors.Three.Reading]
    lock[Sensors.Wrong.Reading]("Event")

final class SchemaLockRunSuite extends munit.FunSuite:
  import SchemaLockRunSuite.*

  // The names of all tests that were run, and what those that failed said.
  private def run[S <: munit.Suite](suite: Class[S], make: () => S): (Int, Map[String, String]) =
    var count    = 0
    var failed   = Map.empty[String, String]
    val notifier = new RunNotifier
    notifier.addListener(new RunListener:
      override def testStarted(description: org.junit.runner.Description): Unit = count += 1
      override def testFailure(failure: Failure): Unit                          =
        failed += failure.getDescription.getMethodName -> failure.getMessage)
    new MUnitRunner(suite, make).run(notifier)
    (count, failed)

  private val path = "codec-testkit/shared/src/test/resources/example.schemas"

  test("all types are locked"):
    assertEquals(run(classOf[Good], () => Good(path)), (4, Map.empty[String, String]))

  test("what is not fails, with what to do"):
    val (count, failed) = run(classOf[Bad], () => Bad(path))
    assertEquals((count, failed.size), (3, 3))
    assert(failed("every type of the lock file is checked").contains("levels: in the lock file, but not here"), failed)
    assert(failed("Reading is locked, and reads all versions").contains("BRINE_SCHEMAS=update"), failed)
    assert(failed("Event is locked, and reads all versions").contains("Event cannot read version 1"), failed)

  test("a path is looked up in the folders above too"):
    val here = java.nio.file.Path.of("").toAbsolutePath.getFileName
    assert(LockFile.read(path).nonEmpty)
    assertEquals(LockFile.read(s"$here/$path"), LockFile.read(path))

  test("with the property, what is missing is added"):
    val copy = "target/brine-lock-run.schemas"
    LockFile.write(copy, "brine schemas 1\n")
    System.setProperty("brine.schemas", "update"): Unit
    try
      assertEquals(run(classOf[Good], () => Good(copy)), (4, Map.empty[String, String]))
      assertEquals(SchemaLock(copy).read.map(_.types.map(_.name)), Right(Vector("Reading", "Event", "levels")))
      // A break is no matter of adding.
      val (_, failed) = run(classOf[Bad], () => Bad(copy))
      assertEquals(
        failed.keySet,
        Set("every type of the lock file is checked", "Event is locked, and reads all versions")
      )
    finally System.clearProperty("brine.schemas"): Unit
    assertEquals(run(classOf[Good], () => Good(copy))._2.keySet, Set("Reading is locked, and reads all versions"))
