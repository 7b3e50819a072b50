package brine.lab.peers.akka.programs

import java.util.concurrent.{CompletableFuture, CountDownLatch}
import java.util.function.LongConsumer

import akka.actor.typed.scaladsl.AskPattern._
import akka.actor.typed.scaladsl.{ActorContext, Behaviors}
import akka.actor.typed.{ActorRef, ActorSystem, Behavior, DispatcherSelector, Scheduler}
import akka.util.Timeout
import brine.lab.peer.{ActorPrograms, Heat}
import brine.lab.peers.akka.programs.TypedActors._
import brine.lab.peers.akka.programs.TypedDelays._
import scala.concurrent.{Await, ExecutionContext}
import scala.concurrent.duration._

/** The study's programs with typed actors; the master of each is its system's guardian. */
final class TypedPrograms(dispatchers: Dispatchers) extends ActorPrograms {
  def sequential(actors: Int): Long = run[Long, ChainMessage](Begin)(chainMaster(actors, _))

  def parallel(actors: Int, messages: Int): Long =
    run[Long, Array[Int]](Array.emptyIntArray)(parallelMaster(actors, messages, _))

  def mergeSort(values: Array[Int]): Array[Int] =
    run[Array[Int], SortMessage](new Sort(values, null))(sortMaster(_))

  def pingPong(messages: Int): Long = run[Long, PlayerMessage](Serve)(player(2, messages, null, _))

  def sleeping(actors: Int, messages: Int, millis: Int): Long = {
    val sleepers = DispatcherSelector.fromConfig(dispatchers.forSleepers)
    run[Long, SleepMessage](Lights)(sleepingMaster(sleepers, actors, messages, millis, _))
  }

  override def sleepers: Int = dispatchers.threads

  private def run[A, M](first: M)(master: CompletableFuture[A] => Behavior[M]): A = {
    val result = new CompletableFuture[A]
    val system = ActorSystem(master(result), "lab", dispatchers.config)
    try {
      system ! first
      result.get()
    } finally stop(system)
  }

  private def stop(system: ActorSystem[_]): Unit = {
    system.terminate()
    val _ = Await.result(system.whenTerminated, Duration.Inf)
  }

  def idle(actors: Int): ActorPrograms.Idle = {
    val left   = new CountDownLatch(actors)
    val system = ActorSystem(idleMaster(actors), "lab", dispatchers.config)
    system ! left
    left.await()
    new ActorPrograms.Idle {
      def handled(): Long = actors - left.getCount
      def stop(): Unit    = TypedPrograms.this.stop(system)
    }
  }

  def asked(actors: Int): ActorPrograms.Asked = {
    val created = new CompletableFuture[Array[ActorRef[Question]]]
    val system  = ActorSystem[Nothing](
      Behaviors.setup[Nothing] { context =>
        created.complete(Array.fill[ActorRef[Question]](actors)(context.spawnAnonymous(answering)))
        Behaviors.empty
      },
      "lab",
      dispatchers.config
    )
    val refs                          = created.get()
    implicit val timeout: Timeout     = 30.seconds
    implicit val scheduler: Scheduler = system.scheduler
    new ActorPrograms.Asked {
      def ask(actor: Int, number: Long, reply: LongConsumer): Unit =
        refs(actor)
          .ask[Long](new Question(number, _))
          .onComplete(answer => reply.accept(answer.getOrElse(-1L)))(ExecutionContext.parasitic)
      def stop(): Unit = TypedPrograms.this.stop(system)
    }
  }

  /** A system whose guardian makes actors of the system, and gives them to the caller. */
  private def made[A](make: ActorContext[Nothing] => A): (ActorSystem[Nothing], A) = {
    val created = new CompletableFuture[A]
    val system  = ActorSystem[Nothing](
      Behaviors.setup[Nothing] { context =>
        created.complete(make(context))
        Behaviors.empty
      },
      "lab",
      dispatchers.config
    )
    (system, created.get())
  }

  override def outside(hot: Int): ActorPrograms.Outside = {
    val heat                      = new Heat(hot)
    val (system, (waiting, busy)) = made { context =>
      (context.spawnAnonymous(handling), List.fill(hot)(context.spawnAnonymous(hotActor(heat))))
    }
    busy.foreach(_ ! Again)
    new ActorPrograms.Outside {
      def send(handled: Runnable): Unit = waiting ! handled
      def rest(): Unit                  = heat.rest()
      def wake(): Unit                  = heat.wake(() => busy.foreach(_ ! Again))
      def stop(): Unit                  = TypedPrograms.this.stop(system)
    }
  }

  override def computing(): ActorPrograms.Computing = {
    val (system, first) = made(context => context.spawnAnonymous(sending(context.spawnAnonymous(receiving))))
    new ActorPrograms.Computing {
      def send(received: LongConsumer, compute: Runnable): Unit = first ! new Computation(received, compute)
      def stop(): Unit                                          = TypedPrograms.this.stop(system)
    }
  }

  override def overload(waiting: Int, millis: Int, tick: Runnable): ActorPrograms.Overload = {
    val (system, overloaded) = made { context =>
      val overloaded = context.spawnAnonymous(overloadedActor)
      for (_ <- 0 until waiting) overloaded ! Unasked
      context.spawnAnonymous(ticking(millis, tick))
      overloaded
    }
    implicit val scheduler: Scheduler = system.scheduler
    new ActorPrograms.Overload {
      def ask(timeoutMillis: Int, ended: Runnable): Unit = {
        implicit val timeout: Timeout = timeoutMillis.millis
        overloaded.ask[Long](new Asked(_)).onComplete(_ => ended.run())(ExecutionContext.parasitic)
      }
      def stop(): Unit = TypedPrograms.this.stop(system)
    }
  }

  override def watching(actors: Int): Long = run[Long, WatchMessage](BeginWatching)(watchMaster(actors, _))
}
