package brine.lab.peers.actor

import brine.actor.*
import brine.lab.peer.{ActorPrograms, Heat}
import brine.lab.peers.actor.Actors.*
import java.util.concurrent.{CompletableFuture, CountDownLatch}
import java.util.function.LongConsumer
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.*

/** The study's programs with Brine's actors. */
final class BrineActorPrograms(dispatcher: Dispatcher) extends ActorPrograms:
  // Options cost an actor memory, even those that change nothing.
  private val options: ActorOptions | Null =
    if dispatcher == Dispatcher.Default then null else ActorOptions(dispatcher = dispatcher)
  private val sleepers = ActorOptions(dispatcher = Dispatcher.Blocking)

  def sequential(actors: Int): Long = run[Long, ChainMessage](Begin)(ChainMaster(actors, options, _))

  def parallel(actors: Int, messages: Int): Long =
    run[Long, Array[Int]](Array.emptyIntArray)(ParallelMaster(actors, messages, options, _))

  def mergeSort(values: Array[Int]): Array[Int] = run[Array[Int], Sorted](Sorted(values))(SortMaster(options, _))

  def pingPong(messages: Int): Long = run[Long, PlayerMessage](Begin)(Player(2, messages, null, options, _))

  def sleeping(actors: Int, messages: Int, millis: Int): Long =
    run[Long, SleepMessage](Begin)(SleepingMaster(actors, messages, millis, sleepers, _))

  private def run[A, M](first: M)(master: CompletableFuture[A] => Actor[M]): A =
    val system = ActorSystem()
    val result = CompletableFuture[A]()
    try
      spawn(system, master(result), options) ! first
      result.get()
    finally stop(system)

  private def stop(system: ActorSystem): Unit =
    val report = system.shutdown(10.minutes)
    if !report.isComplete then throw IllegalStateException(report.toString)

  def idle(actors: Int): ActorPrograms.Idle =
    val system = ActorSystem()
    val left   = CountDownLatch(actors)
    for _ <- 0 until actors do spawn(system, new Counter, options) ! left
    left.await()
    new ActorPrograms.Idle:
      def handled(): Long = actors - left.getCount
      def stop(): Unit    = BrineActorPrograms.this.stop(system)

  def asked(actors: Int): ActorPrograms.Asked =
    val system    = ActorSystem()
    val answering = Array.fill[ActorRef[Question]](actors)(spawn(system, new Answering, options))
    new ActorPrograms.Asked:
      def ask(actor: Int, number: Long, reply: LongConsumer): Unit =
        answering(actor)
          .ask[Long](Question(number, _), 30.seconds)
          .onComplete(answer => reply.accept(answer.getOrElse(-1L)))(using ExecutionContext.parasitic)
      def stop(): Unit = BrineActorPrograms.this.stop(system)

  override def outside(hot: Int): ActorPrograms.Outside =
    val system  = ActorSystem()
    val waiting = spawn(system, new Handling, options)
    val heat    = Heat(hot)
    val busy    = Array.fill[ActorRef[Begin.type]](hot)(spawn(system, Hot(heat), options))
    busy.foreach(_ ! Begin)
    new ActorPrograms.Outside:
      def send(handled: Runnable): Unit = waiting ! handled
      def rest(): Unit                  = heat.rest()
      def wake(): Unit                  = heat.wake(() => busy.foreach(_ ! Begin))
      def stop(): Unit                  = BrineActorPrograms.this.stop(system)

  override def computing(): ActorPrograms.Computing =
    val system = ActorSystem()
    val first  = spawn(system, Sending(spawn(system, new Receiving, options)), options)
    new ActorPrograms.Computing:
      def send(received: LongConsumer, compute: Runnable): Unit = first ! Computation(received, compute)
      def stop(): Unit                                          = BrineActorPrograms.this.stop(system)

  override def overload(waiting: Int, millis: Int, tick: Runnable): ActorPrograms.Overload =
    val system     = ActorSystem()
    val overloaded = spawn(system, new Overloaded, options)
    for _ <- 0 until waiting do overloaded ! Begin
    spawn(system, Ticker(millis, tick), options): Unit
    new ActorPrograms.Overload:
      def ask(timeoutMillis: Int, ended: Runnable): Unit = overloaded
        .ask[Long](Question(0, _), timeoutMillis.millis)
        .onComplete(_ => ended.run())(using ExecutionContext.parasitic)
      def stop(): Unit = BrineActorPrograms.this.stop(system)

  override def watching(actors: Int): Long = run[Long, WatchMessage](Begin)(WatchMaster(actors, options, _))
