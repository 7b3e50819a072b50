package brine.actor

import java.io.File
import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.Await
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A program of a user on the JDK that runs the tests, without a single option: it has to be silent. */
class StartUpSuite extends munit.FunSuite:
  private def placeOf(of: Class[?]): String = Path.of(of.getProtectionDomain.getCodeSource.getLocation.toURI).toString

  /** Runs a program in a JVM of its own; it has to end well and without a word on the error stream. What it printed. */
  private def run(program: String, options: String*): String =
    val classPath =
      List(classOf[ActorSystem], classOf[StartUpSuite], classOf[Option[?]], classOf[scala.deriving.Mirror])
        .map(placeOf)
        .distinct
        .mkString(File.pathSeparator)
    val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val builder = ProcessBuilder((java +: options) ++ List("-cp", classPath, program)*)
    // They would be told of on the error stream.
    List("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").foreach(builder.environment.remove(_))
    val errors = File.createTempFile("brine", ".err")
    val output = File.createTempFile("brine", ".out")
    try
      val process = builder.redirectError(errors).redirectOutput(output).start()
      val ended   = process.waitFor(60, TimeUnit.SECONDS)
      if !ended then process.destroyForcibly(): Unit
      assert(ended, "it does not end")
      assertEquals(Files.readString(errors.toPath), "")
      assertEquals(process.exitValue, 0)
      Files.readString(output.toPath).trim
    finally
      errors.delete(): Unit
      output.delete(): Unit

  private def exists(name: String): Boolean =
    getClass.getClassLoader.getResource(name.replace('.', '/') + ".class") != null

  test("a system starts, works and ends without a word on the error stream"):
    assertEquals(run("brine.actor.StartUpProgram"), "Hello, Ada; 6; true")

  test("a start, a message and an end load neither durations nor collections"):
    val log = File.createTempFile("brine", ".classes")
    try
      assertEquals(run("brine.actor.LeanProgram", s"-Xlog:class+load:file=$log"), "true")
      val loaded = Files.readAllLines(log.toPath).asScala.flatMap(_.split(' ').lift(1)).toSet
      assert(loaded("brine.actor.ActorSystem"), "the log is not what it was taken for")
      val heavy  = List("scala.Predef$", "scala.concurrent.duration.Duration$", "scala.collection.immutable.List$")
      val unused =
        List("ActorSystemMBean$", "observation.Interceptors", "metrics.MetricsBook", "task.TaskExecutor").map: name =>
          if name.contains('.') then s"brine.actor.internal.$name" else s"brine.actor.$name"
      unused.foreach(name => assert(exists(name), s"there is no class $name, so it says nothing that none is loaded"))
      assertEquals(unused.filter(loaded), Nil)
      assertEquals(
        loaded.filter(name => name.startsWith("javax.management") || name.contains("ManagementFactory")),
        Set()
      )
      assertEquals(heavy.filter(loaded), Nil)
    finally log.delete(): Unit

  test("a log handler that throws on behalf of the monitor ends neither the timers nor the JVM"):
    assertEquals(run("brine.actor.HostileLogProgram"), "ticked")

/** A slow handler is logged, the handler of the log throws, and only the monitor keeps the JVM alive. */
object HostileLogProgram:
  def main(arguments: Array[String]): Unit =
    val logged  = CountDownLatch(1)
    val handler = new java.util.logging.Handler:
      override def publish(record: java.util.logging.LogRecord): Unit =
        logged.countDown()
        throw Error("on purpose")
      override def flush(): Unit = ()
      override def close(): Unit = ()
    val logger = java.util.logging.Logger.getLogger("brine.actor")
    logger.setUseParentHandlers(false)
    logger.addHandler(handler)
    val system = ActorSystem(ActorSystemSettings(workers = 2).withSlowHandler(20.millis))
    val slow   = system.spawn(Behavior.receive[Unit](_ => logged.await()))
    slow ! ()
    val ticker = system.spawn(Behavior.receive[Int]: ticks =>
      if ticks < 20 then context.startTimer("tick", ticks + 1, 1.milli)
      else
        System.out.println("ticked")
        Thread.startVirtualThread(() => system.close()): Unit)
    Thread
      .ofVirtual()
      .start: () =>
        logged.await()
        Thread.sleep(20) // the handler of the log throws meanwhile
        ticker ! 0
    ()

/** The least that is of use, without a class of its own choice. */
object LeanProgram:
  final class Once(done: CountDownLatch) extends Actor[String]:
    protected def receive(message: String): Unit = done.countDown()

  def main(arguments: Array[String]): Unit =
    val done   = CountDownLatch(1)
    val system = ActorSystem()
    system.spawn(new Once(done)) ! "a message"
    done.await()
    System.out.println(system.shutdown().isComplete)

/** What [[StartUpSuite]] runs. */
object StartUpProgram:
  final case class Greet(name: String, replyTo: ActorRef[String])

  def main(arguments: Array[String]): Unit =
    val system  = ActorSystem(ActorSystemSettings(listener = JfrListener()))
    val options = ActorOptions(
      name = "greeter",
      mailbox = Mailbox.Bounded(10, WhenFull.Fail),
      dispatcher = Dispatcher.Blocking,
      supervision = Supervision.restart().withBackoff(1.milli, 1.second)
    )
    val greeter = system.spawn(
      Behavior.receive[Greet]: message =>
        context.log.debug("greets")
        message.replyTo ! s"Hello, ${message.name}"
      ,
      options
    )
    val reply   = greeter.askBlocking(Greet("Ada", _), 30.seconds)
    val sum     = system.gatherFold[Int, Int](3, 30.seconds)(0)(_ + _)
    val numbers = system.spawn(Router.pool(2)(Behavior.receive[Int](sum ! _)))
    val timed   = system.spawn(Behavior.setup[Int]:
      context.startTimer("key", 3, 1.milli)
      context.watch(greeter)
      Behavior.receive(numbers ! _))
    (1 to 2).foreach(timed ! _)
    val result = Await.result(sum.future, 30.seconds)
    system.onShutdown(ShutdownPhase.AfterActors, "nothing")(() => ())
    println(s"$reply; $result; ${system.shutdown().isComplete}")
