package brine.journal.support

import brine.effort.Effort
import brine.journal.*
import java.nio.file.Path
import java.time.Duration
import java.util.UUID

/** Each call is made at the last levels of a stack that ends. It happens or throws; no slot of the ring stays claimed
  * and no lock taken, so the journal works on, and closes. In a JVM of its own: where the stack ends in the initializer
  * of a class, that class cannot be used any more.
  */
class StackEndSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  test("the stack ends in calls of a journal"):
    TemporaryFolder.use: folder =>
      val (text, code) =
        OtherJvm.run(50, Nil, "brine.journal.support.StackEnds", folder.toString, Effort.overflows.toString)
      assert(code == 0, text.take(20000))
      // The JVM says so of a lock whose stack ended while it was taken.
      assert(!text.contains("stack overflow in ReservedStackAccess"), text.take(20000))
      assertEquals(text.linesIterator.count(_.endsWith(": works on")), StackEnds.calls.size, text.take(20000))

object StackEnds:
  private val limit = Duration.ofSeconds(30)

  private def append(journal: Journal, number: Int): Any = journal.append(s"s${number % 100}", "x")

  val calls: List[(String, (Journal, Int) => Any)] = List(
    "append"        -> (append(_, _)),
    "append of two" -> ((journal, number) =>
      journal.append(s"s${number % 100}", ExpectedVersion.Any, Vector("x", "y"), tags = Set(s"t$number"))
    ),
    "appendAll" -> ((journal, number) =>
      journal.appendAll(
        Vector("a", "b").map(name => StreamAppend(s"$name${number % 100}", ExpectedVersion.Any, Vector("x")))
      )
    ),
    "key"       -> ((journal, _) => journal.append("s", ExpectedVersion.Any, Vector("x"), key = Some(UUID.randomUUID))),
    "condition" -> ((journal, number) =>
      val batch = AppendBatch().to("s", tags = Set(s"t$number")).add("x")
      journal.append(batch.unless(Query.tagged(s"t$number"), Offset.Begin))
    ),
    "await"   -> ((journal, number) => journal.append(s"s${number % 100}", "x").await()),
    "version" -> ((journal, number) => journal.version(s"s${number % 100}")),
    "read"    -> ((journal, number) =>
      val records = journal.read[String](s"s${number % 100}", from = 0)
      try records.next()
      finally records.close()
    ),
    "state" -> ((journal, number) => journal.states.save(s"k${number % 100}", journal.durable, "state"))
  )

  /** Calls itself until the stack ends, and makes the call at some of the last levels on the way back. */
  private final class Dive(pad: Int, call: () => Unit):
    private var left = 0

    def run(depth: Int): Unit =
      try run(depth + 1)
      catch case _: StackOverflowError => left = 300
      if left > 0 then
        left -= 1
        if (left + pad) % 7 == 0 then
          try call()
          catch case _: StackOverflowError => ()

  private def onThread(what: String)(run: => Unit): Unit =
    var failure: Throwable | Null = IllegalStateException(what)
    val body: Runnable            = () =>
      try
        run
        failure = null
      catch case error: Throwable => failure = error
    val thread = Thread(null, body, "diver", 256 * 1024)
    thread.setDaemon(true)
    thread.start()
    thread.join(limit.toMillis)
    if failure != null then
      val stack = thread.getStackTrace.mkString("\n  ")
      throw IllegalStateException(s"$what\n  $stack", failure)

  private def check(journal: Journal, call: (Journal, Int) => Any, rounds: Int): Unit =
    var number = 0
    // Loads the classes, and then ends the stack.
    for pad <- -1 until rounds do
      onThread("the call does not return"):
        val use = () =>
          number += 1
          call(journal, number): Unit
        if pad < 0 then use() else Dive(pad, use).run(0)
      journal.append("after", "x").await(limit) match
        case Right(_)    => ()
        case Left(error) => throw IllegalStateException(s"$error, ${journal.state}")

  def main(arguments: Array[String]): Unit =
    val journal = Journal.open(
      Path.of(arguments(0)).resolve("journal"),
      JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16, maxCachedNames = 16)
    )
    for (name, call) <- calls do
      check(journal, call, arguments(1).toInt)
      println(s"$name: works on")
    onThread("closing does not return")(journal.close())
    System.exit(0)
