package brine.lab.peers.akka.programs

import java.util.concurrent.{CompletableFuture, CountDownLatch}
import java.util.function.LongConsumer

import akka.actor.{ActorRef, ActorSystem, Props}
import akka.pattern.{ask => requestReply}
import akka.util.Timeout
import brine.lab.peer.ActorPrograms
import brine.lab.peers.akka.programs.ClassicActors._
import scala.concurrent.{Await, ExecutionContext}
import scala.concurrent.duration._

/** The study's programs with classic actors. */
final class ClassicPrograms(dispatchers: Dispatchers) extends ActorPrograms {
  def sequential(actors: Int): Long = run[Long](result => Props(new ChainMaster(actors, result)))

  def parallel(actors: Int, messages: Int): Long =
    run[Long](result => Props(new ParallelMaster(actors, messages, result)))

  def mergeSort(values: Array[Int]): Array[Int] = run[Array[Int]](result => Props(new SortMaster(values, result)))

  def pingPong(messages: Int): Long = run[Long](result => Props(new Player(2, messages, result)))

  def sleeping(actors: Int, messages: Int, millis: Int): Long = run[Long] { result =>
    val sleeper = Props(new Sleeper(millis)).withDispatcher(dispatchers.forSleepers)
    Props(new SleepingMaster(sleeper, actors, messages, result))
  }

  override def sleepers: Int = dispatchers.threads

  private def run[A](master: CompletableFuture[A] => Props): A = {
    val system = create()
    try {
      val result = new CompletableFuture[A]
      system.actorOf(master(result)) ! Start
      result.get()
    } finally stop(system)
  }

  private def create()                        = ActorSystem("lab", dispatchers.config)
  private def stop(system: ActorSystem): Unit = { val _ = Await.result(system.terminate(), Duration.Inf) }

  def idle(actors: Int): ActorPrograms.Idle = {
    val system = create()
    val left   = new CountDownLatch(actors)
    system.actorOf(Props(new IdleMaster(actors))) ! left
    left.await()
    new ActorPrograms.Idle {
      def handled(): Long = actors - left.getCount
      def stop(): Unit    = ClassicPrograms.this.stop(system)
    }
  }

  def asked(actors: Int): ActorPrograms.Asked = {
    val system                    = create()
    val answering                 = Array.fill[ActorRef](actors)(system.actorOf(Props(new Answering)))
    implicit val timeout: Timeout = 30.seconds
    new ActorPrograms.Asked {
      def ask(actor: Int, number: Long, reply: LongConsumer): Unit =
        (answering(actor) ? number).onComplete(answer => reply.accept(answer.fold(_ => -1L, _.asInstanceOf[Long])))(
          ExecutionContext.parasitic
        )
      def stop(): Unit = ClassicPrograms.this.stop(system)
    }
  }
}
