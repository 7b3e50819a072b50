package brine.lab.peers.akka.programs

import java.util.Arrays
import java.util.concurrent.{CompletableFuture, CountDownLatch}

import akka.actor.{Actor, ActorRef, Props}
import brine.lab.peer.{Merge, ReplySet}

/** The classic actors of the study's programs. Each master begins when it is told to. */
private[programs] object ClassicActors {
  case object Start
  case object Ball
  final class Finish(val passed: Int)
  final class Sorted(val values: Array[Int], val left: Boolean)

  final class ChainMaster(actors: Int, result: CompletableFuture[Long]) extends Actor {
    def receive: Receive = {
      case Start          => context.system.actorOf(Link.props) ! actors - 1
      case finish: Finish => result.complete(finish.passed.toLong)
    }
  }

  /** Made beside its creator, as published: every link is a child of the system's guardian. */
  final class Link extends Actor {
    private var creator: ActorRef = _
    def receive: Receive          = {
      case toCome: Int =>
        creator = sender()
        if (toCome == 0) creator ! new Finish(1) else context.system.actorOf(Link.props) ! toCome - 1
      case finish: Finish => creator ! new Finish(finish.passed + 1)
    }
  }
  object Link { val props: Props = Props(new Link) }

  final class ParallelMaster(actors: Int, messages: Int, result: CompletableFuture[Long]) extends Actor {
    private val replies  = new ReplySet(actors, messages)
    def receive: Receive = {
      case Start =>
        for (number <- 0 until actors) {
          val echo = context.actorOf(Echo.props)
          var next = 0
          while (next < messages) {
            echo ! Array(number, next)
            next += 1
          }
        }
      case reply: Array[Int] => if (replies.completedBy(reply(0), reply(1))) result.complete(replies.distinct)
    }
  }

  final class Echo extends Actor {
    def receive: Receive = { case message: Array[Int] => sender() ! message }
  }
  object Echo { val props: Props = Props(new Echo) }

  final class SortMaster(values: Array[Int], result: CompletableFuture[Array[Int]]) extends Actor {
    def receive: Receive = {
      case Start          => context.actorOf(Sorter.left) ! values
      case sorted: Sorted => result.complete(sorted.values)
    }
  }

  final class Sorter(left: Boolean) extends Actor {
    private var creator: ActorRef   = _
    private var waiting: Array[Int] = _
    def receive: Receive            = {
      case values: Array[Int] =>
        creator = sender()
        if (values.length == 1) creator ! new Sorted(values, left)
        else {
          val middle = values.length / 2
          context.actorOf(Sorter.left, "a") ! Arrays.copyOfRange(values, 0, middle)
          context.actorOf(Sorter.right, "b") ! Arrays.copyOfRange(values, middle, values.length)
        }
      case sorted: Sorted =>
        if (waiting == null) waiting = sorted.values
        else creator ! new Sorted(Merge.sorted(waiting, sorted.values), left)
    }
  }
  object Sorter {
    val left: Props  = Props(new Sorter(true))
    val right: Props = Props(new Sorter(false))
  }

  /** Receives every second ball.
    *
    * @param first
    *   the number of the first it receives: 1 or 2
    */
  final class Player(first: Int, messages: Int, result: CompletableFuture[Long]) extends Actor {
    private var ball     = first
    def receive: Receive = {
      case Start => context.actorOf(Props(new Player(1, messages, result))) ! Ball
      case Ball  =>
        if (ball == messages) result.complete(ball.toLong)
        else {
          ball += 2
          sender() ! Ball
        }
    }
  }

  final class SleepingMaster(sleeper: Props, actors: Int, messages: Int, result: CompletableFuture[Long])
      extends Actor {
    private var replies  = 0L
    def receive: Receive = {
      case Start =>
        for (_ <- 0 until actors) {
          val asleep = context.actorOf(sleeper)
          for (_ <- 0 until messages) asleep ! Ball
        }
      case Ball =>
        replies += 1
        if (replies == actors.toLong * messages) result.complete(replies)
    }
  }

  final class Sleeper(millis: Int) extends Actor {
    def receive: Receive = { case Ball =>
      Thread.sleep(millis.toLong)
      sender() ! Ball
    }
  }

  final class IdleMaster(actors: Int) extends Actor {
    def receive: Receive = { case left: CountDownLatch =>
      for (_ <- 0 until actors) context.actorOf(Counter.props) ! left
    }
  }

  final class Counter extends Actor {
    private var handled  = 0L
    def receive: Receive = { case left: CountDownLatch =>
      handled += 1
      left.countDown()
    }
  }

  object Counter { val props: Props = Props(new Counter) }

  final class Answering extends Actor {
    def receive: Receive = { case number: Long => sender() ! number + 1 }
  }
}
