package brine.lab.run

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Task}
import java.nio.file.Path
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

final class SideBySideSuite extends munit.FunSuite:
  private val none = Task.Iterations(0, 0)

  private def task(library: String) = Task(
    Fixtures.row(library),
    "site",
    1,
    false,
    Task.Kind.Measure,
    List(Task.CellSpec("site-1k", "size", None)),
    Task.Jvm(JavaHome(Path.of("java"), "25", "")),
    Task.Times(none, none, 1, 1, 1)
  )

  private val tasks = List.tabulate(20)(number => task(s"library$number"))

  test("every task is done once, as many at a time as there are lanes"):
    val done    = ConcurrentLinkedQueue[String]()
    val meeting = CountDownLatch(SideBySide.lanes)
    SideBySide.run(tasks, Cancellation()): task =>
      meeting.countDown()
      assert(meeting.await(60, TimeUnit.SECONDS), "the other lanes have begun")
      val _ = done.add(task.row.name)
    assertEquals(done.asScala.toList.sorted, tasks.map(_.row.name).sorted)

  test("after a cancellation no further task begins"):
    val cancellation = Cancellation()
    val done         = ConcurrentLinkedQueue[String]()
    SideBySide.run(tasks, cancellation): task =>
      val _ = done.add(task.row.name)
      cancellation.request()
    assert(done.size <= SideBySide.lanes, done)

  test("after a failure no further task begins, and the failure is thrown"):
    val done   = ConcurrentLinkedQueue[String]()
    val thrown = intercept[IllegalStateException]:
      SideBySide.run(tasks, Cancellation()): task =>
        val _ = done.add(task.row.name)
        throw IllegalStateException("no room")
    assertEquals(thrown.getMessage, "no room")
    assert(done.size <= SideBySide.lanes, done)
