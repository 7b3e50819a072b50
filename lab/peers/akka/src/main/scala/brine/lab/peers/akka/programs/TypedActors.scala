package brine.lab.peers.akka.programs

import java.util.Arrays
import java.util.concurrent.{CompletableFuture, CountDownLatch}

import akka.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import akka.actor.typed.{ActorRef, Behavior, DispatcherSelector}
import brine.lab.peer.{Merge, ReplySet}

/** The typed actors of the study's programs. */
private[programs] object TypedActors {

  // ------------------------------------------------------------------------------------------- sequential

  sealed trait ChainMessage
  case object Begin                                                        extends ChainMessage
  final class ToCome(val number: Int, val creator: ActorRef[ChainMessage]) extends ChainMessage
  final class Finish(val passed: Int)                                      extends ChainMessage

  private val link: Behavior[ChainMessage] = Behaviors.receive { (context, message) =>
    message match {
      case toCome: ToCome =>
        if (toCome.number == 0) toCome.creator ! new Finish(1) else sendToNext(context, toCome.number - 1)
        passing(toCome.creator)
      case _ => Behaviors.unhandled
    }
  }

  private def passing(creator: ActorRef[ChainMessage]): Behavior[ChainMessage] = Behaviors.receiveMessage {
    case finish: Finish =>
      creator ! new Finish(finish.passed + 1)
      Behaviors.same
    case _ => Behaviors.unhandled
  }

  /** Typed actors create only children of their own, so links are made through the system, to stand beside each other.
    */
  private def sendToNext(context: ActorContext[ChainMessage], toCome: Int): Unit =
    context.system.systemActorOf(link, s"link-$toCome") ! new ToCome(toCome, context.self)

  def chainMaster(actors: Int, result: CompletableFuture[Long]): Behavior[ChainMessage] =
    Behaviors.setup { context =>
      Behaviors.receiveMessage { message =>
        message match {
          case finish: Finish => result.complete(finish.passed.toLong)
          case _              => sendToNext(context, actors - 1)
        }
        Behaviors.same
      }
    }

  // ------------------------------------------------------------------------------------------- parallel

  /** An empty array is the word to begin. */
  def parallelMaster(actors: Int, messages: Int, result: CompletableFuture[Long]): Behavior[Array[Int]] =
    Behaviors.setup { context =>
      val replies = new ReplySet(actors, messages)
      Behaviors.receiveMessage { message =>
        if (message.length == 0)
          for (number <- 0 until actors) {
            val echo = context.spawnAnonymous(echoTo(context.self))
            var next = 0
            while (next < messages) {
              echo ! Array(number, next)
              next += 1
            }
          }
        else if (replies.completedBy(message(0), message(1))) result.complete(replies.distinct)
        Behaviors.same
      }
    }

  private def echoTo(master: ActorRef[Array[Int]]): Behavior[Array[Int]] = Behaviors.receiveMessage { message =>
    master ! message
    Behaviors.same
  }

  // ------------------------------------------------------------------------------------------- merge sort

  sealed trait SortMessage
  final class Sort(val values: Array[Int], val replyTo: ActorRef[SortMessage]) extends SortMessage
  final class Sorted(val values: Array[Int])                                   extends SortMessage

  def sortMaster(result: CompletableFuture[Array[Int]]): Behavior[SortMessage] = Behaviors.setup { context =>
    Behaviors.receiveMessage { message =>
      message match {
        case sort: Sort     => context.spawnAnonymous(sorter) ! new Sort(sort.values, context.self)
        case sorted: Sorted => result.complete(sorted.values)
      }
      Behaviors.same
    }
  }

  private val sorter: Behavior[SortMessage] = Behaviors.receive { (context, message) =>
    message match {
      case sort: Sort =>
        val values = sort.values
        if (values.length == 1) {
          sort.replyTo ! new Sorted(values)
          Behaviors.same
        } else {
          val middle = values.length / 2
          context.spawn(sorter, "a") ! new Sort(Arrays.copyOfRange(values, 0, middle), context.self)
          context.spawn(sorter, "b") ! new Sort(Arrays.copyOfRange(values, middle, values.length), context.self)
          merging(sort.replyTo, null)
        }
      case _ => Behaviors.unhandled
    }
  }

  /** @param other
    *   the half that has come already; none at first
    */
  private def merging(creator: ActorRef[SortMessage], other: Array[Int]): Behavior[SortMessage] =
    Behaviors.receiveMessage {
      case sorted: Sorted =>
        if (other == null) merging(creator, sorted.values)
        else {
          creator ! new Sorted(Merge.sorted(other, sorted.values))
          Behaviors.same
        }
      case _ => Behaviors.unhandled
    }

  // ------------------------------------------------------------------------------------------- ping-pong

  sealed trait PlayerMessage
  case object Serve extends PlayerMessage
  case object Ball  extends PlayerMessage

  /** Receives every second ball.
    *
    * @param first
    *   the number of the first it receives: 1 or 2
    * @param opponent
    *   none for the one that serves, whose opponent is its child
    */
  def player(
      first: Int,
      messages: Int,
      opponent: ActorRef[PlayerMessage],
      result: CompletableFuture[Long]
  ): Behavior[PlayerMessage] = Behaviors.setup { context =>
    var ball  = first
    var other = opponent
    Behaviors.receiveMessage { message =>
      message match {
        case Serve =>
          other = context.spawnAnonymous(player(1, messages, context.self, result))
          other ! Ball
        case Ball =>
          if (ball == messages) result.complete(ball.toLong)
          else {
            ball += 2
            other ! Ball
          }
      }
      Behaviors.same
    }
  }

  // ------------------------------------------------------------------------------------------- sleeping

  sealed trait SleepMessage
  case object Lights extends SleepMessage
  case object Sleep  extends SleepMessage
  case object Awake  extends SleepMessage

  def sleepingMaster(
      sleepers: DispatcherSelector,
      actors: Int,
      messages: Int,
      millis: Int,
      result: CompletableFuture[Long]
  ): Behavior[SleepMessage] = Behaviors.setup { context =>
    var replies = 0L
    Behaviors.receiveMessage {
      case Awake =>
        replies += 1
        if (replies == actors.toLong * messages) result.complete(replies)
        Behaviors.same
      case _ =>
        for (_ <- 0 until actors) {
          val asleep = context.spawnAnonymous(sleeper(millis, context.self), sleepers)
          for (_ <- 0 until messages) asleep ! Sleep
        }
        Behaviors.same
    }
  }

  private def sleeper(millis: Int, master: ActorRef[SleepMessage]): Behavior[SleepMessage] =
    Behaviors.receiveMessage { _ =>
      Thread.sleep(millis.toLong)
      master ! Awake
      Behaviors.same
    }

  // ------------------------------------------------------------------------------------------- idle and asked

  def idleMaster(actors: Int): Behavior[CountDownLatch] = Behaviors.receive { (context, left) =>
    for (_ <- 0 until actors) context.spawnAnonymous(counter) ! left
    Behaviors.same
  }

  private val counter: Behavior[CountDownLatch] = Behaviors.setup(new Counter(_))

  private final class Counter(context: ActorContext[CountDownLatch]) extends AbstractBehavior[CountDownLatch](context) {
    private var handled                                           = 0L
    def onMessage(left: CountDownLatch): Behavior[CountDownLatch] = {
      handled += 1
      left.countDown()
      this
    }
  }

  final class Question(val number: Long, val replyTo: ActorRef[Long])

  val answering: Behavior[Question] = Behaviors.receiveMessage { question =>
    question.replyTo ! question.number + 1
    Behaviors.same
  }
}
