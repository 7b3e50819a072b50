package brine.lab.peers.virtual

import brine.lab.peer.{ActorPrograms, Merge, ReplySet}
import brine.lab.peers.virtual.VirtualThreadPrograms.*
import java.util.Arrays
import java.util.concurrent.{CompletableFuture, CountDownLatch}
import java.util.function.LongConsumer

/** The study's programs with a virtual thread for each actor. */
final class VirtualThreadPrograms extends ActorPrograms:

  private def run[A](master: (Threads, A => Unit) => Mailbox => AnyRef => Unit): A =
    val threads = Threads()
    val result  = CompletableFuture[A]()
    try
      threads.start(master(threads, value => { val _ = result.complete(value) })) ! Start
      result.get()
    finally threads.stop()

  def sequential(actors: Int): Long = run[Long]: (threads, complete) =>
    def link(creator: Mailbox): Mailbox => AnyRef => Unit = self =>
      case toCome: Integer =>
        if toCome == 0 then creator ! Finish(1) else threads.start(link(self)) ! Integer.valueOf(toCome - 1)
      case finish: Finish => creator ! Finish(finish.passed + 1)
    self =>
      case Start          => threads.start(link(self)) ! Integer.valueOf(actors - 1)
      case finish: Finish => complete(finish.passed.toLong)

  def parallel(actors: Int, messages: Int): Long = run[Long]: (threads, complete) =>
    self =>
      val replies = ReplySet(actors, messages)
      {
        case Start =>
          for number <- 0 until actors do
            val echo = threads.start(_ => message => self ! message)
            var next = 0
            while next < messages do
              echo ! Array(number, next)
              next += 1
        case reply: Array[Int] => if replies.completedBy(reply(0), reply(1)) then complete(replies.distinct)
      }

  def mergeSort(values: Array[Int]): Array[Int] = run[Array[Int]]: (threads, complete) =>
    def sorter(creator: Mailbox): Mailbox => AnyRef => Unit = self =>
      var waiting: Array[Int] | Null = null
      {
        case part: Array[Int] =>
          if part.length == 1 then creator ! Sorted(part)
          else
            val middle = part.length / 2
            threads.start(sorter(self)) ! Arrays.copyOfRange(part, 0, middle)
            threads.start(sorter(self)) ! Arrays.copyOfRange(part, middle, part.length)
        case sorted: Sorted =>
          waiting match
            case null              => waiting = sorted.values
            case other: Array[Int] => creator ! Sorted(Merge.sorted(other, sorted.values))
      }
    self =>
      case Start          => threads.start(sorter(self)) ! values
      case sorted: Sorted => complete(sorted.values)

  def pingPong(messages: Int): Long = run[Long]: (threads, complete) =>
    def player(first: Int, opponent: Mailbox | Null): Mailbox => AnyRef => Unit = self =>
      var ball                  = first
      var other: Mailbox | Null = opponent
      {
        case Start =>
          val created = threads.start(player(1, self))
          other = created
          created ! Ball
        case Ball =>
          if ball == messages then complete(ball.toLong)
          else
            ball += 2
            other.nn ! Ball
      }
    player(2, null)

  def sleeping(actors: Int, messages: Int, millis: Int): Long = run[Long]: (threads, complete) =>
    self =>
      var replies = 0L
      {
        case Start =>
          for _ <- 0 until actors do
            val sleeper = threads.start: _ =>
              _ =>
                Thread.sleep(millis.toLong)
                self ! Ball
            for _ <- 0 until messages do sleeper ! Ball
        case Ball =>
          replies += 1
          if replies == actors.toLong * messages then complete(replies)
      }

  def idle(actors: Int): ActorPrograms.Idle =
    val threads = Threads()
    val left    = CountDownLatch(actors)
    for _ <- 0 until actors do threads.start(_ => Counter()) ! left
    left.await()
    new ActorPrograms.Idle:
      def handled(): Long = actors - left.getCount
      def stop(): Unit    = threads.stop()

  def asked(actors: Int): ActorPrograms.Asked =
    val threads = Threads()
    val all     = Array.fill(actors)(threads.start(_ => answer))
    new ActorPrograms.Asked:
      def ask(actor: Int, number: Long, reply: LongConsumer): Unit =
        val question = Question(number, CompletableFuture[Long]())
        question.answer.whenComplete((answer, failure) => reply.accept(if failure == null then answer else -1L))
        all(actor) ! question
      def stop(): Unit = threads.stop()

private object VirtualThreadPrograms:
  object Start
  object Ball
  final class Finish(val passed: Int)
  final class Sorted(val values: Array[Int])
  final class Question(val number: Long, val answer: CompletableFuture[Long])

  final class Counter extends (AnyRef => Unit):
    var handled                      = 0L
    def apply(message: AnyRef): Unit = message match
      case left: CountDownLatch =>
        handled += 1
        left.countDown()

  val answer: AnyRef => Unit = { case question: Question =>
    val _ = question.answer.complete(question.number + 1)
  }
