package brine.lab.peers.actor

import brine.actor.*
import brine.lab.peer.{Heat, Merge, ReplySet}
import java.util.Arrays
import java.util.concurrent.{CompletableFuture, CountDownLatch}
import java.util.function.LongConsumer
import scala.concurrent.duration.*

/** The actors of the study's programs. */
private[actor] object Actors:
  object Begin
  object Ball
  object Awake

  /** At the top level; with no options when there are none. */
  def spawn[M](system: ActorSystem, actor: => Actor[M], options: ActorOptions | Null): ActorRef[M] =
    if options == null then system.spawn(actor) else system.spawn(actor, options)

  def spawnChild[P, M](context: ActorContext[P], actor: => Actor[M], options: ActorOptions | Null): ActorRef[M] =
    if options == null then context.spawn(actor) else context.spawn(actor, options)

  // ------------------------------------------------------------------------------------------- sequential

  type ChainMessage = Begin.type | Int | Finish
  final class Finish(val passed: Int)

  final class ChainMaster(actors: Int, options: ActorOptions | Null, result: CompletableFuture[Long])
      extends Actor[ChainMessage]:
    def receive(message: ChainMessage): Unit = message match
      case finish: Finish => val _ = result.complete(finish.passed.toLong)
      case _              => spawn(context.system, Link(self, options), options) ! (actors - 1)

  /** Made beside its creator, as published. */
  final class Link(creator: ActorRef[Finish], options: ActorOptions | Null) extends Actor[ChainMessage]:
    def receive(message: ChainMessage): Unit = message match
      case toCome: Int =>
        if toCome == 0 then creator ! Finish(1)
        else spawn(context.system, Link(self, options), options) ! (toCome - 1)
      case finish: Finish => creator ! Finish(finish.passed + 1)
      case _              => ()

  // ------------------------------------------------------------------------------------------- parallel

  /** An empty array is the word to begin. */
  final class ParallelMaster(actors: Int, messages: Int, options: ActorOptions | Null, result: CompletableFuture[Long])
      extends Actor[Array[Int]]:
    private val replies                    = ReplySet(actors, messages)
    def receive(message: Array[Int]): Unit =
      if message.length == 0 then
        for number <- 0 until actors do
          val echo = spawnChild(context, Echo(self), options)
          var next = 0
          while next < messages do
            echo ! Array(number, next)
            next += 1
      else if replies.completedBy(message(0), message(1)) then
        val _ = result.complete(replies.distinct)

  final class Echo(master: ActorRef[Array[Int]]) extends Actor[Array[Int]]:
    def receive(message: Array[Int]): Unit = master ! message

  // ------------------------------------------------------------------------------------------- merge sort

  final class Sorted(val values: Array[Int])

  final class SortMaster(options: ActorOptions | Null, result: CompletableFuture[Array[Int]]) extends Actor[Sorted]:
    private var begun                  = false
    def receive(message: Sorted): Unit =
      if begun then
        val _ = result.complete(message.values)
      else
        begun = true
        spawnChild(context, Sorter(self, options), options) ! message.values

  final class Sorter(creator: ActorRef[Sorted], options: ActorOptions | Null) extends Actor[Array[Int] | Sorted]:
    private var waiting: Array[Int] | Null          = null
    def receive(message: Array[Int] | Sorted): Unit = message match
      case values: Array[Int] =>
        if values.length == 1 then creator ! Sorted(values)
        else
          val middle = values.length / 2
          spawnChild(context, Sorter(self, options), options) ! Arrays.copyOfRange(values, 0, middle)
          spawnChild(context, Sorter(self, options), options) ! Arrays.copyOfRange(values, middle, values.length)
      case sorted: Sorted =>
        waiting match
          case null              => waiting = sorted.values
          case other: Array[Int] => creator ! Sorted(Merge.sorted(other, sorted.values))

  // ------------------------------------------------------------------------------------------- ping-pong

  type PlayerMessage = Begin.type | Ball.type

  /** Receives every second ball.
    *
    * @param first
    *   the number of the first it receives: 1 or 2
    * @param opponent
    *   none for the one that begins, whose opponent is its child
    */
  final class Player(
      first: Int,
      messages: Int,
      private var opponent: ActorRef[PlayerMessage] | Null,
      options: ActorOptions | Null,
      result: CompletableFuture[Long]
  ) extends Actor[PlayerMessage]:
    private var ball                          = first
    def receive(message: PlayerMessage): Unit = message match
      case Begin =>
        opponent = spawnChild(context, Player(1, messages, self, options, result), options)
        opponent.nn ! Ball
      case Ball =>
        if ball == messages then
          val _ = result.complete(ball.toLong)
        else
          ball += 2
          opponent.nn ! Ball

  // ------------------------------------------------------------------------------------------- sleeping

  type SleepMessage = Begin.type | Awake.type

  final class SleepingMaster(
      actors: Int,
      messages: Int,
      millis: Int,
      options: ActorOptions | Null,
      result: CompletableFuture[Long]
  ) extends Actor[SleepMessage]:
    private var replies                      = 0L
    def receive(message: SleepMessage): Unit = message match
      case Begin =>
        for _ <- 0 until actors do
          val sleeper = spawnChild(context, Sleeper(millis, self), options)
          for _ <- 0 until messages do sleeper ! Ball
      case Awake =>
        replies += 1
        if replies == actors.toLong * messages then
          val _ = result.complete(replies)

  final class Sleeper(millis: Int, master: ActorRef[Awake.type]) extends Actor[Ball.type]:
    def receive(message: Ball.type): Unit =
      Thread.sleep(millis.toLong)
      master ! Awake

  // ------------------------------------------------------------------------------------------- idle and asked

  final class Counter extends Actor[CountDownLatch]:
    var handled                             = 0L
    def receive(left: CountDownLatch): Unit =
      handled += 1
      left.countDown()

  final class Question(val number: Long, val replyTo: ActorRef[Long])

  final class Answering extends Actor[Question]:
    def receive(question: Question): Unit = question.replyTo ! question.number + 1

  // ------------------------------------------------------------------------------------------- delays

  /** Never waits for a message, unless it rests. */
  final class Hot(heat: Heat) extends Actor[Begin.type]:
    def receive(message: Begin.type): Unit = if heat.isOn then self ! Begin

  final class Handling extends Actor[Runnable]:
    def receive(handled: Runnable): Unit = handled.run()

  final class Computation(val received: LongConsumer, val compute: Runnable)
  final class Sent(val received: LongConsumer, val nanos: Long)

  final class Sending(to: ActorRef[Sent]) extends Actor[Computation]:
    def receive(message: Computation): Unit =
      to ! Sent(message.received, System.nanoTime)
      message.compute.run()

  final class Receiving extends Actor[Sent]:
    def receive(message: Sent): Unit = message.received.accept(message.nanos)

  /** Computes for a millisecond for each message. */
  final class Overloaded extends Actor[Begin.type | Question]:
    def receive(message: Begin.type | Question): Unit =
      val until = System.nanoTime + 1000000
      while System.nanoTime - until < 0 do Thread.onSpinWait()
      message match
        case question: Question => question.replyTo ! question.number
        case _                  => ()

  final class Ticker(millis: Int, tick: Runnable) extends Actor[Begin.type]:
    override def onStart(): Unit = context.startTimerAtFixedRate("tick", Begin, millis.millis)

    def receive(message: Begin.type): Unit = tick.run()

  // ------------------------------------------------------------------------------------------- watching

  type WatchMessage = Begin.type | Ball.type | Awake.type

  /** Counts those that watch (a ball each), stops what they watch, and counts those that were told. */
  final class WatchMaster(actors: Int, options: ActorOptions | Null, result: CompletableFuture[Long])
      extends Actor[WatchMessage]:
    private var watched: ActorRef[Runnable] | Null = null
    private var watching                           = 0
    private var told                               = 0L

    def receive(message: WatchMessage): Unit = message match
      case Begin =>
        val target = spawnChild(context, new Handling, options)
        watched = target
        for _ <- 0 until actors do spawnChild(context, Watching(target, self), options)
      case Ball =>
        watching += 1
        if watching == actors then context.stop(watched.nn)
      case Awake =>
        told += 1
        if told == actors then
          val _ = result.complete(told)

  final class Watching(target: ActorRef[?], master: ActorRef[WatchMessage]) extends Actor[Begin.type]:
    override def onStart(): Unit =
      context.watch(target)
      master ! Ball
    def receive(message: Begin.type): Unit      = ()
    override def onSignal(signal: Signal): Unit = signal match
      case _: Signal.Terminated => master ! Awake
      case _                    => ()
