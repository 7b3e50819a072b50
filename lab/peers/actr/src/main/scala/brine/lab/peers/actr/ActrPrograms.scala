package brine.lab.peers.actr

import brine.lab.peer.{ActorPrograms, Merge, ReplySet}
import brine.lab.peers.actr.ActrPrograms.*
import java.util.Arrays
import java.util.concurrent.{CompletableFuture, CountDownLatch, ExecutorService, Executors, ForkJoinPool}
import java.util.function.LongConsumer

/** The study's programs with actr, whose actors are plain objects and whose messages are functions of them.
  *
  * @param executor
  *   makes what each system runs on; null for the common pool
  * @param sleepers
  *   how many actors can sleep at a time
  */
private final class ActrPrograms(executor: () => ExecutorService | Null, override val sleepers: Int)
    extends ActorPrograms:

  /** A system and what it runs on. */
  private final class Running:
    private val pool: ExecutorService | Null = executor()

    val system: AnyRef =
      Actr.newSystem("lab", if pool == null then Actr.commonPool(throughput) else Actr.scheduler(pool, throughput))

    def actor(make: => AnyRef): AnyRef = Actr.actorOf(system, () => make)
    def stop(): Unit                   =
      val _ = Actr.shutdown(system).get()
      if pool != null then pool.close()

  private def run[A](master: (Running, A => Unit) => Startable): A =
    val running = Running()
    val result  = CompletableFuture[A]()
    try
      val first = running.actor(master(running, value => { val _ = result.complete(value) }))
      tell[Startable](first)(_.start())
      result.get()
    finally running.stop()

  def sequential(actors: Int): Long = run[Long]: (running, complete) =>
    final class Link(creator: AnyRef) extends Passes:
      def come(toCome: Integer): Unit =
        if toCome == 0 then tell[Passes](creator)(_.finish(1)) else sendToNext(toCome - 1)
      def finish(passed: Int): Unit = tell[Passes](creator)(_.finish(passed + 1))
    def sendToNext(toCome: Integer): Unit =
      val self = Actr.current()
      tell[Link](running.actor(Link(self)))(_.come(toCome))
    new Startable with Passes:
      def start(): Unit             = sendToNext(actors - 1)
      def finish(passed: Int): Unit = complete(passed.toLong)

  def parallel(actors: Int, messages: Int): Long = run[Long]: (running, complete) =>
    final class Master extends Startable:
      private val replies = ReplySet(actors, messages)
      def start(): Unit   =
        val self = Actr.current()
        for number <- 0 until actors do
          val echo = running.actor(Echo(self))
          var next = 0
          while next < messages do
            val message = Array(number, next)
            tell[Echo](echo)(_.answer(message))
            next += 1
      def replied(message: Array[Int]): Unit =
        if replies.completedBy(message(0), message(1)) then complete(replies.distinct)
    final class Echo(master: AnyRef):
      def answer(message: Array[Int]): Unit = tell[Master](master)(_.replied(message))
    Master()

  def mergeSort(values: Array[Int]): Array[Int] = run[Array[Int]]: (running, complete) =>
    final class Sorter(creator: AnyRef) extends Merges:
      private var waiting: Array[Int] | Null = null
      def sort(part: Array[Int]): Unit       =
        if part.length == 1 then tell[Merges](creator)(_.sorted(part))
        else
          val self   = Actr.current()
          val middle = part.length / 2
          val left   = Arrays.copyOfRange(part, 0, middle)
          val right  = Arrays.copyOfRange(part, middle, part.length)
          tell[Sorter](running.actor(Sorter(self)))(_.sort(left))
          tell[Sorter](running.actor(Sorter(self)))(_.sort(right))
      def sorted(part: Array[Int]): Unit = waiting match
        case null              => waiting = part
        case other: Array[Int] =>
          val merged = Merge.sorted(other, part)
          tell[Merges](creator)(_.sorted(merged))
    new Startable with Merges:
      def start(): Unit =
        val self = Actr.current()
        tell[Sorter](running.actor(Sorter(self)))(_.sort(values))
      def sorted(all: Array[Int]): Unit = complete(all)

  def pingPong(messages: Int): Long = run[Long]: (running, complete) =>
    final class Player(first: Int, private var opponent: AnyRef | Null) extends Startable:
      private var ball  = first
      def start(): Unit =
        val self    = Actr.current()
        val created = running.actor(Player(1, self))
        opponent = created
        Actr.tell(created, theBall)
      def play(): Unit =
        if ball == messages then complete(ball.toLong)
        else
          ball += 2
          Actr.tell(opponent, theBall)
    // One message for the whole game, as with the other runtimes.
    lazy val theBall: java.util.function.Consumer[Player] = _.play()
    Player(2, null)

  def sleeping(actors: Int, messages: Int, millis: Int): Long = run[Long]: (running, complete) =>
    final class Master extends Startable:
      private var replies = 0L
      def start(): Unit   =
        val self = Actr.current()
        for _ <- 0 until actors do
          val sleeper = running.actor(Sleeper(self))
          for _ <- 0 until messages do tell[Sleeper](sleeper)(_.sleep())
      def awake(): Unit =
        replies += 1
        if replies == actors.toLong * messages then complete(replies)
    final class Sleeper(master: AnyRef):
      def sleep(): Unit =
        Thread.sleep(millis.toLong)
        tell[Master](master)(_.awake())
    Master()

  def idle(actors: Int): ActorPrograms.Idle =
    val running = Running()
    val left    = CountDownLatch(actors)
    for _ <- 0 until actors do tell[Counter](running.actor(Counter()))(_.count(left))
    left.await()
    new ActorPrograms.Idle:
      def handled(): Long = actors - left.getCount
      def stop(): Unit    = running.stop()

  def asked(actors: Int): ActorPrograms.Asked =
    val running   = Running()
    val answering = Array.fill(actors)(running.actor(Answering()))
    new ActorPrograms.Asked:
      def ask(actor: Int, number: Long, reply: LongConsumer): Unit =
        val question: java.util.function.Function[Answering, java.lang.Long] = _.answer(number)
        val _                                                                = Actr
          .ask(answering(actor), question)
          .whenComplete: (answer, _) =>
            answer match
              case found: java.lang.Long => reply.accept(found)
              case _                     => reply.accept(-1L)
      def stop(): Unit = running.stop()

private object ActrPrograms:
  /** Messages an actor handles at a time, as published. */
  private val throughput = 10

  def onCommonPool: ActorPrograms     = ActrPrograms(() => null, ForkJoinPool.getCommonPoolParallelism.max(1))
  def onVirtualThreads: ActorPrograms = ActrPrograms(() => Executors.newVirtualThreadPerTaskExecutor(), Int.MaxValue)

  private def tell[A](ref: AnyRef)(action: java.util.function.Consumer[A]): Unit = Actr.tell(ref, action)

  trait Startable:
    def start(): Unit
  trait Passes:
    def finish(passed: Int): Unit
  trait Merges:
    def sorted(part: Array[Int]): Unit

  final class Counter:
    var handled                           = 0L
    def count(left: CountDownLatch): Unit =
      handled += 1
      left.countDown()

  final class Answering:
    def answer(number: Long): java.lang.Long = number + 1
