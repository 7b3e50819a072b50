package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.ChildJvm
import java.time.Duration
import java.util.UUID
import scala.util.Using

/** Each call is made at the last levels of a stack that ends. It happens or throws; no lock stays taken, so the log
  * works on, and closes. In a JVM of its own: where the stack ends in the initializer of a class, that class cannot be
  * used any more.
  */
class StackEndSuite extends DatabaseSuite(() => TestDatabase.Sqlite()):
  test("the stack ends in calls of a log in a database"):
    Using.resource(ChildJvm.start("brine.jdbc.StackEnds", Seq(database.url, Effort.overflows.toString))): process =>
      val (lines, code) = process.finish(seconds = 3_000)
      assert(code == 0, lines.mkString("\n"))
      // The JVM says so of a lock whose stack ended while it was taken.
      assert(!lines.exists(_.contains("stack overflow in ReservedStackAccess")), lines.mkString("\n"))
      assertEquals(lines.count(_.endsWith(": works on")), StackEnds.calls.size, lines.mkString("\n"))

object StackEnds:
  private val limit = Duration.ofSeconds(30)

  val calls: List[(String, (EventLog, Int) => Any)] = List(
    "append"      -> ((log, number) => log.append(s"s${number % 100}", "x")),
    "append with" -> ((log, number) =>
      log.append(s"s${number % 100}", ExpectedVersion.Any, Vector("x", "y"), tags = Set(s"t$number"))
    ),
    "key"       -> ((log, _) => log.append("s", ExpectedVersion.Any, Vector("x"), key = Some(UUID.randomUUID))),
    "condition" -> ((log, number) =>
      val batch = AppendBatch().to("s", tags = Set(s"t$number")).add("x")
      log.append(batch.unless(Query.tagged(s"t$number"), Offset.Begin))
    ),
    "await"   -> ((log, number) => log.append(s"s${number % 100}", "x").await()),
    "version" -> ((log, number) => log.version(s"s${number % 100}")),
    "durable" -> ((log, _) => log.durable),
    "read"    -> ((log, number) =>
      val records = log.read[String](s"s${number % 100}", from = 0)
      try records.next()
      finally records.close()
    ),
    "await record" -> ((log, _) =>
      val records = log.readAllAfter[String](Offset(1L << 40))
      try records.await(Duration.ofMillis(1))
      finally records.close()
    ),
    "state" -> ((log, number) => log.states.save(s"k${number % 100}", Offset(1), "state"))
  )

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

  private def check(log: EventLog, call: (EventLog, Int) => Any, rounds: Int): Unit =
    var number = 0
    // Loads the classes, and then ends the stack.
    for pad <- -1 until rounds do
      onThread("the call does not return"):
        val use = () =>
          number += 1
          call(log, number): Unit
        if pad < 0 then use() else Dive(pad, use).run(0)
      onThread("the log does not work on"):
        log.append("after", "x").await(limit) match
          case Right(_)    => ()
          case Left(error) => throw IllegalStateException(error.message)
        log.version("after").fold(error => throw IllegalStateException(error.message), _ => ())

  def main(arguments: Array[String]): Unit =
    val code =
      try
        val log = JdbcEventLog.open(UrlSource(arguments(0)), JdbcSettings.defaults.withRequireDurable(false))
        for (name, call) <- calls do
          check(log, call, arguments(1).toInt)
          println(s"$name: works on")
        onThread("closing does not return")(log.close())
        0
      catch
        case error: Throwable =>
          error.printStackTrace(System.out)
          1
    System.exit(code)
