package brine.actor.internal.support

import brine.actor.*
import brine.effort.Effort
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future, Promise}

/** Each operation is called at the last levels of a stack that ends. It happens or throws; no lock stays locked, so the
  * system works on, and ends. In a JVM of its own: where the stack ends in the initializer of a class, that class
  * cannot be used any more.
  */
class StackEndSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 60.minutes

  for names <- StackEnds.names.grouped(8) do
    test(s"the stack ends in ${names.mkString(", ")}"):
      val (text, code) =
        OtherJvm.run(List("-Xmx512m"), "brine.actor.internal.support.StackEnds", Effort.overflows.toString +: names*)
      assert(code == 0 && !text.contains("FAILED"), text.take(20000))
      assertEquals(text.linesIterator.count(_.endsWith(": works on")), names.size, text.take(20000))

object StackEnds:
  private val limit = 10.seconds

  private val silent = Behavior.receive[ActorRef[Int]](_ => ())

  private val ofAnyThread = List[(String, (ActorSystem, ActorRef[ActorRef[Int]]) => Any)](
    "spawn"            -> ((system, _) => system.spawn(silent)),
    "spawnDetached"    -> ((system, _) => system.spawnDetached(silent)),
    "stop"             -> ((system, ref) => system.stop(ref)),
    "gracefulStop"     -> ((system, ref) => system.gracefulStop(ref, limit)),
    "whenStopped"      -> ((_, ref) => ref.whenStopped),
    "ask"              -> ((_, ref) => ref.ask[Int](identity, limit)),
    "gather"           -> ((system, _) => system.gather[Int](1, limit)),
    "gatherFold"       -> ((system, _) => system.gatherFold[Int, Int](1, limit)(0)(_ + _) ! 1),
    "dump"             -> ((system, _) => system.dump()),
    "statistics"       -> ((system, _) => system.statistics),
    "receptionist"     -> ((system, _) => system.receptionist),
    "executionContext" -> ((system, _) => system.executionContext.execute(() => ())),
    "pool"             -> ((system, _) => system.spawn(silent, ActorOptions(dispatcher = Dispatcher.pool("side")))),
    "onShutdown"       -> ((system, _) => system.onShutdown(ShutdownPhase.BeforeActors, "task")(() => ())),
    "whenTerminated"   -> ((system, _) => system.whenTerminated)
  )

  private val ofItsThread = List[(String, ActorContext[ActorRef[Int]] => Any)](
    "context.spawn"         -> (_.spawn(silent)),
    "startTimer"            -> (_.startTimer("key", null, 1.milli)),
    "startTimerAtFixedRate" -> (_.startTimerAtFixedRate("key", null, 1.milli)),
    "cancelTimer"           -> { context =>
      context.startTimer("key", null, 1.milli)
      context.cancelTimer("key")
    },
    "setReceiveTimeout"    -> (_.setReceiveTimeout(1.milli, null)),
    "watch"                -> (context => context.watch(context.system.spawn(silent))),
    "pipeToSelf"           -> (_.pipeToSelf(Future.unit)(_ => null)),
    "context.gracefulStop" -> (context => context.gracefulStop(context.self, limit))
  )

  val names: List[String] = ofAnyThread.map(_._1) ++ ofItsThread.map(_._1)

  private def await[A](what: String, future: Future[A]): A =
    try Await.result(future, limit)
    catch case failure: Throwable => throw IllegalStateException(s"$what: $failure")

  private def onThread(what: String)(run: => Unit): Unit =
    val done   = Promise[Unit]()
    val thread = Thread(null, () => done.success(run): Unit, "diver", 256 * 1024)
    thread.setDaemon(true)
    thread.start()
    await(what, done.future)

  /** All that locks are needed for. */
  private def worksOn(system: ActorSystem): Unit =
    val fired = Promise[Unit]()
    // One for each list of actors of the top level.
    for _ <- 1 to 8 do
      onThread("spawn does not return"):
        val _ = system.spawn(Behavior.setup[Unit]:
          context.startTimer("key", (), 1.milli)
          Behavior.receive(_ => fired.trySuccess(()): Unit))
    await("no timer fires", fired.future)
    val asked = system.spawn(silent).ask[Int](identity, 1.milli)
    Await.ready(asked, limit): Unit
    onThread("no dump")(assert(system.dump().entries.nonEmpty))

  private def inActor(system: ActorSystem)(use: ActorContext[ActorRef[Int]] => Unit): Unit =
    val done = Promise[Unit]()
    val ref  = system.spawn(Behavior.setup[ActorRef[Int]]:
      use(context)
      done.success(())
      Behavior.receive(_ => ()))
    await("an actor does not return", done.future)
    system.stop(ref)
    await("an actor does not stop", ref.whenStopped): Unit

  private def check(name: String, rounds: Int): Unit =
    val system   = ActorSystem(ActorSystemSettings(workers = 2, daemon = true).withPool("side", 1))
    val anywhere = ofAnyThread.collectFirst { case (`name`, use) => use }
    // Loads the classes, and then ends the stack.
    worksOn(system)
    for pad <- -1 until rounds do
      anywhere match
        case Some(use) =>
          val ref = system.spawn(silent)
          onThread("the operation does not return"):
            if pad < 0 then use(system, ref): Unit else Dive(pad, () => use(system, ref): Unit).run(0)
        case None =>
          val use = ofItsThread.collectFirst { case (`name`, use) => use }.get
          inActor(system)(context => if pad < 0 then use(context): Unit else Dive(pad, () => use(context): Unit).run(0))
    worksOn(system)
    val report = system.shutdown(limit)
    if !report.isComplete then throw IllegalStateException(report.toString)

  def main(arguments: Array[String]): Unit =
    java.util.logging.Logger.getLogger("brine.actor").setLevel(java.util.logging.Level.OFF)
    for name <- arguments.tail do
      try
        check(name, arguments.head.toInt)
        println(s"$name: works on")
      catch case failure: Throwable => println(s"$name: FAILED: $failure")
    System.exit(0)
